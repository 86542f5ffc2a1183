package rulebook

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"umpire/internal/datafile"
)

// Load reads a book from the YAML files of a folder: one chapter a file, in the order of the
// file names, and the options in "options.yaml". It checks that ids are unique, that both
// languages are filled, and that rules and options name only each other.
func Load(files fs.FS, dir string) (*Book, error) {
	b := &Book{rules: map[ID]*Rule{}, options: map[string]*Option{}}
	names, err := fs.Glob(files, path.Join(dir, "*.yaml"))
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		if path.Base(name) == "options.yaml" {
			var opts struct {
				Options []Option `yaml:"options"`
			}
			if err := datafile.Decode(name, text, &opts); err != nil {
				return nil, err
			}
			b.Options = opts.Options
			continue
		}
		var c Chapter
		if err := datafile.Decode(name, text, &c); err != nil {
			return nil, err
		}
		b.Chapters = append(b.Chapters, c)
	}
	if err := b.index(); err != nil {
		return nil, err
	}
	if err := b.check(); err != nil {
		return nil, err
	}
	return b, nil
}

func (b *Book) index() error {
	for i := range b.Chapters {
		rules := b.Chapters[i].Rules
		for j := range rules {
			r := &rules[j]
			if b.rules[r.ID] != nil {
				return fmt.Errorf("rulebook: %s stands twice", r.ID)
			}
			b.rules[r.ID] = r
		}
	}
	for i := range b.Options {
		o := &b.Options[i]
		if b.options[o.ID] != nil {
			return fmt.Errorf("rulebook: option %s stands twice", o.ID)
		}
		b.options[o.ID] = o
	}
	return nil
}

func (b *Book) check() error {
	full := func(t Text) bool { return t.RU != "" && t.EN != "" }
	for id, r := range b.rules {
		if !full(r.Title) || !full(r.Text) {
			return fmt.Errorf("rulebook: %s lacks a title or text in one language", id)
		}
		if r.Origin != Source && r.Origin != Completion {
			return fmt.Errorf("rulebook: %s has origin %q", id, r.Origin)
		}
		if r.Needs != "" && r.Needs != "map" {
			return fmt.Errorf("rulebook: %s needs %q", id, r.Needs)
		}
		for _, o := range r.Options {
			if b.options[strings.TrimPrefix(o, "OPT-")] == nil {
				return fmt.Errorf("rulebook: %s names the unknown option %s", id, o)
			}
		}
	}
	for _, o := range b.Options {
		if len(o.Values) < 2 || !full(o.Title) || !full(o.Why) {
			return fmt.Errorf("rulebook: option %s lacks values or texts", o.ID)
		}
		for _, v := range o.Values {
			if v.ID == "" || !full(v.Text) {
				return fmt.Errorf("rulebook: option %s has a value without id or text", o.ID)
			}
		}
		for _, r := range o.Rules {
			if b.rules[r] == nil {
				return fmt.Errorf("rulebook: option %s names the unknown rule %s", o.ID, r)
			}
		}
	}
	return nil
}
