package procedure

import (
	"umpire/dice"
	"umpire/explain"
	"umpire/rulebook"
)

// At tells a driver where the procedure stands when it asks.
type At struct {
	Step string
	Rule rulebook.ID
	Why  []explain.Number // only when a record is kept
}

// Driver answers what a procedure asks: it throws dice and takes decisions.
type Driver interface {
	// Roll throws into the hand and reads it. It is never asked for a roll of no dice.
	Roll(at At, r dice.Roll, h *dice.Hand) (dice.Outcome, error)
	// Decide returns the index of the picked option.
	Decide(at At, c Choice) (int, error)
}

// Player carries a procedure out again and again without allocating, once its buffers have grown.
type Player[S comparable] struct {
	proc  *Procedure[S]
	hand  dice.Hand
	state S
}

// NewPlayer makes a player of the procedure.
func NewPlayer[S comparable](p *Procedure[S]) *Player[S] { return &Player[S]{proc: p} }

// Play carries the procedure out and returns the final state, which stays valid until the next
// play. With a record, every step that asked or did something is written down; without one
// nothing is. On an error of the driver the record holds what happened before.
func (p *Player[S]) Play(d Driver, rec *Record) (*S, error) {
	p.state = p.proc.Start
	if rec == nil {
		return &p.state, p.run(p.proc.Steps, d)
	}
	*rec = Record{Procedure: p.proc.Key}
	if err := p.record(p.proc.Steps, d, rec); err != nil {
		return &p.state, err
	}
	rec.Result = make([]Final, 0, len(p.proc.Measures))
	for _, m := range p.proc.Measures {
		if !m.Inner {
			rec.Result = append(rec.Result, Final{m.Key, m.Event, m.Of(&p.state)})
		}
	}
	return &p.state, nil
}

func (p *Player[S]) run(steps []Step[S], d Driver) error {
	for i := range steps {
		st := &steps[i]
		if st.Steps != nil {
			for st.If == nil || st.If(&p.state) {
				if err := p.run(st.Steps, d); err != nil {
					return err
				}
				if !st.Repeat {
					break
				}
			}
			continue
		}
		if st.If != nil && !st.If(&p.state) {
			continue
		}
		var o dice.Outcome
		switch {
		case st.Roll != nil:
			if r := st.Roll(&p.state); r.N > 0 {
				var err error
				if o, err = d.Roll(At{Step: st.Key, Rule: st.Rule}, r, &p.hand); err != nil {
					return err
				}
			}
		case st.Choose != nil:
			pick, err := d.Decide(At{Step: st.Key, Rule: st.Rule}, st.Choose(&p.state))
			if err != nil {
				return err
			}
			o.Value = int32(pick)
		}
		st.Then(&p.state, o, nil)
	}
	return nil
}

func (p *Player[S]) record(steps []Step[S], d Driver, rec *Record) error {
	for i := range steps {
		st := &steps[i]
		if st.Steps != nil {
			for st.If == nil || st.If(&p.state) {
				if err := p.record(st.Steps, d, rec); err != nil {
					return err
				}
				if !st.Repeat {
					break
				}
			}
			continue
		}
		if st.If != nil && !st.If(&p.state) {
			continue
		}
		if err := p.step(st, d, rec); err != nil {
			return err
		}
	}
	return nil
}

// step carries one step out and writes its entry.
func (p *Player[S]) step(st *Step[S], d Driver, rec *Record) error {
	e := Entry{Step: st.Key}
	if st.Rule != "" {
		e.Rules = append(e.Rules, st.Rule)
	}
	e.Rules = append(e.Rules, st.Also...)
	if st.Why != nil {
		e.Why = st.Why(&p.state)
	}
	at := At{st.Key, st.Rule, e.Why}
	var o dice.Outcome
	silent := true
	switch {
	case st.Roll != nil:
		r := st.Roll(&p.state)
		if r.N > 0 {
			silent = false
			var err error
			if o, err = d.Roll(at, r, &p.hand); err != nil {
				return err
			}
			e.Roll = rolled(r, &p.hand, o)
		}
	case st.Choose != nil:
		c := st.Choose(&p.state)
		silent = false
		pick, err := d.Decide(at, c)
		if err != nil {
			return err
		}
		o.Value = int32(pick)
		e.Chose = &Chosen{c.Key, c.Side, c.Options, c.Options[pick]}
	}
	before := make([]int, len(p.proc.Measures))
	for i, m := range p.proc.Measures {
		before[i] = m.Of(&p.state)
	}
	var log Log
	st.Then(&p.state, o, &log)
	e.Notes = log.reasons
	for i, m := range p.proc.Measures {
		if now := m.Of(&p.state); now != before[i] {
			e.Effects = append(e.Effects, Effect{m.Key, m.Event, before[i], now})
		}
	}
	if !silent || len(e.Notes)+len(e.Effects) > 0 {
		rec.Entries = append(rec.Entries, e)
	}
	return nil
}

func rolled(r dice.Roll, h *dice.Hand, o dice.Outcome) *Rolled {
	out := &Rolled{Ask: Describe(r)}
	if !h.CountOnly {
		out.Faces = append(out.Faces, h.First...)
		out.Rerolled = append(out.Rerolled, h.Rerolled...)
		out.Reroll = append(out.Reroll, h.Reroll...)
		out.Extra = append(out.Extra, h.Extra...)
	}
	switch out.Ask.Read {
	case "count":
		n := o.Successes()
		out.Successes = &n
	case "sum", "best", "worst", "direction":
		n := o.Total()
		out.Total = &n
	}
	return out
}
