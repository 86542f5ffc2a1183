package systemtest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"umpire/casebook"
	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// mutants is how many engagements are made of each case.
const mutants = 12

// testMutants changes fields of the cases' engagements at random, each within the bounds of its
// tags, and the options too, and holds that the outcome is a list of problems, a refusal with a
// reason or a program that can be played, with no measure below zero.
func testMutants(t *testing.T, sys *system.System, books []*casebook.Book, read func() []*casebook.Book) {
	m := &mutator{rnd: dice.NewRandom(23), words: map[string][]string{}}
	for _, b := range books {
		for i := range b.Cases {
			m.learn("", reflect.ValueOf(b.Cases[i].Setup.Engagement))
		}
	}
	for range mutants {
		for _, b := range read() {
			for i := range b.Cases {
				c := &b.Cases[i]
				for range 1 + m.pick(3) {
					m.mutate(reflect.ValueOf(c.Setup.Engagement).Elem())
				}
				options := m.options(sys.Book)
				if err := judgeAndPlay(c.Setup.Engagement, options); err != nil {
					t.Errorf("%s:%d: %v\noptions %v\n%s", c.File, c.Line, err, options, show(reflect.ValueOf(c.Setup.Engagement)))
				}
			}
		}
	}
}

// judgeAndPlay judges an engagement and plays it a few times; a panic is an error.
func judgeAndPlay(e system.Engagement, options rulebook.Choices) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	j, err := e.Judge(options)
	var ps explain.Problems
	var p *explain.Problem
	switch {
	case err != nil && !errors.As(err, &ps) && !errors.As(err, &p):
		return fmt.Errorf("not problems: %w", err)
	case err != nil:
		return nil
	case j.Refusal != nil && len(j.Refusal.Reasons) == 0:
		return errors.New("a refusal without a reason")
	case (j.Refusal == nil) != (j.Program != nil):
		return errors.New("neither refused nor a program, or both")
	case j.Program == nil:
		return nil
	}
	rnd := dice.NewRandom(1)
	for seed := range uint64(3) {
		rnd.Seed(seed)
		var rec procedure.Record
		if err := j.Program.Play(procedure.Random{Dice: rnd}, &rec); err != nil {
			return err
		}
		for _, f := range rec.Result {
			if f.Value < 0 {
				return fmt.Errorf("%s is %d", f.Measure, f.Value)
			}
		}
	}
	return nil
}

// mutator changes structs with the tags of package internal/schema.
type mutator struct {
	rnd   *dice.Random
	words map[string][]string // values seen of string fields without enum, by field name
}

// pick returns a number from 0 to n-1.
func (m *mutator) pick(n int) int {
	face := []int16{0}
	_ = m.rnd.Throw(dice.Roll{N: 1, Sides: int16(n)}, dice.First, face) // never fails
	return int(face[0]) - 1
}

func yamlName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
	return name
}

// learn collects the strings of an engagement.
func (m *mutator) learn(name string, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			m.learn(name, v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				m.learn(yamlName(f), v.Field(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			m.learn(name, v.Index(i))
		}
	case reflect.String:
		if s := v.String(); s != "" && !slices.Contains(m.words[name], s) {
			m.words[name] = append(m.words[name], s)
		}
	}
}

// mutate changes one field somewhere in a struct.
func (m *mutator) mutate(v reflect.Value) {
	var open []int
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() && yamlName(f) != "" {
			open = append(open, i)
		}
	}
	if len(open) == 0 {
		return
	}
	i := open[m.pick(len(open))]
	m.field(v.Field(i), v.Type().Field(i))
}

// field gives a field another value, or changes something within it.
func (m *mutator) field(v reflect.Value, f reflect.StructField) {
	switch v.Kind() {
	case reflect.Pointer:
		switch {
		case m.pick(4) == 0 && f.Tag.Get("required") == "":
			v.SetZero()
			return
		case v.IsNil():
			v.Set(reflect.New(v.Type().Elem()))
			if v.Elem().Kind() == reflect.Struct {
				m.fill(v.Elem())
			}
		}
		m.field(v.Elem(), f)
	case reflect.Struct:
		m.mutate(v)
	case reflect.Slice:
		m.list(v, f)
	default:
		m.scalar(v, f)
	}
}

