// Package casebook reads worked cases that a wargamer can write, and runs them: an engagement,
// the dice that fell, and what must come of it, or the exact odds that it must have.
//
//	system: squad-ww2
//	cases:
//	  - name: seven of twelve lost, the squad goes to ground
//	    rules: [SQ-PIN-02]              # each must be cited by what happens
//	    engagement: {kind: fire, …}
//	    dice: 4 6 5 1 / 2               # in the order in which they fall; @90 is a direction
//	    decide: {victim: [class-2]}     # answers to decisions, by key
//	    needs: {to-hit: [4, 3]}         # numbers before the roll, in their order
//	    expect: {casualties: 7, pinned: true}
//	    odds: {pinned: 1/3, casualties>=5: 7/12, mean casualties: 5/2, "pinned | casualties=7": 2/3}
//	  - name: a pinned squad may not fire
//	    engagement: {kind: fire, …}
//	    refused: SQ-ELIG-09
package casebook

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"umpire/dice"
	"umpire/explain"
	"umpire/internal/datafile"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// Book is a file of cases.
type Book struct {
	File  string
	Cases []Case
}

// Case is one worked case.
type Case struct {
	explain.Place // of the case in its file
	Name          string
	Rules         []rulebook.ID
	Setup         *system.Setup
	Dice          []int16
	HasDice       bool
	Decide        procedure.Decisions
	Needs         []Need
	Expect        []Expect
	Odds          []Odds
	Refused       rulebook.ID

	doc *datafile.Doc
}

// Need is what the numbers of one key must be before the roll, in their order.
type Need struct {
	Key    string
	Values []string // "4", "impossible", "automatic"
}

// Expect is the value that a measure must have at the end of the recorded play.
type Expect struct {
	Measure string
	Value   int
}

// Odds is a chance or a mean that must be met exactly.
type Odds struct {
	Text string // as written
	Want *big.Rat
	Mean bool
	Of   Cond
	If   []Cond // all must hold; the chance is conditional on them
}

// Cond is a condition on a measure.
type Cond struct {
	Measure string
	Op      string // ">=", "<=", "="
	Value   int
}

// Holds says whether the value meets the condition.
func (c Cond) Holds(v int) bool {
	switch c.Op {
	case ">=":
		return v >= c.Value
	case "<=":
		return v <= c.Value
	}
	return v == c.Value
}

// rawCase is a case as it stands in the file, without its engagement.
type rawCase struct {
	Name    string         `yaml:"name"`
	Rules   []rulebook.ID  `yaml:"rules"`
	Dice    any            `yaml:"dice"`
	Decide  map[string]any `yaml:"decide"`
	Needs   map[string]any `yaml:"needs"`
	Expect  map[string]any `yaml:"expect"`
	Odds    map[string]any `yaml:"odds"`
	Refused rulebook.ID    `yaml:"refused"`
}

// Read reads a casebook. Faults are explain.Problems with file and line; a fault in one case
// does not hide those of the others.
func Read(file string, text []byte, all []*system.System) (*Book, error) {
	doc, err := datafile.Parse(file, text)
	if err != nil {
		return nil, system.FileProblem(err)
	}
	if !doc.IsMapping() {
		return nil, explain.Problems{problem(doc, "", "not-a-mapping")}
	}
	var head struct {
		System string `yaml:"system"`
	}
	if err := doc.Without("cases").Decode(&head); err != nil {
		return nil, system.FileProblem(err)
	}
	var sys *system.System
	var ids []string
	for _, s := range all {
		ids = append(ids, s.ID)
		if s.ID == head.System {
			sys = s
		}
	}
	if sys == nil && head.System != "" {
		return nil, explain.Problems{problem(doc, "system", "unknown-system", explain.Is("value", head.System), explain.Is("want", strings.Join(ids, ", ")))}
	}
	list := doc.Field("cases")
	if list == nil || len(list.Items()) == 0 {
		return nil, explain.Problems{problem(doc, "cases", "no-cases")}
	}
	b := &Book{File: file}
	var ps explain.Problems
	for _, item := range list.Items() {
		c, err := read(item, all, sys)
		if err != nil {
			if more, ok := err.(explain.Problems); ok {
				ps = append(ps, more...)
				continue
			}
			return nil, err
		}
		b.Cases = append(b.Cases, *c)
	}
	return b, ps.OrNil()
}

func problem(doc *datafile.Doc, field, key string, facts ...explain.Fact) *explain.Problem {
	p := explain.Wrong(field, key, facts...)
	p.File = doc.File
	p.Line, p.Column = doc.Place(field)
	return p
}

