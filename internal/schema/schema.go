// Package schema derives from a struct what an input may hold: the JSON Schema for editors and
// forms, the defaults, and the check of a value that was read. Constraints stand once, in the
// tags of the struct:
//
//	yaml:"men" required:"true" minimum:"1" maximum:"60" enum:"none,6,5" default:"none" minItems:"1"
//
// A pointer is a field that may be absent; a field with a default takes it when absent.
package schema

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Fault is one value that breaks a constraint.
type Fault struct {
	Field string // path: "target.men", "shooters[1].weapon"
	Kind  string // "missing", "below", "above", "enum", "few" (too few items), "many", "type" (written as another type)
	Value any
	Want  string // the bound, or the allowed values separated by ", "
}

// Field describes one field of a struct.
type field struct {
	name     string
	index    int
	required bool
	min, max *float64
	enum     []string
	def      string
	minItems int
	maxItems int
}

func fields(t reflect.Type) []field {
	var out []field
	for i := range t.NumField() {
		sf := t.Field(i)
		name, _, _ := strings.Cut(sf.Tag.Get("yaml"), ",")
		if name == "" || name == "-" || !sf.IsExported() {
			continue
		}
		f := field{name: name, index: i, required: sf.Tag.Get("required") == "true", def: sf.Tag.Get("default")}
		f.min, f.max = number(sf.Tag.Get("minimum")), number(sf.Tag.Get("maximum"))
		if e := sf.Tag.Get("enum"); e != "" {
			f.enum = strings.Split(e, ",")
		}
		f.minItems, _ = strconv.Atoi(sf.Tag.Get("minItems"))
		f.maxItems, _ = strconv.Atoi(sf.Tag.Get("maxItems"))
		out = append(out, f)
	}
	return out
}

func number(s string) *float64 {
	if s == "" {
		return nil
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic("schema: bad bound " + s)
	}
	return &v
}

// Given is what was written: datafile.Doc is one.
type Given interface {
	// Has says whether the field with a path was written.
	Has(path string) bool
	// Scalar says as what: "int", "float", "bool", "string", "null", or "".
	Scalar(path string) string
}

// Settle fills the defaults of absent fields of the struct that v points to and checks the
// present ones.
func Settle(v any, given Given) []Fault {
	var out []Fault
	settle(reflect.ValueOf(v).Elem(), "", given, &out)
	return out
}

func settle(v reflect.Value, path string, given Given, out *[]Fault) {
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return
		}
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.Struct:
		for _, f := range fields(v.Type()) {
			settleField(v.Field(f.index), f, join(path, f.name), given, out)
		}
	case reflect.Slice:
		for i := range v.Len() {
			settle(v.Index(i), fmt.Sprintf("%s[%d]", path, i), given, out)
		}
	}
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func settleField(v reflect.Value, f field, path string, given Given, out *[]Fault) {
	if !given.Has(path) {
		if f.required {
			*out = append(*out, Fault{Field: path, Kind: "missing"})
			return
		}
		if f.def == "" {
			return
		}
		setDefault(v, f.def)
	}
	e := v
	for e.Kind() == reflect.Pointer {
		if e.IsNil() {
			return
		}
		e = e.Elem()
	}
	if want, ok := written(e.Kind(), given, path); !ok {
		*out = append(*out, Fault{path, "type", given.Scalar(path), want})
		return
	}
	switch e.Kind() {
	case reflect.Int, reflect.Int64, reflect.Float64:
		x := e.Convert(reflect.TypeFor[float64]()).Float()
		if f.min != nil && x < *f.min || x != x {
			*out = append(*out, Fault{path, "below", e.Interface(), bound(f.min)})
		} else if f.max != nil && x > *f.max {
			*out = append(*out, Fault{path, "above", e.Interface(), bound(f.max)})
		}
	case reflect.String:
		if f.enum != nil && !contains(f.enum, e.String()) {
			*out = append(*out, Fault{path, "enum", e.String(), strings.Join(f.enum, ", ")})
		}
	case reflect.Slice:
		if e.Len() < f.minItems {
			*out = append(*out, Fault{path, "few", e.Len(), strconv.Itoa(f.minItems)})
		}
		if f.maxItems > 0 && e.Len() > f.maxItems {
			*out = append(*out, Fault{path, "many", e.Len(), strconv.Itoa(f.maxItems)})
		}
		if f.enum != nil {
			for i := range e.Len() {
				if s := e.Index(i); s.Kind() == reflect.String && !contains(f.enum, s.String()) {
					*out = append(*out, Fault{fmt.Sprintf("%s[%d]", path, i), "enum", s.String(), strings.Join(f.enum, ", ")})
				}
			}
		}
	}
	settle(e, path, given, out)
}

