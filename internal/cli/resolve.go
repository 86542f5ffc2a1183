package cli

import (
	"bufio"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/system"
)

type resolveCmd struct {
	File   string   `arg:""`
	Seed   *uint64  `help:"${help_seed}" xor:"dice"`
	Dice   *string  `help:"${help_dice}" xor:"dice"`
	Ask    bool     `help:"${help_ask}" xor:"dice"`
	Decide []string `help:"${help_decide}"`
}

// resolved is the JSON shape of a carried-out engagement.
type resolved struct {
	System  string            `json:"system"`
	Kind    string            `json:"kind"`
	Title   string            `json:"title,omitempty"`
	Refusal *explain.Refusal  `json:"refusal,omitempty"`
	Reasons []explain.Reason  `json:"reasons,omitempty"`
	Numbers []explain.Number  `json:"numbers,omitempty"`
	Seed    *uint64           `json:"seed,omitempty"`
	Record  *procedure.Record `json:"record,omitempty"`
}

func (c resolveCmd) Run(s *session) error {
	text, err := s.read(c.File)
	if err != nil {
		return err
	}
	setup, j, err := s.load(c.File, text)
	if err != nil {
		return err
	}
	out := resolved{System: setup.System.ID, Kind: setup.Kind.ID, Title: setup.Title, Refusal: j.Refusal, Reasons: j.Reasons, Numbers: j.Numbers}
	if j.Refusal != nil {
		if s.json {
			if err := s.writeJSON(out); err != nil {
				return err
			}
		}
		return s.refused(j.Refusal)
	}
	decisions, err := parseDecisions(c.Decide)
	if err != nil {
		return err
	}
	if !s.json {
		s.heading(setup)
		s.judgement(j)
	}
	var rec procedure.Record
	switch {
	case c.Ask:
		if err := s.ask(j.Program, &rec); err != nil {
			return err
		}
	case c.Dice != nil:
		faces, err := dice.Parse(*c.Dice)
		if err != nil {
			return explain.Wrong("dice", "not-dice", explain.Is("value", err.Error()))
		}
		d := &procedure.Recorded{Faces: faces, Decisions: decisions}
		if err := j.Program.Play(d, &rec); err != nil {
			return err
		}
		if err := d.Finish(); err != nil {
			return err
		}
	default:
		if c.Seed == nil {
			seed := randomSeed()
			c.Seed = &seed
		}
		out.Seed = c.Seed
		d := decided{procedure.Random{Dice: dice.NewRandom(*c.Seed)}, &procedure.Recorded{Decisions: decisions}}
		if err := j.Program.Play(d, &rec); err != nil {
			return err
		}
	}
	if s.json {
		out.Record = &rec
		return s.writeJSON(out)
	}
	if !c.Ask {
		s.steps(rec.Entries)
	}
	s.result(&rec)
	if out.Seed != nil {
		s.printf("\n%s\n", s.dim(s.words.Say("ui-seed", explain.Is("n", strconv.FormatUint(*out.Seed, 10)))))
	}
	return nil
}

// decided throws random dice and takes given decisions.
type decided struct {
	procedure.Random
	given *procedure.Recorded
}

func (d decided) Decide(at procedure.At, c procedure.Choice) (int, error) {
	return d.given.Decide(at, c)
}

// randomSeed draws a seed that is easy to type again.
func randomSeed() uint64 {
	var b [8]byte
	if _, err := rand.Read(b[:]); err != nil {
		return 1
	}
	return binary.LittleEndian.Uint64(b[:]) % 1_000_000_000
}

func parseDecisions(given []string) (procedure.Decisions, error) {
	ds := procedure.Decisions{}
	for _, g := range given {
		key, answer, ok := strings.Cut(g, "=")
		if !ok {
			return nil, explain.Wrong("decide", "bad-decide", explain.Is("value", g))
		}
		ds[key] = append(ds[key], answer)
	}
	return ds, nil
}

func (s *session) heading(setup *system.Setup) {
	title := setup.Title
	if title == "" {
		title = setup.Kind.Name.In(string(s.words.Lang))
	}
	s.printf("%s\n%s\n", s.bold(title), s.dim(setup.System.Name.In(string(s.words.Lang))+" · "+setup.Kind.Name.In(string(s.words.Lang))))
}

