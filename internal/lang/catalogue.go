// Package lang finds the words for what the rules say as data, in Russian and English. It is
// the only place where a key becomes text.
package lang

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"embed"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"umpire/internal/datafile"
	"umpire/system"
)

//go:embed text
var own embed.FS

// Lang is a language: "ru" or "en".
type Lang string

const (
	RU Lang = "ru"
	EN Lang = "en"
)

// entry is the words of one key in both languages: plural form to text, "other" when there is one form.
type entry struct {
	forms map[Lang]map[string]string
	by    string // the fact that chooses the plural form
}

// entries are words by key.
type entries map[string]entry

// Catalogue holds the words of the program, which are common to all, and those of each rule
// system. Two systems may have other words for one key. A key of the program has the same words
// everywhere: no system may have it too.
type Catalogue struct {
	common entries
	of     map[string]entries // by id of the system
}

// New reads the program's words and those of the systems.
func New(systems ...*system.System) (*Catalogue, error) {
	c := &Catalogue{common: entries{}, of: map[string]entries{}}
	if err := c.common.read(own, nil); err != nil {
		return nil, err
	}
	for _, s := range systems {
		if c.of[s.ID] != nil {
			return nil, fmt.Errorf("the system %s stands twice", s.ID)
		}
		c.of[s.ID] = entries{}
		if err := c.of[s.ID].read(s.Texts, c.common); err != nil {
			return nil, fmt.Errorf("%s: %w", s.ID, err)
		}
	}
	return c, nil
}

// read adds the words of the folder "text"; none of their keys may be one of those taken.
func (es entries) read(files fs.FS, taken entries) error {
	names, err := fs.Glob(files, "text/*.yaml")
	if err != nil {
		return err
	}
	slices.Sort(names)
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		var raw map[string]map[string]any
		if err := datafile.Decode(path.Base(name), text, &raw); err != nil {
			return err
		}
		for key, v := range raw {
			if _, ok := es[key]; ok {
				return fmt.Errorf("%s: %s stands twice", name, key)
			}
			if _, ok := taken[key]; ok {
				return fmt.Errorf("%s: %s has words of the program; take another key, or leave the words to it", name, key)
			}
			if es[key], err = newEntry(v); err != nil {
				return fmt.Errorf("%s: %s %w", name, key, err)
			}
		}
	}
	return nil
}

func newEntry(raw map[string]any) (entry, error) {
	e := entry{forms: map[Lang]map[string]string{}, by: "n"}
	if by, ok := raw["by"].(string); ok {
		e.by = by
	}
	for _, l := range []Lang{RU, EN} {
		switch x := raw[string(l)].(type) {
		case string:
			e.forms[l] = map[string]string{"other": x}
		case map[string]any:
			e.forms[l] = map[string]string{}
			for form, t := range x {
				e.forms[l][form] = fmt.Sprint(t)
			}
		default:
			return entry{}, fmt.Errorf("has no words in %s", l)
		}
	}
	return e, nil
}

// find returns the words of a key: those of the system, or else the common ones.
func (c *Catalogue) find(system, key string) (entry, bool) {
	if e, ok := c.of[system][key]; ok {
		return e, true
	}
	e, ok := c.common[key]
	return e, ok
}

var formNames = map[plural.Form]string{
	plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many", plural.Other: "other",
}

// form returns the name of the plural form of n.
func form(l Lang, n int) string {
	if n < 0 {
		n = -n
	}
	tag := language.English
	if l == RU {
		tag = language.Russian
	}
	return formNames[plural.Cardinal.MatchPlural(tag, n, 0, 0, 0, 0)]
}

// Faults lists what is wrong with the words: Russian plurals without one, few or many, and
// placeholders that stand in one language only.
func (c *Catalogue) Faults() []string {
	out := c.common.faults("")
	for id, es := range c.of {
		out = append(out, es.faults(id+": ")...)
	}
	slices.Sort(out)
	return out
}

func (es entries) faults(of string) []string {
	var out []string
	for key, e := range es {
		ru := e.forms[RU]
		if len(ru) > 1 && (ru["one"] == "" || ru["few"] == "" || ru["many"] == "") {
			out = append(out, of+key+": Russian needs one, few and many")
		}
		if en := e.forms[EN]; len(en) > 1 && (en["one"] == "" || en["other"] == "") {
			out = append(out, of+key+": English needs one and other")
		}
		a, b := placeholders(ru), placeholders(e.forms[EN])
		if !slices.Equal(a, b) {
			out = append(out, fmt.Sprintf("%s%s: placeholders %v in Russian, %v in English", of, key, a, b))
		}
	}
	return out
}

// placeholders returns the names between braces in all forms, sorted, each once.
func placeholders(forms map[string]string) []string {
	var out []string
	for _, t := range forms {
		for {
			_, rest, ok := strings.Cut(t, "{")
			if !ok {
				break
			}
			name, after, _ := strings.Cut(rest, "}")
			out = append(out, strings.TrimPrefix(name, "+"))
			t = after
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