// fill sets the defaults of a new struct and whatever it requires.
func (m *mutator) fill(v reflect.Value) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if !f.IsExported() {
			continue
		}
		switch {
		case f.Tag.Get("required") != "":
			m.field(v.Field(i), f)
		case f.Tag.Get("default") != "" && v.Field(i).Kind() != reflect.Pointer:
			setScalar(v.Field(i), f.Tag.Get("default"))
		case v.Field(i).Kind() == reflect.Struct:
			m.fill(v.Field(i))
		}
	}
}

func (m *mutator) list(v reflect.Value, f reflect.StructField) {
	least, _ := strconv.Atoi(f.Tag.Get("minItems"))
	most, err := strconv.Atoi(f.Tag.Get("maxItems"))
	if err != nil {
		most = 4
	}
	n := v.Len()
	switch k := m.pick(3); {
	case k == 0 && n > least: // one less
		i := m.pick(n)
		v.Set(reflect.AppendSlice(v.Slice3(0, i, i), v.Slice(i+1, n)))
	case k == 1 && n < most, n == 0:
		m.grow(v, f)
		for v.Len() < least {
			m.grow(v, f)
		}
	default:
		m.field(v.Index(m.pick(n)), f)
	}
}

// grow adds an item to a list, like another or new.
func (m *mutator) grow(v reflect.Value, f reflect.StructField) {
	n := v.Len()
	x := reflect.New(v.Type().Elem()).Elem()
	switch {
	case n > 0 && m.pick(2) == 0:
		x.Set(v.Index(m.pick(n)))
	case x.Kind() == reflect.Struct:
		m.fill(x)
	default:
		m.field(x, f)
	}
	v.Set(reflect.Append(v.Slice3(0, n, n), x))
}

func (m *mutator) scalar(v reflect.Value, f reflect.StructField) {
	bound := func(tag string, otherwise float64) float64 {
		if x, err := strconv.ParseFloat(f.Tag.Get(tag), 64); err == nil {
			return x
		}
		return otherwise
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.String:
		words := m.words[yamlName(f)]
		if e := f.Tag.Get("enum"); e != "" {
			words = strings.Split(e, ",")
		}
		if len(words) > 0 {
			v.SetString(words[m.pick(len(words))])
		}
	case reflect.Int:
		lo, hi := bound("minimum", 0), bound("maximum", 100)
		if m.pick(3) > 0 { // mostly small numbers
			hi = min(hi, lo+6)
		}
		v.SetInt(int64(lo) + int64(m.pick(int(hi-lo)+1)))
	case reflect.Float64:
		lo, hi := bound("minimum", -50), bound("maximum", 50)
		v.SetFloat(lo + float64(m.pick(1001))*min(hi-lo, 100)/1000)
	}
}

func setScalar(v reflect.Value, text string) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(text == "true")
	case reflect.String:
		v.SetString(text)
	case reflect.Int:
		n, _ := strconv.Atoi(text)
		v.SetInt(int64(n))
	case reflect.Float64:
		x, _ := strconv.ParseFloat(text, 64)
		v.SetFloat(x)
	}
}

// options chooses values of the options that are open, most of them the default.
func (m *mutator) options(b *rulebook.Book) rulebook.Choices {
	c := rulebook.Choices{}
	for i := range b.Options {
		o := &b.Options[i]
		if !o.Fixed && m.pick(3) == 0 {
			c[o.ID] = o.Values[m.pick(len(o.Values))].ID
		}
	}
	return c
}

// show writes a value with its pointers followed, without empty fields.
func show(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return "nil"
		}
		return show(v.Elem())
	case reflect.Struct:
		var parts []string
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && !v.Field(i).IsZero() {
				parts = append(parts, yamlName(f)+": "+show(v.Field(i)))
			}
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case reflect.Slice:
		var parts []string
		for i := range v.Len() {
			parts = append(parts, show(v.Index(i)))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return fmt.Sprint(v.Interface())
}
