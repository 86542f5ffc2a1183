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

// Catalogue holds the words of the program and of rule systems.
type Catalogue struct{ entries map[string]entry }

// New reads the program's words and those of the systems.
func New(systems ...*system.System) (*Catalogue, error) {
	c := &Catalogue{entries: map[string]entry{}}
	if err := c.read(own); err != nil {
		return nil, err
	}
	for _, s := range systems {
		if err := c.read(s.Texts); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func (c *Catalogue) read(files fs.FS) error {
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
			if _, ok := c.entries[key]; ok {
				return fmt.Errorf("%s: %s stands twice", name, key)
			}
			e := entry{forms: map[Lang]map[string]string{}, by: "n"}
			if by, ok := v["by"].(string); ok {
				e.by = by
			}
			for _, l := range []Lang{RU, EN} {
				switch x := v[string(l)].(type) {
				case string:
					e.forms[l] = map[string]string{"other": x}
				case map[string]any:
					e.forms[l] = map[string]string{}
					for form, t := range x {
						e.forms[l][form] = fmt.Sprint(t)
					}
				default:
					return fmt.Errorf("%s: %s has no words in %s", name, key, l)
				}
			}
			c.entries[key] = e
		}
	}
	return nil
}

// Has says whether the key has words.
func (c *Catalogue) Has(key string) bool { _, ok := c.entries[key]; return ok }

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
	var out []string
	for key, e := range c.entries {
		ru := e.forms[RU]
		if len(ru) > 1 && (ru["one"] == "" || ru["few"] == "" || ru["many"] == "") {
			out = append(out, key+": Russian needs one, few and many")
		}
		if en := e.forms[EN]; len(en) > 1 && (en["one"] == "" || en["other"] == "") {
			out = append(out, key+": English needs one and other")
		}
		a, b := placeholders(ru), placeholders(e.forms[EN])
		if !slices.Equal(a, b) {
			out = append(out, fmt.Sprintf("%s: placeholders %v in Russian, %v in English", key, a, b))
		}
	}
	slices.Sort(out)
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
