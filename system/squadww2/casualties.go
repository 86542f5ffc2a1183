package squadww2

import (
	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
)

// volley is one attack on the men of a target, ready for dice.
type volley struct {
	key    string // step key of the hit dice: "hit"
	rule   ruleIDs
	of     any // what attacks, for the eye
	attack attack
	dice   number
	toHit  number
	pool   int // enemy models within reach and sight, of those living at the start; SQ-ELIG-07
	jams   int // dice of SQ-AMMO-01
	spent  int // one-use weapons that are gone afterwards; SQ-AMMO-05
}

// sure says whether the hits are automatic and no die is thrown for them (SQ-AIR-15).
func (v *volley) sure() bool { return v.toHit.State == explain.Automatic }

// savesFor returns the saves of every class against the attack, before and after the unit goes
// to ground within the phase.
func (t *Target) savesFor(a attack) (standing, pinned []number) {
	for _, m := range t.Models {
		standing = append(standing, t.save(m, a, false))
		pinned = append(pinned, t.save(m, a, true))
	}
	return standing, pinned
}

// left returns the lives that the men of the target still have.
func (t *Target) left(s *State) int { return t.lives() - s.Squad.losses() }

// volleySteps are the dice of one volley at men: hits, the choice of victims where men have
// different saves, saves, casualties, jams. Nothing is thrown at a unit that is gone or that has
// begun to retreat (SQ-ELIG-10), and what is not fired does not jam.
func (t *Target) volleySteps(v volley, o options) []step {
	standing, pinned := t.savesFor(v.attack)
	open := func(s *State) bool { return min(t.left(s), v.pool-s.Squad.losses()) > 0 && !s.Squad.Retreats }
	oneClass := len(t.Models) == 1
	steps := []step{{
		Key: v.key, Rule: v.rule[0], Also: v.rule[1:],
		If:  open,
		Why: func(*State) []number { return []number{v.dice, v.toHit} },
		Roll: func(*State) dice.Roll {
			if v.sure() {
				return dice.None()
			}
			return dice.Count(v.dice.Value, v.toHit.Target())
		},
		Then: func(s *State, o outcome, l *log) {
			if v.spent > 0 {
				l.SayN("SQ-AMMO-05", "now-spent", v.spent)
			}
			s.Shot.Hits = o.Counts[1]
			if v.sure() {
				s.Shot.Hits = int16(v.dice.Value)
			}
			if oneClass {
				s.Shot.Wounds[0], s.Shot.Hits = s.Shot.Hits, 0
			}
		},
	}}
	if !oneClass {
		steps = append(steps, t.victimSteps(standing, pinned))
	}
	for c := range t.Models {
		save := func(s *State) *number {
			if s.Squad.Pinned {
				return &pinned[c]
			}
			return &standing[c]
		}
		steps = append(steps, step{
			Key: "save", Rule: "SQ-SAVE-01", Also: ruleIDs{"SQ-GEN-06"},
			If:  func(s *State) bool { return s.Shot.Wounds[c] > 0 },
			Why: func(s *State) []number { return []number{*save(s)} },
			Roll: func(s *State) dice.Roll {
				if n := save(s); n.Possible() {
					return dice.Count(int(s.Shot.Wounds[c]), n.Target())
				}
				return dice.None()
			},
			Then: func(s *State, out outcome, l *log) {
				n := s.Shot.Wounds[c] - out.Counts[1]
				s.Shot.Wounds[c] = 0
				t.lose(s, c, int(n), v, l)
				if n > 0 {
					t.sayThinned(s, o, l)
				}
			},
		})
	}
	if v.jams == 0 {
		return steps
	}
	return []step{{Key: "shot", Rule: "SQ-DICE-04", If: open, Steps: append(steps, jamStep(v.jams))}}
}

// jamStep are the jam dice of n weapons that fired their full number of shots.
func jamStep(n int) step {
	return step{
		Key: "jam", Rule: "SQ-AMMO-01", Also: ruleIDs{"SQ-AMMO-04"},
		Roll: func(*State) dice.Roll { return jamRoll(n) },
		Then: func(s *State, o outcome, l *log) {
			s.Squad.Jams += o.Counts[1]
			if o.Counts[1] > 0 {
				l.SayN("SQ-AMMO-02", "jammed", int(o.Counts[1]))
			}
		},
	}
}

// jamRoll is the jam dice of n weapons: a 1 jams (SQ-AMMO-01).
func jamRoll(n int) dice.Roll { return dice.Table(n, [6]uint8{1, 0, 0, 0, 0, 0}) }

