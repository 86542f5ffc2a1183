package squadww2

import (
	"umpire/dice"
	"umpire/procedure"
)

// lineState is the state of everything under one flight line. Each unit of men has its own
// losses; they go to Work while its dice are under way.
type lineState struct {
	Men       [1 + maxOthers]lineMen
	Work      State // vehicles and guns, and the dice under way
	Templates int8  // bombs that came down on their unit (SQ-AIR-18)
	Falling   bool  // the bomb under way did
}

type lineMen struct {
	Squad Squad
	Aside int16
}

type (
	lineStep    = procedure.Step[lineState]
	lineMeasure = procedure.Measure[lineState]
)

// lens moves a unit's losses into Work and back: load shows them in Work or a copy of it, store
// takes them out of Work again.
type lens struct {
	load  func(l *lineState, w *State)
	store func(l *lineState)
}

// ofMen is the lens of the u-th unit of men.
func ofMen(u int) lens {
	return lens{
		load: func(l *lineState, w *State) { w.Squad, w.Shot.Aside = l.Men[u].Squad, l.Men[u].Aside },
		store: func(l *lineState) {
			l.Men[u].Squad, l.Men[u].Aside = l.Work.Squad, l.Work.Shot.Aside
			l.Work.Squad, l.Work.Shot.Aside = Squad{}, 0
		},
	}
}

// ofTemplates is the lens of templates, which can touch every unit: those beside the first are
// counted in State.Fall.
func ofTemplates() lens {
	return lens{
		load: func(l *lineState, w *State) {
			w.Squad = l.Men[0].Squad
			f := &w.Fall
			for k := range f.Others {
				q := &l.Men[k+1].Squad
				f.Others[k] = int8(q.losses())
				f.Prone |= uint8(boolInt(q.Pinned)) << (k + 1)
				f.Fled |= uint8(boolInt(q.Retreats)) << (k + 1)
			}
		},
		store: func(l *lineState) {
			l.Men[0].Squad, l.Work.Squad = l.Work.Squad, Squad{}
			for k := range l.Work.Fall.Others {
				q := &l.Men[k+1].Squad
				n := int16(l.Work.Fall.Others[k]) - int16(q.losses())
				q.Lost[0] += n
				q.Template += n
				q.Dead += n // bombs have AP (SQ-EFFECT-01)
			}
			l.Work.Fall.Others = [maxOthers]int8{}
			l.Work.Fall.On, l.Work.Fall.Prone, l.Work.Fall.Fled = 0, 0, 0
		},
	}
}

// see returns the combat state that the lens shows.
func (v lens) see(l *lineState) *State {
	w := l.Work
	v.load(l, &w)
	return &w
}

// steps lets steps of a combat work through the lens.
func (v lens) steps(in []step) []lineStep {
	out := make([]lineStep, len(in))
	for i, st := range in {
		x := lineStep{Key: st.Key, Rule: st.Rule, Also: st.Also, Repeat: st.Repeat, Retry: st.Retry}
		if st.If != nil {
			x.If = func(l *lineState) bool { return st.If(v.see(l)) }
		}
		if st.Roll != nil {
			x.Roll = func(l *lineState) dice.Roll { return st.Roll(v.see(l)) }
		}
		if st.Choose != nil {
			x.Choose = func(l *lineState) procedure.Choice { return st.Choose(v.see(l)) }
		}
		if st.Why != nil {
			x.Why = func(l *lineState) []number { return st.Why(v.see(l)) }
		}
		if st.Steps != nil {
			x.Steps, x.Scope = v.steps(st.Steps), v.scope(st.Scope)
		} else {
			x.Then = func(l *lineState, o outcome, lg *log) {
				v.load(l, &l.Work)
				st.Then(&l.Work, o, lg)
				v.store(l)
			}
		}
		out[i] = x
	}
	return out
}

// scope is that of a block of a combat, as the flight line keeps it.
func (v lens) scope(in *procedure.Scope[State]) *procedure.Scope[lineState] {
	if in == nil {
		return nil
	}
	return &procedure.Scope[lineState]{
		Of: func(l *lineState) lineState {
			part := lineState{Work: in.Of(v.see(l))}
			v.store(&part)
			return part
		},
		Put: func(whole, part *lineState) {
			v.load(whole, &whole.Work)
			in.Put(&whole.Work, v.see(part))
			v.store(whole)
		},
	}
}

// inWork is a measure of the dice under way.
func inWork(m measure) lineMeasure { return lens{load: func(*lineState, *State) {}}.measure(m, "") }

func (v lens) measure(m measure, suffix string) lineMeasure {
	return lineMeasure{Key: m.Key + suffix, Event: m.Event, Inner: m.Inner, Of: func(l *lineState) int { return m.Of(v.see(l)) }}
}
