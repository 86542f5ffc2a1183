package hexmodern

import "umpire/explain"

// party is one side of a combat: what is fixed while the dice fall.
type party struct {
	key    string // attackers, defenders, movers, target
	units  []*counter
	hq     *headquarters
	others int // units of the same hex that cannot be hit in this combat
	o      options
}

// start is the party as a state.
func (p *party) start() Stack {
	var s Stack
	for i, c := range p.units {
		s.Units[i] = c.piece()
	}
	if p.hq != nil {
		s.HQ = p.hq.steps
	}
	return s
}

// doomed says whether one more hit would destroy the unit.
func doomed(u Piece) bool { return u.Steps == 1 && u.Disrupted && !u.Cut }

// strike applies one hit to a unit (HX-EFFECT-01, 04, 05; option multi-hit). It returns whether
// the unit was destroyed by it.
func (p *party) strike(s *Stack, i int, l *log) bool {
	u := &s.Units[i]
	unit := func(key string, rule, also string) {
		if l.On() {
			r := explain.Because(ruleID(rule), key, is("unit", p.units[i].name))
			if also != "" {
				r = r.And(ruleID(also))
			}
			l.Note(r)
		}
	}
	switch {
	case u.Steps == 0:
		return false
	case !u.Disrupted:
		u.Disrupted = true
		unit("disrupts", "HX-EFFECT-01", "")
		return false
	case u.Cut:
		unit("one-step-only", "HX-EFFECT-03", "")
		return false
	}
	u.Steps--
	u.Cut = p.o.is("multi-hit", "one-step")
	if u.Steps > 0 {
		unit("reduces", "HX-EFFECT-05", "HX-EFFECT-04")
		return false
	}
	*u = Piece{}
	s.Fell = p.o.is("hq-destroy-mod", "minus2")
	unit("destroys", "HX-EFFECT-05", "HX-EFFECT-04")
	return true
}

// wreck lays a wreck marker for a destroyed unit if it was a vehicle and the hex has none yet
// (HX-EFFECT-06). lies is whether one lies there.
func (p *party) wreck(i int, lies bool, l *log) bool {
	if p.units[i].kind != "vehicle" {
		return lies
	}
	if lies {
		l.Say("HX-EFFECT-06", "wreck-lies")
		return true
	}
	l.Say("HX-EFFECT-06", "wreck-placed")
	return true
}

// settled clears what only the combat that is now over needed.
func (s *Stack) settled() {
	s.Fell = false
	for i := range s.Units {
		s.Units[i].Cut = false
	}
}