// lose takes n unsaved wounds off a class of men: no more than it has left, and no more than
// the pool of the group still holds (SQ-ELIG-07). The owner takes his losses where the group
// sees them, so that what earlier fire of the phase has felled is missing from the pool.
func (t *Target) lose(s *State, class, n int, v volley, l *log) {
	if t.Type == "heavy_team" && v.attack.ap != NoAP {
		if n > 0 {
			t.loseTeam(s, v.attack, l)
		}
		return
	}
	room := min(t.Models[class].Count-int(s.Squad.Lost[class]), v.pool-s.Squad.losses())
	if n > room {
		l.SayN("SQ-ELIG-07", "surplus-wounds", n-room)
		n = room
	}
	if n <= 0 {
		return
	}
	s.Squad.Lost[class] += int16(n)
	s.Squad.count(v.attack, n)
	if v.attack.ap != NoAP {
		s.Squad.Dead += int16(n)
		l.SayN("SQ-EFFECT-01", "killed-outright", n)
		l.Say("SQ-ALLOC-10", "no-medics")
		return
	}
	switch {
	case t.Type == "cavalry":
		l.SayN("SQ-ALLOC-07", "rider-or-mount", n)
	case t.Type == "heavy_team" || t.Type == "gun_crew":
		l.SayN("SQ-ALLOC-08", "crewmen-lost", n)
	default:
		l.SayN("SQ-ALLOC-03", "men-down", n)
		l.Say("SQ-ALLOC-01", "one-wound")
	}
}

// loseTeam takes a common-base weapon with its whole crew off the table where an anti-armour
// hit was not saved (SQ-EFFECT-02, SQ-EFFECT-03).
func (t *Target) loseTeam(s *State, a attack, l *log) {
	n := t.left(s)
	if n == 0 {
		return
	}
	for c, m := range t.Models {
		s.Squad.Lost[c] = int16(m.Count)
	}
	s.Squad.count(a, n)
	s.Squad.Dead += int16(n)
	if l.On() {
		l.Note(explain.Because("SQ-EFFECT-02", "team-destroyed", is("n", n)).And("SQ-EFFECT-03"))
	}
}

// victimSteps let the owner put the wounds on his men one by one (SQ-ALLOC-02), no man twice
// before every man has one. Without an owner to ask the best saves go first.
func (t *Target) victimSteps(standing, pinned []number) step {
	return step{
		Key: "victims", Rule: "SQ-ALLOC-02",
		If: func(s *State) bool { return s.Shot.Hits > 0 }, Repeat: true,
		Steps: []step{{
			Key: "victim", Rule: "SQ-ALLOC-02", Also: ruleIDs{"SQ-GEN-07"},
			Choose: func(s *State) procedure.Choice { return t.victimChoice(s, standing, pinned) },
			Then: func(s *State, o outcome, _ *log) {
				cs := t.openClasses(s)
				s.Shot.Wounds[cs[o.Value]]++
				s.Shot.Hits--
			},
		}},
	}
}

// className names a class of men in decisions and numbers.
func className(c int) string { return "class-" + string(rune('1'+c)) }

// openClasses returns the classes that can take the next wound.
func (t *Target) openClasses(s *State) []int {
	var classes []int
	for round := 1; classes == nil; round++ {
		for c, m := range t.Models {
			if alive := m.Count - int(s.Squad.Lost[c]); alive > 0 && int(s.Shot.Wounds[c]) < alive*round {
				classes = append(classes, c)
			}
		}
	}
	return classes
}

func (t *Target) victimChoice(s *State, standing, pinned []number) procedure.Choice {
	saves := standing
	if s.Squad.Pinned {
		saves = pinned
	}
	cs := t.openClasses(s)
	c := procedure.Choice{Key: "victim", Side: "defender"}
	for i, k := range cs {
		c.Options = append(c.Options, className(k))
		if saves[k].Target() < saves[cs[c.Policy]].Target() {
			c.Policy = i
		}
	}
	return c
}

// menMeasures are the results of fire at men. Those that cannot occur are left out.
func (t *Target) menMeasures(vs []volley, p *pinFacts) []measure {
	ms := []measure{
		hitsMeasure, woundsMeasure,
		{Key: "casualties", Of: func(s *State) int { return s.Squad.losses() }},
		{Key: "left", Of: t.left},
	}
	ap, jams := false, false
	for _, v := range vs {
		ap, jams = ap || v.attack.ap != NoAP, jams || v.jams > 0
	}
	if ap {
		ms = append(ms, measure{Key: "dead", Of: func(s *State) int { return int(s.Squad.Dead) }})
	}
	ms = append(ms, p.measures()...)
	if jams {
		ms = append(ms, jamsMeasure)
	}
	return ms
}
