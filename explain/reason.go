// Package explain holds numbers that remember how they were made, refusals, and faults of
// input, all as data. Words for them are found only where they are shown.
package explain

import "umpire/rulebook"

// Fact is one value that a reason speaks of, such as a distance or a name.
type Fact struct {
	Name  string `json:"name"`
	Value any    `json:"value"` // int, float64 (lengths in cm), Length, string (shown as it is), rulebook.Text, or Word
}

// Word is a fact that is itself a key of the text catalogue, such as "front" or "infantry".
type Word string

// Length is a fact that is a distance on a table that measures in inches or in centimetres.
type Length struct {
	Value float64 `json:"value"`
	Unit  string  `json:"unit"` // "inch" or "cm"
}

// Is makes a fact.
func Is(name string, value any) Fact { return Fact{name, value} }

// Reason is one step of an explanation: the rule that speaks, the key of its text, the amount
// that it adds (0 where it adds none) and the facts that triggered it.
type Reason struct {
	Rule  rulebook.ID   `json:"rule"`
	Also  []rulebook.ID `json:"also,omitempty"` // further rules that it rests on
	Key   string        `json:"key"`
	Value int           `json:"value,omitempty"`
	Facts []Fact        `json:"facts,omitempty"`
}

// Because makes a reason that adds nothing.
func Because(rule rulebook.ID, key string, facts ...Fact) Reason {
	return Reason{Rule: rule, Key: key, Facts: facts}
}

// And returns the reason resting on further rules.
func (r Reason) And(rules ...rulebook.ID) Reason {
	r.Also = append(r.Also[:len(r.Also):len(r.Also)], rules...)
	return r
}

// Rules returns all rules that the reason cites.
func (r Reason) Rules() []rulebook.ID { return append([]rulebook.ID{r.Rule}, r.Also...) }

// Worth makes a reason that carries a value: the base of a number or a signed change.
func Worth(rule rulebook.ID, key string, value int, facts ...Fact) Reason {
	return Reason{Rule: rule, Key: key, Value: value, Facts: facts}
}