// judgement prints what is known before the dice fall.
func (s *session) judgement(j *system.Judgement) {
	if len(j.Reasons) > 0 {
		s.printf("\n%s\n", s.bold(s.words.Say("ui-facts")))
		for _, r := range j.Reasons {
			s.reason(r)
		}
	}
	if len(j.Numbers) > 0 {
		s.printf("\n%s\n", s.bold(s.words.Say("ui-needs")))
		for _, n := range j.Numbers {
			s.printf("  %s\n", s.words.Number(n))
			for _, r := range n.Reasons {
				s.printf("      %s %s\n", s.words.Reason(r), s.dim(rulesOf(r)))
			}
		}
	}
}

func (s *session) reason(r explain.Reason) {
	s.printf("  %s %s\n", s.words.Reason(r), s.dim(rulesOf(r)))
}

// steps prints the entries of a record.
func (s *session) steps(entries []procedure.Entry) {
	s.printf("\n%s\n", s.bold(s.words.Say("ui-steps")))
	for i := range entries {
		s.entry(&entries[i])
	}
}

func (s *session) entry(e *procedure.Entry) {
	of := ""
	for _, n := range e.Why {
		if n.Of != nil {
			of = ", " + strings.SplitN(strings.TrimPrefix(s.words.Number(n), s.words.Say("number."+n.Key)+", "), ": ", 2)[0]
			break
		}
	}
	id := ""
	if len(e.Rules) > 0 {
		id = "[" + string(e.Rules[0]) + "]"
	}
	s.printf("  %s%s %s\n", s.bold(s.words.Say("step."+e.Step)), of, s.dim(id))
	if e.Roll != nil {
		s.printf("      %s: %s\n", s.words.Ask(e.Roll.Ask), s.faces(e.Roll))
	}
	if e.Chose != nil {
		s.printf("      %s %s\n", s.words.Say("decision."+e.Chose.Key), s.words.Answer(e.Chose.Answer))
	}
	for _, r := range e.Notes {
		s.printf("      %s %s\n", s.words.Reason(r), s.dim(rulesOf(r)))
	}
	for _, f := range e.Effects {
		if f.Event {
			s.printf("      → %s: %s\n", s.words.Say("measure."+f.Measure), s.yesNo(f.To))
		} else {
			s.printf("      → %s: %d → %d\n", s.words.Say("measure."+f.Measure), f.From, f.To)
		}
	}
}

// faces writes the dice that fell: successes stand out.
func (s *session) faces(r *procedure.Rolled) string {
	write := func(fs []int16) string {
		parts := make([]string, len(fs))
		for i, f := range fs {
			parts[i] = strconv.Itoa(int(f))
			if r.Ask.Target > 0 && int(f) >= r.Ask.Target {
				parts[i] = s.paint("1;32", "["+parts[i]+"]")
			}
			if r.Ask.Read == "direction" {
				parts[i] = "@" + parts[i]
			}
		}
		return strings.Join(parts, " ")
	}
	out := write(r.Faces)
	if len(r.Reroll) > 0 {
		out += " · " + s.words.Say("ui-rerolled") + " " + write(r.Reroll)
	}
	if len(r.Extra) > 0 {
		out += " · " + s.words.Say("ui-extra") + " " + write(r.Extra)
	}
	switch {
	case r.Successes != nil && r.Ask.Target > 0:
		out += " — " + s.words.Say("successes", explain.Is("n", *r.Successes))
	case r.Total != nil && r.Ask.Read == "sum" && r.Ask.Dice > 1:
		out += " — " + s.words.Say("total", explain.Is("n", *r.Total))
	}
	return strings.TrimPrefix(out, " — ")
}

func (s *session) yesNo(v int) string {
	if v != 0 {
		return s.words.Say("ui-yes")
	}
	return s.words.Say("ui-no")
}

func (s *session) result(rec *procedure.Record) {
	s.printf("\n%s\n", s.bold(s.words.Say("ui-result")))
	for _, f := range rec.Result {
		v := strconv.Itoa(f.Value)
		if f.Event {
			v = s.yesNo(f.Value)
		}
		s.printf("  %s: %s\n", s.words.Say("measure."+f.Measure), v)
	}
}