func read(doc *datafile.Doc, all []*system.System, sys *system.System) (*Case, error) {
	if !doc.IsMapping() {
		return nil, explain.Problems{problem(doc, "", "not-a-mapping")}
	}
	var raw rawCase
	if err := doc.Without("engagement").Decode(&raw); err != nil {
		return nil, system.FileProblem(err)
	}
	c := &Case{Name: raw.Name, Rules: raw.Rules, Refused: raw.Refused, HasDice: raw.Dice != nil, doc: doc}
	c.File = doc.File
	c.Line, c.Column = doc.Place("name")
	var ps explain.Problems
	fault := func(field, key string, facts ...explain.Fact) {
		ps = append(ps, problem(doc, field, key, facts...))
	}
	if raw.Name == "" {
		fault("name", "field-missing")
	}
	if raw.Expect != nil && raw.Dice == nil {
		raw.Dice, c.HasDice = "", true
	}
	if raw.Dice == nil && raw.Odds == nil && raw.Needs == nil && raw.Refused == "" {
		fault("", "case-says-nothing")
	}
	eng := doc.Field("engagement")
	if eng == nil {
		fault("engagement", "field-missing")
	} else if s, err := system.Read(eng, all, sys); err != nil {
		more, ok := err.(explain.Problems)
		if !ok {
			return nil, err
		}
		for _, p := range more {
			p.Field = strings.TrimSuffix("engagement."+p.Field, ".")
		}
		ps = append(ps, more...)
	} else {
		c.Setup = s
		for i, id := range raw.Rules {
			if s.System.Book.Rule(id) == nil {
				fault(fmt.Sprintf("rules[%d]", i), "unknown-rule", explain.Is("value", string(id)))
			}
		}
		if raw.Refused != "" && s.System.Book.Rule(raw.Refused) == nil {
			fault("refused", "unknown-rule", explain.Is("value", string(raw.Refused)))
		}
	}
	var err error
	if c.Dice, err = parseDice(raw.Dice); err != nil {
		fault("dice", "not-dice", explain.Is("value", err.Error()))
	}
	c.Decide = procedure.Decisions{}
	for _, k := range keys(raw.Decide) {
		for _, a := range list(raw.Decide[k]) {
			c.Decide[k] = append(c.Decide[k], fmt.Sprint(a))
		}
		if !c.HasDice { // odds follow the policy of each decision
			fault("decide", "decision-unused", explain.Is("key", k), explain.Is("value", strings.Join(c.Decide[k], ", ")))
		}
	}
	for _, k := range keys(raw.Needs) {
		n := Need{Key: k}
		for _, v := range list(raw.Needs[k]) {
			n.Values = append(n.Values, strings.TrimSuffix(fmt.Sprint(v), "+"))
		}
		c.Needs = append(c.Needs, n)
	}
	for _, k := range keys(raw.Expect) {
		v, ok := integer(raw.Expect[k])
		if !ok {
			fault("expect."+k, "not-a-count", explain.Is("value", fmt.Sprint(raw.Expect[k])))
		}
		c.Expect = append(c.Expect, Expect{k, v})
	}
	for _, k := range keys(raw.Odds) {
		o, err := parseOdds(k)
		want, ok := new(big.Rat).SetString(strings.ReplaceAll(fmt.Sprint(raw.Odds[k]), " ", ""))
		if err != nil || !ok {
			fault("odds", "not-odds", explain.Is("value", fmt.Sprintf("%s: %v", k, raw.Odds[k])))
			continue
		}
		o.Want = want
		c.Odds = append(c.Odds, o)
	}
	if ps != nil {
		return nil, ps
	}
	return c, nil
}

func keys(m map[string]any) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// list returns a value as a list of one, or the list that it is.
func list(v any) []any {
	if l, ok := v.([]any); ok {
		return l
	}
	return []any{v}
}

func integer(v any) (int, bool) {
	switch x := v.(type) {
	case bool:
		if x {
			return 1, true
		}
		return 0, true
	case int64:
		return int(x), true
	case uint64:
		return int(x), true
	case int:
		return x, true
	}
	return 0, false
}

// parseDice reads dice written as a string or as a list.
func parseDice(v any) ([]int16, error) {
	if v == nil {
		return nil, nil
	}
	var parts []string
	for _, x := range list(v) {
		for _, y := range list(x) {
			parts = append(parts, fmt.Sprint(y))
		}
	}
	return dice.Parse(strings.Join(parts, " "))
}

// parseOdds reads the left side of an odds line: "pinned", "casualties>=5", "mean casualties",
// each with an optional condition after a bar.
func parseOdds(text string) (Odds, error) {
	o := Odds{Text: text}
	head, given, conditional := strings.Cut(text, "|")
	head = strings.TrimSpace(head)
	if rest, ok := strings.CutPrefix(head, "mean "); ok {
		o.Mean = true
		head = strings.TrimSpace(rest)
	}
	var err error
	if o.Of, err = ParseCond(head); err != nil {
		return o, err
	}
	if conditional {
		for _, part := range strings.Split(given, "&") {
			c, err := ParseCond(strings.TrimSpace(part))
			if err != nil {
				return o, err
			}
			o.If = append(o.If, c)
		}
	}
	return o, nil
}

// ParseCond reads a condition: "casualties>=5", "left=0", or a bare "pinned", which means "pinned>=1".
func ParseCond(text string) (Cond, error) {
	for _, op := range []string{">=", "<=", "="} {
		if m, v, ok := strings.Cut(text, op); ok {
			c := Cond{Measure: strings.TrimSpace(m), Op: op}
			if _, err := fmt.Sscanf(strings.TrimSpace(v), "%d", &c.Value); err != nil {
				return c, fmt.Errorf("%q: no number after %s", text, op)
			}
			return c, nil
		}
	}
	if text == "" || strings.ContainsAny(text, "<> ") {
		return Cond{}, fmt.Errorf("%q is no condition", text)
	}
	return Cond{text, ">=", 1}, nil
}
