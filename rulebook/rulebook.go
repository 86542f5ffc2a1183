// Package rulebook holds what a rule system says of itself: its rules with their texts in both
// languages, the origin of each, and the options that change them.
package rulebook

import "slices"

// ID names one rule of one system, as in its catalogue: "SQ-HIT-01".
type ID string

// Text is one wording in both languages. Both are always filled.
type Text struct {
	RU string `yaml:"ru" json:"ru"`
	EN string `yaml:"en" json:"en"`
}

// In returns the wording in the language "ru" or "en"; any other language reads English.
func (t Text) In(lang string) string {
	if lang == "ru" {
		return t.RU
	}
	return t.EN
}

// Origin says where a rule comes from.
type Origin string

const (
	// Source is a rule that the system's own text states.
	Source Origin = "source"
	// Completion is a rule added where that text is silent or open.
	Completion Origin = "completion"
)

// Rule is one entry of a rulebook.
type Rule struct {
	ID      ID       `yaml:"id" json:"id"`
	Origin  Origin   `yaml:"origin" json:"origin"`
	Where   string   `yaml:"where" json:"where,omitempty"` // paragraphs of the source text
	Title   Text     `yaml:"title" json:"title"`
	Text    Text     `yaml:"text" json:"text"`
	Options []string `yaml:"options" json:"options,omitempty"` // options that change the rule, with the prefix OPT-
	Needs   string   `yaml:"needs" json:"needs,omitempty"`     // "map" for a rule that only positions on a table can decide
}

// Chapter is a group of rules in the order of the paper rules.
type Chapter struct {
	Key   string `yaml:"chapter" json:"chapter"`
	Title Text   `yaml:"title" json:"title"`
	Rules []Rule `yaml:"rules" json:"rules"`
}

// Value is one of the values that an option can take.
type Value struct {
	ID   string `yaml:"id" json:"id"`
	Text Text   `yaml:"text" json:"text"`
}

// Option is a choice between readings of the rules. Its first value is the default.
type Option struct {
	ID     string  `yaml:"id" json:"id"` // without the prefix OPT-
	Kind   string  `yaml:"kind" json:"kind"`
	Where  string  `yaml:"where" json:"where,omitempty"`
	Fixed  bool    `yaml:"fixed" json:"fixed,omitempty"` // decided once at the default; cannot be chosen
	Rules  []ID    `yaml:"rules" json:"rules,omitempty"`
	Title  Text    `yaml:"title" json:"title"`
	Why    Text    `yaml:"why" json:"why"`
	Values []Value `yaml:"values" json:"values"`
}

// Default returns the value that holds unless another is chosen.
func (o *Option) Default() string { return o.Values[0].ID }

// Has says whether v is one of the option's values.
func (o *Option) Has(v string) bool {
	return slices.ContainsFunc(o.Values, func(x Value) bool { return x.ID == v })
}

// Book is the rulebook of one system.
type Book struct {
	Chapters []Chapter
	Options  []Option

	rules   map[ID]*Rule
	options map[string]*Option
}

// Rule returns the rule of that id, or nil.
func (b *Book) Rule(id ID) *Rule { return b.rules[id] }

// Option returns the option of that id (without the prefix OPT-), or nil.
func (b *Book) Option(id string) *Option { return b.options[id] }

// Rules returns all rules in the order of the book.
func (b *Book) Rules() []Rule {
	var all []Rule
	for _, c := range b.Chapters {
		all = append(all, c.Rules...)
	}
	return all
}

// Choices are the values chosen for options, by option id. An option that is absent has its default.
type Choices map[string]string

// Is says whether the option has the value. Asking for an option or value that the book does
// not hold is a mistake of the program and panics.
func (b *Book) Is(c Choices, option, value string) bool {
	o := b.options[option]
	if o == nil || !o.Has(value) {
		panic("rulebook: no option " + option + " with value " + value)
	}
	if v, ok := c[option]; ok {
		return v == value
	}
	return o.Default() == value
}