// ask leads a player through the procedure with dice that he throws himself.
func (s *session) ask(p system.Program, rec *procedure.Record) error {
	in := bufio.NewScanner(s.In)
	rnd := dice.NewRandom(randomSeed())
	var answers []procedure.Answer
	shown := 0
	s.printf("\n%s\n", s.bold(s.words.Say("ui-steps")))
	for {
		err := p.Play(&procedure.Asked{Answers: answers}, rec)
		shown = min(shown, len(rec.Entries))
		for ; shown < len(rec.Entries); shown++ {
			s.entry(&rec.Entries[shown])
		}
		var prompt *procedure.Prompt
		if !errors.As(err, &prompt) {
			var de *procedure.DiceError
			if errors.As(err, &de) && len(answers) > 0 {
				s.fail(err)
				answers = answers[:len(answers)-1]
				continue
			}
			return err
		}
		s.prompt(prompt)
		if !in.Scan() {
			return errors.New(s.words.Say("ui-ask-end"))
		}
		line := strings.TrimSpace(in.Text())
		switch line {
		case "q":
			s.printf("%s\n", s.words.Say("ui-quit", explain.Is("n", typed(answers))))
			return errNo
		case "u":
			if len(answers) > 0 {
				answers = answers[:len(answers)-1]
			}
			continue
		case "?":
			s.why(prompt)
			continue
		}
		a, ok := s.answer(prompt, line, rnd)
		if !ok {
			s.printf("      %s\n", s.words.Say("ui-ask-bad", explain.Is("n", line)))
			continue
		}
		answers = append(answers, a)
	}
}

// typed writes the faces of the answers so far.
func typed(answers []procedure.Answer) string {
	var parts []string
	for _, a := range answers {
		parts = append(parts, strings.Trim(fmt.Sprint(a.Faces), "[]"))
	}
	return strings.Join(parts, " / ")
}

func (s *session) prompt(p *procedure.Prompt) {
	s.printf("  %s %s\n", s.bold(s.words.Say("step."+p.Step)), s.dim("["+p.Rule+"]"))
	for _, n := range p.Why {
		s.printf("      %s\n", s.words.Number(n))
	}
	if p.Pick != nil {
		s.printf("      %s\n", s.words.Say("decision."+p.Pick.Key))
		for i, o := range p.Pick.Options {
			s.printf("        %d. %s\n", i+1, s.words.Answer(o))
		}
		s.printf("      %s\n> ", s.words.Say("ui-ask-choice"))
		return
	}
	hint := "ui-ask-faces-only"
	if p.Ask.Countable {
		hint = "ui-ask-faces"
	}
	s.printf("      %s\n      %s\n> ", s.words.Ask(*p.Ask), s.dim(s.words.Say(hint)))
}

// why shows the reasons behind a prompt.
func (s *session) why(p *procedure.Prompt) {
	for _, n := range p.Why {
		for _, r := range n.Reasons {
			s.reason(r)
		}
	}
}

// answer reads what a player typed.
func (s *session) answer(p *procedure.Prompt, line string, rnd *dice.Random) (procedure.Answer, bool) {
	if p.Pick != nil {
		n, err := strconv.Atoi(line)
		if err == nil && n >= 1 && n <= len(p.Pick.Options) {
			return procedure.Answer{Choice: p.Pick.Options[n-1]}, true
		}
		return procedure.Answer{Choice: line}, slices.Contains(p.Pick.Options, line)
	}
	if line == "r" {
		faces := make([]int16, p.Ask.Dice)
		r := dice.Roll{N: int16(p.Ask.Dice), Sides: int16(p.Ask.Sides)}
		if p.Ask.Read == "direction" {
			r.Read = dice.Direction
		}
		err := rnd.Throw(r, dice.First, faces)
		return procedure.Answer{Faces: faces}, err == nil
	}
	count := func(text string) (procedure.Answer, bool) {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > p.Ask.MaxCount || !p.Ask.Countable {
			return procedure.Answer{}, false
		}
		return procedure.Answer{Count: &n}, true
	}
	if rest, ok := strings.CutPrefix(line, "="); ok {
		return count(rest)
	}
	faces, err := dice.Parse(line)
	if err != nil || len(faces) == 0 {
		return procedure.Answer{}, false
	}
	if len(faces) == 1 && p.Ask.Dice != 1 {
		// Either the faces run together, or a bare number of successes.
		if len(line) != p.Ask.Dice {
			return count(line)
		}
		faces = faces[:0]
		for _, d := range line {
			faces = append(faces, int16(d-'0'))
		}
	}
	return procedure.Answer{Faces: faces}, true
}
