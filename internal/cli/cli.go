// Package cli is the command line of Umpire.
package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"umpire/casebook"
	"umpire/explain"
	"umpire/internal/lang"
	"umpire/odds"
	"umpire/procedure"
	"umpire/system"
	"umpire/systems"
)

// Version is the version of the program.
const Version = "0.1.0"

// Exit statuses.
const (
	OK       = 0
	No       = 1 // the answer is "no": a case failed
	BadInput = 2
)

// IO is what a run of the program talks to.
type IO struct {
	In       io.Reader
	Out, Err io.Writer
	Env      func(string) string
	Terminal bool // Out is a terminal: colours and bars may be drawn
}

// commands is the command line, read by kong.
type commands struct {
	Lang string `enum:"ru,en," default:"" help:"${help_lang}"`
	JSON bool   `name:"json" help:"${help_json}"`

	About      aboutCmd      `cmd:"" default:"1" hidden:""`
	Systems    systemsCmd    `cmd:"" help:"${help_systems}"`
	Rules      rulesCmd      `cmd:"" help:"${help_rules}"`
	Flow       flowCmd       `cmd:"" help:"${help_flow}"`
	Schema     schemaCmd     `cmd:"" help:"${help_schema}"`
	Resolve    resolveCmd    `cmd:"" help:"${help_resolve}"`
	Odds       oddsCmd       `cmd:"" help:"${help_odds}"`
	Cases      casesCmd      `cmd:"" help:"${help_cases}"`
	Completion completionCmd `cmd:"" help:"${help_completion}"`
	Version    versionCmd    `cmd:"" help:"${help_version}"`
}

// session is what every command gets.
type session struct {
	IO
	words   *lang.Words // of the system at hand, once it is known
	systems []*system.System
	json    bool
	ctx     context.Context
}

// errNo ends a run with the answer "no", after it has been printed.
var errNo = errors.New("no")

// Run carries one command out and returns its exit status.
func Run(ctx context.Context, args []string, std IO) int {
	all := systems.All()
	cat, err := lang.New(all...)
	if err != nil {
		fmt.Fprintln(std.Err, err)
		return BadInput
	}
	w := cat.In(language(args, std.Env))
	var c commands
	vars := kong.Vars{}
	for _, k := range []string{"lang", "json", "systems", "rules", "flow", "schema", "resolve", "odds", "cases", "completion", "version", "seed", "dice", "decide", "ask", "fractions", "sweep", "plot", "given", "goal", "for", "least", "format", "out", "options", "timeout", "maxstates"} {
		vars["help_"+k] = w.Say("help-" + k)
	}
	exited := -1
	p, err := kong.New(&c, kong.Name("umpire"), kong.Description(w.Say("ui-about")), vars,
		kong.Writers(std.Out, std.Err), kong.Exit(func(n int) { exited = n }))
	if err != nil {
		fmt.Fprintln(std.Err, err)
		return BadInput
	}
	kctx, err := p.Parse(args)
	if exited >= 0 {
		return exited
	}
	if err != nil {
		fmt.Fprintln(std.Err, "umpire:", err)
		return BadInput
	}
	s := &session{IO: std, words: w, systems: all, json: c.JSON, ctx: ctx}
	if err := kctx.Run(s); err != nil {
		return s.fail(err)
	}
	return OK
}

// language is the one asked for on the command line, or that of the locale.
func language(args []string, env func(string) string) lang.Lang {
	for i, a := range args {
		v, ok := strings.CutPrefix(a, "--lang=")
		if a == "--lang" && i+1 < len(args) {
			v, ok = args[i+1], true
		}
		if ok {
			if v == "ru" {
				return lang.RU
			}
			return lang.EN
		}
	}
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := env(name); v != "" {
			if strings.HasPrefix(v, "ru") {
				return lang.RU
			}
			return lang.EN
		}
	}
	return lang.EN
}

// fail prints an error in the session's language and returns the exit status.
func (s *session) fail(err error) int {
	if errors.Is(err, errNo) {
		return No
	}
	var ps explain.Problems
	var p *explain.Problem
	var de *procedure.DiceError
	var ce *procedure.DecisionError
	var le *odds.LimitError
	switch {
	case errors.As(err, &ps):
	case errors.As(err, &p):
		ps = explain.Problems{p}
	case errors.As(err, &de):
		ps = explain.Problems{casebook.DiceProblem(de)}
	case errors.As(err, &ce):
		ps = explain.Problems{casebook.DecisionProblem(ce)}
	case errors.As(err, &le):
		ps = explain.Problems{explain.Wrong("", "limit", explain.Is("value", fmt.Sprintf("%d %s", le.Limit, le.Bound)), explain.Is("step", explain.Word("step."+le.Step)))}
	case errors.Is(err, context.DeadlineExceeded):
		ps = explain.Problems{explain.Wrong("", "timeout")}
	default:
		fmt.Fprintln(s.Err, "umpire:", err)
		return BadInput
	}
	for _, p := range ps {
		fmt.Fprintln(s.Err, s.words.Problem(p))
	}
	return BadInput
}

func (s *session) printf(format string, args ...any) { fmt.Fprintf(s.Out, format, args...) }

func (s *session) writeJSON(v any) error {
	e := json.NewEncoder(s.Out)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// paint colours text on a terminal.
func (s *session) paint(code, text string) string {
	if !s.Terminal || s.Env("NO_COLOR") != "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (s *session) bold(text string) string { return s.paint("1", text) }
func (s *session) dim(text string) string  { return s.paint("2", text) }

// system finds a rule system and speaks its words from then on.
func (s *session) system(id string) (*system.System, error) {
	var ids []string
	for _, x := range s.systems {
		if x.ID == id {
			s.words = s.words.Of(id)
			return x, nil
		}
		ids = append(ids, x.ID)
	}
	return nil, explain.Wrong("", "unknown-system", explain.Is("value", id), explain.Is("want", strings.Join(ids, ", ")))
}

// read returns the text of a file, or of the standard input for "-".
func (s *session) read(file string) ([]byte, error) {
	if file == "-" {
		return io.ReadAll(s.In)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		p := explain.Wrong("", "no-file", explain.Is("value", err.Error()))
		p.File = file
		return nil, p
	}
	return text, nil
}

// load reads and judges an engagement file, and speaks the words of its system from then on. A
// refusal comes back as a judgement.
func (s *session) load(file string, text []byte) (*system.Setup, *system.Judgement, error) {
	setup, err := system.ReadFile(file, text, s.systems)
	if err != nil {
		return nil, nil, err
	}
	s.words = s.words.Of(setup.System.ID)
	j, err := setup.Judge()
	return setup, j, err
}

// refused prints a refusal; the input cannot be carried out.
func (s *session) refused(r *explain.Refusal) error {
	fmt.Fprintln(s.Err, s.words.Refusal(r))
	return errRefused
}

var errRefused = explain.Problems{}
