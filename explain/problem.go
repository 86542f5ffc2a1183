package explain

import (
	"fmt"
	"strings"
)

// Place is where in an input something stands. Zero fields are unknown.
type Place struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	Field  string `json:"field,omitempty"` // "target.men", "shooters[1].weapon"
}

// String writes the place as file:line:column.
func (p Place) String() string {
	var b strings.Builder
	b.WriteString(p.File)
	if p.Line > 0 {
		fmt.Fprintf(&b, ":%d", p.Line)
		if p.Column > 0 {
			fmt.Fprintf(&b, ":%d", p.Column)
		}
	}
	return b.String()
}

// Problem is a fault of the input: what is wrong, where, and (in its facts) what would be right.
// Its words are in the text catalogue under Key.
type Problem struct {
	Place
	Key   string `json:"key"`
	Facts []Fact `json:"facts,omitempty"`
}

// Wrong makes a problem of a field.
func Wrong(field, key string, facts ...Fact) *Problem {
	return &Problem{Place: Place{Field: field}, Key: key, Facts: facts}
}

// Error gives the bare data; the edge has the words.
func (p *Problem) Error() string {
	var b strings.Builder
	if s := p.Place.String(); s != "" {
		b.WriteString(s + ": ")
	}
	if p.Field != "" {
		b.WriteString(p.Field + ": ")
	}
	b.WriteString(p.Key)
	for _, f := range p.Facts {
		fmt.Fprintf(&b, " %s=%v", f.Name, f.Value)
	}
	return b.String()
}

// Problems is every fault found in one input.
type Problems []*Problem

// Error joins the faults, one a line.
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.Error()
	}
	return strings.Join(lines, "\n")
}

// OrNil returns the problems as an error, or nil when there are none.
func (ps Problems) OrNil() error {
	if len(ps) == 0 {
		return nil
	}
	return ps
}