// written says whether a given scalar is written as its type wants; readers of YAML are more lenient.
func written(k reflect.Kind, given Given, path string) (want string, ok bool) {
	if !given.Has(path) {
		return "", true
	}
	got := given.Scalar(path)
	switch k {
	case reflect.Int, reflect.Int64:
		return "int", got == "int"
	case reflect.Float64:
		return "float", got == "int" || got == "float"
	case reflect.Bool:
		return "bool", got == "bool"
	case reflect.String:
		return "string", got != "" && got != "null"
	}
	return "", true
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

func bound(f *float64) string {
	if f == nil {
		return "0"
	}
	return strconv.FormatFloat(*f, 'f', -1, 64)
}

func setDefault(v reflect.Value, def string) {
	for v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(def)
	case reflect.Bool:
		v.SetBool(def == "true")
	case reflect.Int, reflect.Int64:
		n, err := strconv.ParseInt(def, 10, 64)
		if err != nil {
			panic("schema: bad default " + def)
		}
		v.SetInt(n)
	case reflect.Float64:
		n, err := strconv.ParseFloat(def, 64)
		if err != nil {
			panic("schema: bad default " + def)
		}
		v.SetFloat(n)
	default:
		panic("schema: default on " + v.Type().String())
	}
}

// JSON returns the JSON Schema (draft 2020-12) of a struct type as a tree for encoding. describe
// gives the words for a field name; it may return "".
func JSON(t reflect.Type, describe func(name string) string) map[string]any {
	s := node(t, describe)
	s["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	return s
}

func node(t reflect.Type, describe func(string) string) map[string]any {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.Struct:
		props := map[string]any{}
		order := []string{}
		var required []string
		for _, f := range fields(t) {
			props[f.name] = property(t.Field(f.index).Type, f, describe)
			order = append(order, f.name)
			if f.required {
				required = append(required, f.name)
			}
		}
		s := map[string]any{"type": "object", "properties": props, "additionalProperties": false, "x-order": order}
		if required != nil {
			s["required"] = required
		}
		return s
	case reflect.Slice:
		return map[string]any{"type": "array", "items": node(t.Elem(), describe)}
	case reflect.Map:
		return map[string]any{"type": "object", "additionalProperties": node(t.Elem(), describe)}
	case reflect.Int, reflect.Int64:
		return map[string]any{"type": "integer"}
	case reflect.Float64:
		return map[string]any{"type": "number"}
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	}
	return map[string]any{"type": "string"}
}

func property(t reflect.Type, f field, describe func(string) string) map[string]any {
	s := node(t, describe)
	if d := describe(f.name); d != "" {
		s["description"] = d
	}
	if f.min != nil {
		s["minimum"] = *f.min
	}
	if f.max != nil {
		s["maximum"] = *f.max
	}
	if f.enum != nil {
		on := s
		if s["type"] == "array" {
			on = s["items"].(map[string]any)
		}
		on["enum"] = f.enum
	}
	if f.minItems > 0 {
		s["minItems"] = f.minItems
	}
	if f.maxItems > 0 {
		s["maxItems"] = f.maxItems
	}
	if f.def != "" {
		switch s["type"] {
		case "boolean":
			s["default"] = f.def == "true"
		case "integer", "number":
			s["default"] = *number(f.def)
		default:
			s["default"] = f.def
		}
	}
	return s
}
