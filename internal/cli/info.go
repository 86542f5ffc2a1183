package cli

import (
	"fmt"
	"reflect"
	"strings"

	"umpire/explain"
	"umpire/internal/chart"
	"umpire/internal/schema"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

type aboutCmd struct{}

func (aboutCmd) Run(s *session) error {
	s.printf("%s\n\n%s:\n", s.words.Say("ui-about"), s.words.Say("ui-examples"))
	for _, line := range []string{
		"umpire resolve examples/rifles-at-grenadiers.yaml",
		"umpire resolve examples/rifles-at-grenadiers.yaml --ask",
		"umpire odds examples/rifles-at-grenadiers.yaml --fractions",
		"umpire rules squad-ww2 SQ-PIN-10",
		"umpire flow squad-ww2 fire",
	} {
		s.printf("  %s\n", line)
	}
	return nil
}

type versionCmd struct{}

func (versionCmd) Run(s *session) error {
	if s.json {
		vs := map[string]string{"umpire": Version}
		for _, x := range s.systems {
			vs[x.ID] = x.Version
		}
		return s.writeJSON(vs)
	}
	s.printf("umpire %s\n", Version)
	for _, x := range s.systems {
		s.printf("%s %s\n", x.ID, x.Version)
	}
	return nil
}

type systemsCmd struct {
	System string `arg:"" optional:""`
}

func (c systemsCmd) Run(s *session) error {
	list := s.systems
	if c.System != "" {
		x, err := s.system(c.System)
		if err != nil {
			return err
		}
		list = []*system.System{x}
	}
	type kind struct {
		ID   string        `json:"id"`
		Name rulebook.Text `json:"name"`
	}
	type sys struct {
		ID      string        `json:"id"`
		Version string        `json:"version"`
		Name    rulebook.Text `json:"name"`
		About   rulebook.Text `json:"about"`
		Kinds   []kind        `json:"kinds"`
	}
	var out []sys
	l := string(s.words.Lang)
	for _, x := range list {
		row := sys{ID: x.ID, Version: x.Version, Name: x.Name, About: x.About}
		s2 := fmt.Sprintf("%s  %s (%s)\n  %s\n  %s:\n", s.bold(x.ID), x.Name.In(l), s.words.Say("ui-rules", explain.Is("n", len(x.Book.Rules()))), x.About.In(l), s.words.Say("ui-kinds"))
		for _, k := range x.Kinds {
			row.Kinds = append(row.Kinds, kind{k.ID, k.Name})
			s2 += fmt.Sprintf("    %-16s %s\n", k.ID, k.Name.In(l))
		}
		out = append(out, row)
		if !s.json {
			s.printf("%s", s2)
		}
	}
	if s.json {
		return s.writeJSON(out)
	}
	return nil
}

type rulesCmd struct {
	System  string `arg:""`
	Query   string `arg:"" optional:""`
	Options bool   `help:"${help_options}"`
}

func (c rulesCmd) Run(s *session) error {
	x, err := s.system(c.System)
	if err != nil {
		return err
	}
	l := string(s.words.Lang)
	if c.Options {
		if s.json {
			return s.writeJSON(x.Book.Options)
		}
		for i := range x.Book.Options {
			s.option(&x.Book.Options[i])
		}
		return nil
	}
	if r := x.Book.Rule(rulebook.ID(strings.ToUpper(c.Query))); r != nil {
		if s.json {
			return s.writeJSON(r)
		}
		s.rule(x, r)
		return nil
	}
	var found []rulebook.Rule
	query := strings.ToLower(c.Query)
	for _, ch := range x.Book.Chapters {
		head := false
		for _, r := range ch.Rules {
			hay := strings.ToLower(string(r.ID) + " " + r.Title.In(l) + " " + r.Text.In(l))
			if !strings.Contains(hay, query) {
				continue
			}
			found = append(found, r)
			if !s.json {
				if !head {
					s.printf("%s\n", s.bold(ch.Title.In(l)))
					head = true
				}
				s.printf("  %-15s %s\n", r.ID, r.Title.In(l))
			}
		}
	}
	if s.json {
		return s.writeJSON(found)
	}
	if len(found) == 0 {
		s.printf("%s\n", s.words.Say("ui-nothing-found", explain.Is("n", c.Query)))
		return errNo
	}
	return nil
}

func (s *session) rule(x *system.System, r *rulebook.Rule) {
	l := string(s.words.Lang)
	origin := s.words.Say("ui-origin-"+string(r.Origin), explain.Is("n", r.Where))
	s.printf("%s  %s\n%s\n\n(%s)\n", s.bold(string(r.ID)), r.Title.In(l), r.Text.In(l), origin)
	if r.Needs == "map" {
		s.printf("%s\n", s.words.Say("ui-needs-map"))
	}
	if len(r.Options) > 0 {
		s.printf("\n%s:\n", s.words.Say("ui-changed-by"))
		for _, id := range r.Options {
			if o := x.Book.Option(strings.TrimPrefix(id, "OPT-")); o != nil {
				s.option(o)
			}
		}
	}
}

func (s *session) option(o *rulebook.Option) {
	l := string(s.words.Lang)
	mark := ""
	if o.Fixed {
		mark = ", " + s.words.Say("ui-fixed")
	}
	s.printf("%s  %s (%s%s)\n", s.bold(o.ID), o.Title.In(l), o.Kind, mark)
	for i, v := range o.Values {
		def := ""
		if i == 0 {
			def = " (" + s.words.Say("ui-default") + ")"
		}
		s.printf("    %s%s: %s\n", v.ID, def, v.Text.In(l))
	}
	s.printf("    %s\n", o.Why.In(l))
}

type flowCmd struct {
	System string `arg:""`
	Kind   string `arg:""`
	Format string `enum:"mermaid,svg" default:"mermaid" help:"${help_format}"`
	Out    string `help:"${help_out}"`
}

func (c flowCmd) Run(s *session) error {
	x, err := s.system(c.System)
	if err != nil {
		return err
	}
	nodes, err := s.flow(x, c.Kind)
	if err != nil {
		return err
	}
	if s.json {
		return s.writeJSON(nodes)
	}
	label := func(key string) string { return s.words.Say("step." + key) }
	text := chart.Mermaid(nodes, label)
	if c.Format == "svg" {
		text = chart.Flow(nodes, label)
	}
	return s.out(c.Out, text)
}

// flow returns the steps of a kind's sample, or of an engagement file.
func (s *session) flow(x *system.System, kind string) ([]procedure.Node, error) {
	var text []byte
	file := kind
	if k := x.Kind(kind); k != nil {
		text = []byte("system: " + x.ID + "\nkind: " + k.ID + "\n" + k.Sample)
	} else if strings.ContainsAny(kind, "./") {
		var err error
		if text, err = s.read(kind); err != nil {
			return nil, err
		}
	} else {
		return nil, s.unknownKind(x, kind)
	}
	_, j, err := s.load(file, text)
	if err != nil {
		return nil, err
	}
	if j.Refusal != nil {
		return nil, s.refused(j.Refusal)
	}
	return j.Program.Flow(), nil
}

func (s *session) unknownKind(x *system.System, kind string) error {
	var ids []string
	for _, k := range x.Kinds {
		ids = append(ids, k.ID)
	}
	return explain.Wrong("", "unknown-kind", explain.Is("value", kind), explain.Is("want", strings.Join(ids, ", ")))
}

type schemaCmd struct {
	System string `arg:""`
	Kind   string `arg:"" optional:""`
}

func (c schemaCmd) Run(s *session) error {
	x, err := s.system(c.System)
	if err != nil {
		return err
	}
	if c.Kind == "" {
		all := map[string]any{}
		for i := range x.Kinds {
			all[x.Kinds[i].ID] = s.schema(x, &x.Kinds[i])
		}
		return s.writeJSON(all)
	}
	k := x.Kind(c.Kind)
	if k == nil {
		return s.unknownKind(x, c.Kind)
	}
	return s.writeJSON(s.schema(x, k))
}

// schema is the JSON Schema of an engagement file of a kind, with the header that all files have.
func (s *session) schema(x *system.System, k *system.Kind) map[string]any {
	out := schema.JSON(reflect.TypeOf(k.New()), func(name string) string {
		if s.words.Has("field." + name) {
			return s.words.Say("field." + name)
		}
		return ""
	})
	props := out["properties"].(map[string]any)
	props["system"] = map[string]any{"const": x.ID}
	props["kind"] = map[string]any{"const": k.ID}
	props["title"] = map[string]any{"type": "string"}
	opts := map[string]any{}
	for _, o := range x.Book.Options {
		var vs []string
		for _, v := range o.Values {
			if vs = append(vs, v.ID); o.Fixed {
				break
			}
		}
		opts[o.ID] = map[string]any{"enum": vs, "default": o.Default(), "description": o.Title.In(string(s.words.Lang))}
	}
	props["options"] = map[string]any{"type": "object", "properties": opts, "additionalProperties": false}
	req, _ := out["required"].([]string)
	out["required"] = append([]string{"system", "kind"}, req...)
	out["title"] = k.Name.In(string(s.words.Lang))
	return out
}

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish"`
}

func (c completionCmd) Run(s *session) error {
	cmds := "systems rules flow schema resolve odds cases completion version"
	flags := "--lang --json --seed --dice --decide --ask --fractions --sweep --plot --given --goal --help"
	var ids []string
	for _, x := range s.systems {
		ids = append(ids, x.ID)
		for _, k := range x.Kinds {
			ids = append(ids, k.ID)
		}
	}
	words := cmds + " " + strings.Join(ids, " ") + " " + flags
	switch c.Shell {
	case "bash":
		s.printf("complete -o default -W %q umpire\n", words)
	case "zsh":
		s.printf("autoload -U bashcompinit && bashcompinit\ncomplete -o default -W %q umpire\n", words)
	case "fish":
		for _, w := range strings.Fields(words) {
			s.printf("complete -c umpire -a %q\n", w)
		}
	}
	return nil
}
