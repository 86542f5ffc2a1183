// Package system is the contract that every rule system fulfils: what it is, what engagements it
// judges, and how a judged engagement is carried out.
package system

import (
	"context"
	"io/fs"

	"umpire/explain"
	"umpire/odds"
	"umpire/procedure"
	"umpire/rulebook"
)

// System is one set of tabletop rules.
type System struct {
	ID      string
	Version string // changes whenever a result may change
	Name    rulebook.Text
	About   rulebook.Text
	Book    *rulebook.Book
	Kinds   []Kind
	// Texts holds the folder "text" of YAML catalogues: the words for the keys of the system's
	// reasons, measures, steps, decisions and fields.
	Texts fs.FS
}

// Kind returns the kind of engagement with that id, or nil.
func (s *System) Kind(id string) *Kind {
	for i := range s.Kinds {
		if s.Kinds[i].ID == id {
			return &s.Kinds[i]
		}
	}
	return nil
}

// Kind is one sort of question that the system answers: a volley, a melee, a repair.
type Kind struct {
	ID   string
	Name rulebook.Text
	// New returns a pointer to an empty engagement: a struct with yaml tags and the constraint
	// tags that package internal/schema describes.
	New func() Engagement
	// Sample is an engagement in YAML that uses every step of the procedure, for diagrams.
	Sample string
}

// Engagement is everything that the dice need to know, as typed by a player or filled from a map.
type Engagement interface {
	// Judge applies the rules up to the first die. Facts that contradict each other are reported
	// as an explain.Problem or Problems with field paths; a shot that the rules forbid is a Judgement with a
	// Refusal. The engagement stays as it is, so that it can be judged again.
	Judge(rulebook.Choices) (*Judgement, error)
}

// Judgement is what the rules say before the first die falls.
type Judgement struct {
	Refusal *explain.Refusal
	Reasons []explain.Reason // facts established on the way: who fires, who stays silent and why
	Numbers []explain.Number // what will be needed: dice, to-hit numbers, saves, thresholds
	Program Program          // nil exactly when refused
}

// Rules returns every rule that the judgement cites, each once.
func (j *Judgement) Rules() []rulebook.ID {
	var ids []rulebook.ID
	seen := map[rulebook.ID]bool{}
	add := func(rs []explain.Reason) {
		for _, r := range rs {
			for _, id := range r.Rules() {
				if id != "" && !seen[id] {
					seen[id] = true
					ids = append(ids, id)
				}
			}
		}
	}
	if j.Refusal != nil {
		add(j.Refusal.Reasons)
	}
	add(j.Reasons)
	for _, n := range j.Numbers {
		add(n.Reasons)
	}
	return ids
}

// Goal asks that a side's decisions be taken for the best expected value of a measure.
type Goal struct {
	Measure string
	Side    string // "" for both
	Least   bool
}

// Program is a procedure whose type of state is hidden.
type Program interface {
	// Play carries the procedure out once; see procedure.Player.
	Play(d procedure.Driver, rec *procedure.Record) error
	// Final returns a function that plays once, keeps no record, and returns the values of the
	// measures in the order of Measures; the slice is reused.
	Final() func(d procedure.Driver) ([]int, error)
	// Odds evaluates it exactly. A goal may be nil.
	Odds(ctx context.Context, goal *Goal, opt odds.Options) (*odds.Result, error)
	// Flow returns its steps.
	Flow() []procedure.Node
	// Measures names its results.
	Measures() []odds.Measured
}

// Run hides the state of a procedure. The program is not safe for concurrent plays. A state
// that is not Plain is a mistake of the rule system and panics.
func Run[S comparable](p procedure.Procedure[S]) Program {
	if err := procedure.Plain[S](); err != nil {
		panic(err)
	}
	return &program[S]{proc: p, player: procedure.NewPlayer(&p)}
}

type program[S comparable] struct {
	proc   procedure.Procedure[S]
	player *procedure.Player[S]
}

func (p *program[S]) Play(d procedure.Driver, rec *procedure.Record) error {
	_, err := p.player.Play(d, rec)
	return err
}

func (p *program[S]) Final() func(procedure.Driver) ([]int, error) {
	player := procedure.NewPlayer(&p.proc)
	var of []func(*S) int
	for _, m := range p.proc.Measures {
		if !m.Inner {
			of = append(of, m.Of)
		}
	}
	values := make([]int, len(of))
	return func(d procedure.Driver) ([]int, error) {
		s, err := player.Play(d, nil)
		if err != nil {
			return nil, err
		}
		for i, f := range of {
			values[i] = f(s)
		}
		return values, nil
	}
}

func (p *program[S]) Odds(ctx context.Context, goal *Goal, opt odds.Options) (*odds.Result, error) {
	var g *odds.Goal[S]
	if goal != nil {
		for _, m := range p.proc.Measures {
			if m.Key == goal.Measure {
				g = &odds.Goal[S]{Side: goal.Side, Least: goal.Least, Of: m.Of}
			}
		}
		if g == nil {
			return nil, explain.Wrong("goal", "unknown-measure", explain.Is("value", goal.Measure))
		}
	}
	return odds.Measure(ctx, &p.proc, g, opt)
}

func (p *program[S]) Flow() []procedure.Node { return procedure.Flow(p.proc.Steps) }

func (p *program[S]) Measures() []odds.Measured {
	var out []odds.Measured
	for _, m := range p.proc.Measures {
		if !m.Inner {
			out = append(out, odds.Measured{Key: m.Key, Event: m.Event})
		}
	}
	return out
}
