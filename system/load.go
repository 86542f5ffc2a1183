package system

import (
	"errors"
	"sort"
	"strings"

	"umpire/explain"
	"umpire/internal/datafile"
	"umpire/internal/schema"
	"umpire/rulebook"
)

// Setup is an engagement as read from a file, with the options it is to be judged under.
type Setup struct {
	System     *System
	Kind       *Kind
	Title      string
	Options    rulebook.Choices
	Engagement Engagement

	doc *datafile.Doc
}

// header is the part of an engagement that is the same in every system.
type header struct {
	System  string           `yaml:"system"`
	Kind    string           `yaml:"kind"`
	Title   string           `yaml:"title"`
	Options rulebook.Choices `yaml:"options"`
}

// headerKeys are the fields of header in a file.
var headerKeys = []string{"system", "kind", "title", "options"}

// Read reads an engagement from a parsed document. The system named in the document must be one
// of those given; where it names none, fallback holds. Errors are explain.Problems.
func Read(doc *datafile.Doc, all []*System, fallback *System) (*Setup, error) {
	if !doc.IsMapping() {
		return nil, explain.Problems{placed(doc, explain.Wrong("", "not-a-mapping"))}
	}
	var h header
	var rest []string
	for _, k := range doc.Keys() {
		if !contains(headerKeys, k) {
			rest = append(rest, k)
		}
	}
	if err := doc.Without(rest...).Decode(&h); err != nil {
		return nil, FileProblem(err)
	}
	s := &Setup{System: fallback, Title: h.Title, Options: h.Options, doc: doc}
	if h.System != "" || fallback == nil {
		s.System = nil
		var ids []string
		for _, x := range all {
			ids = append(ids, x.ID)
			if x.ID == h.System {
				s.System = x
			}
		}
		if s.System == nil {
			return nil, s.wrong("system", "unknown-system", h.System, ids)
		}
	}
	s.Kind = s.System.Kind(h.Kind)
	if s.Kind == nil {
		var ids []string
		for _, k := range s.System.Kinds {
			ids = append(ids, k.ID)
		}
		return nil, s.wrong("kind", "unknown-kind", h.Kind, ids)
	}
	if err := s.checkOptions(); err != nil {
		return nil, err
	}
	s.Engagement = s.Kind.New()
	body := doc.Without(headerKeys...)
	if err := body.Decode(s.Engagement); err != nil {
		return nil, FileProblem(err)
	}
	var ps explain.Problems
	for _, f := range schema.Settle(s.Engagement, doc) {
		ps = append(ps, placed(doc, explain.Wrong(f.Field, "field-"+f.Kind, explain.Is("value", f.Value), explain.Is("want", f.Want))))
	}
	if ps != nil {
		return nil, ps
	}
	return s, nil
}

// ReadFile reads an engagement from the text of a YAML or JSON file.
func ReadFile(file string, text []byte, all []*System) (*Setup, error) {
	doc, err := datafile.Parse(file, text)
	if err != nil {
		return nil, FileProblem(err)
	}
	return Read(doc, all, nil)
}

// Judge judges the engagement; problems come with their place in the file.
func (s *Setup) Judge() (*Judgement, error) {
	j, err := s.Engagement.Judge(s.Options)
	if err != nil {
		var ps explain.Problems
		if !errors.As(err, &ps) {
			var p *explain.Problem
			if !errors.As(err, &p) {
				return nil, err
			}
			ps = explain.Problems{p}
		}
		for i, p := range ps {
			ps[i] = placed(s.doc, p)
		}
		return nil, ps
	}
	if r := j.Refusal; r != nil {
		r.File = s.doc.File
		r.Line, r.Column = s.doc.Place(r.Field)
	}
	return j, nil
}

func (s *Setup) wrong(field, key, value string, want []string) error {
	return explain.Problems{placed(s.doc, explain.Wrong(field, key, explain.Is("value", value), explain.Is("want", strings.Join(want, ", "))))}
}

func (s *Setup) checkOptions() error {
	ids := make([]string, 0, len(s.Options))
	for id := range s.Options {
		ids = append(ids, id)
	}
	sort.Strings(ids)
	for _, id := range ids {
		o := s.System.Book.Option(id)
		switch {
		case o == nil:
			return s.wrong("options."+id, "unknown-option", id, nil)
		case !o.Has(s.Options[id]):
			var vs []string
			for _, v := range o.Values {
				vs = append(vs, v.ID)
			}
			return s.wrong("options."+id, "unknown-value", s.Options[id], vs)
		case o.Fixed && s.Options[id] != o.Default():
			return s.wrong("options."+id, "fixed-option", s.Options[id], []string{o.Default()})
		}
	}
	return nil
}

// placed puts file, line and column of the problem's field into it.
func placed(doc *datafile.Doc, p *explain.Problem) *explain.Problem {
	p.File = doc.File
	p.Line, p.Column = doc.Place(p.Field)
	return p
}

// FileProblem turns an error of the file reader into problems.
func FileProblem(err error) error {
	var e *datafile.Error
	if !errors.As(err, &e) {
		return err
	}
	return explain.Problems{{
		Place: explain.Place{File: e.File, Line: e.Line, Column: e.Column, Field: e.Field},
		Key:   "file-" + string(e.Fault),
		Facts: []explain.Fact{explain.Is("detail", e.Detail)},
	}}
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
