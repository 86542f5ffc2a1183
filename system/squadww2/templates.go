package squadww2

import (
	"math/bits"
	"slices"

	"umpire/dice"
	"umpire/explain"
)

// Fall is the template that is being resolved. Sets of fighters are bits in the order of their
// ids. All but the last two fields are zero again when the last template is done.
type Fall struct {
	Under   uint64          // fighters under the template, not yet rolled for
	Wounded uint64          // wounded by it, not yet saved
	Gone    uint64          // out of action, of those that a later template can still touch
	Hurt    uint64          // cavalry models with one wound left, likewise
	Way     int16           // direction of the shift: its index + 1, or stays
	At      int16           // place where the template lies: its index + 1
	Struck  uint8           // vehicles and guns hit, not yet resolved
	Easy    uint8           // those of them that nobody served when the template fell
	Prone   uint8           // units that have gone to ground in this phase, where Squad does not tell
	Fled    uint8           // units that have begun to retreat in this phase, likewise
	On      int8            // templates that hit the first vehicle, before the confirming die
	Others  [maxOthers]int8 // casualties of the units beside the named one
}

// resolveSteps are the dice of one template in their order (SQ-GEN-06): direction, angle,
// distance; a wound die for each fighter touched, then the saves; then the vehicles.
func (g *ground) resolveSteps(sh *shell) []step {
	steps := g.scatterSteps(sh)
	for i := range sh.runs {
		steps = append(steps, g.woundStep(&sh.runs[i]))
	}
	for i := range sh.runs {
		steps = append(steps, g.saveStep(sh, &sh.runs[i]))
	}
	if !sh.ap {
		return steps
	}
	byID := slices.Clone(g.machines)
	slices.SortFunc(byID, func(a, b *machine) int { return a.id - b.id })
	for _, m := range byID {
		steps = append(steps, m.templateSteps())
		if m.people&g.of(0) != 0 {
			steps = append(steps, m.outOfWreck())
		}
	}
	return steps
}

// outOfWreck frees the named unit from the tests of this phase when the vehicle that carried it
// is destroyed: its survivors have bailed out (SQ-CREW-19, SQ-PIN-24).
func (m *machine) outOfWreck() step {
	return step{
		Key: "out-of-wreck", Rule: "SQ-PIN-24",
		If: func(s *State) bool { return m.armour.destroyed(s) && s.Squad.Sight+s.Squad.Template+s.Shot.Aside > 0 },
		Then: func(s *State, _ outcome, lg *log) {
			s.Squad.Sight, s.Squad.Template, s.Shot.Aside = 0, 0, 0
			lg.Say("SQ-PIN-24", "pin-bailed-out")
		},
	}
}

// forget drops what only the shell itself would have asked for, where it was not fired after all.
func (g *ground) forget(sh *shell) step {
	return step{Key: "template-done", Rule: "SQ-TEMPLATE-14", Then: func(s *State, _ outcome, _ *log) {
		s.Fall.Gone &= sh.later
		s.Fall.Hurt &= sh.later
	}}
}

// fall finds who lies under the template at its place. Of fighters whose identity no later
// template asks for only the number is kept: the first ones of a run stand for any.
func (g *ground) fall(s *State, sh *shell, at int16, lg *log) {
	c := &sh.landing.covers[at]
	f := &s.Fall
	set := c.ids &^ f.Gone
	fallen := bits.OnesCount64(c.ids & f.Gone)
	for _, m := range g.machines {
		if m.people != 0 && m.armour.destroyed(s) {
			set &^= m.people // nobody is left inside a wreck
		}
	}
	for u, n := range c.men {
		if n > 0 {
			set |= first(g.of(u), min(int(n), g.left(s, u)))
		}
	}
	if g.thinned {
		set = g.living(s, set)
	}
	for u := range g.units {
		if g.fled(s, u) { // it is no longer there (SQ-RETREAT-02, SQ-RETREAT-06)
			set &^= g.of(u)
		}
	}
	f.Gone &= sh.later
	f.Hurt &= sh.later
	for i := range sh.runs {
		r := &sh.runs[i]
		if n := bits.OnesCount64(set & r.mask); !r.each && !r.team && n > 0 {
			set = set&^r.mask | lowest(n)<<r.first
		}
	}
	f.Under = set
	for i, m := range g.machines {
		struck := c.struck>>i&1 == 1 || c.grazed>>i&1 == 1 && m.edgeNow(s)
		if struck && !m.armour.destroyed(s) {
			f.Struck |= 1 << i
			if m.empty || m.armour.crew > 0 && m.armour.crewIn(s) == 0 {
				f.Easy |= 1 << i
			}
			if i == 0 {
				f.On++
			}
		}
	}
	if lg.On() {
		g.sayUnder(s, sh, fallen, lg)
	}
}

// prone and fled say whether a unit has gone to ground or begun to retreat in this phase, between
// two weapons (OPT-pin-timing = per-weapon).
func (g *ground) prone(s *State, unit int) bool {
	return unit == 0 && s.Squad.Pinned || s.Fall.Prone>>unit&1 == 1
}

func (g *ground) fled(s *State, unit int) bool {
	return unit == 0 && s.Squad.Retreats || s.Fall.Fled>>unit&1 == 1
}

// living leaves no more of each unit under the template than are alive.
func (g *ground) living(s *State, set uint64) uint64 {
	for u, t := range g.units {
		if t == nil {
			continue
		}
		own := g.of(u)
		set = set&^own | first(set&own, g.left(s, u))
	}
	return set
}

func (g *ground) sayUnder(s *State, sh *shell, fallen int, lg *log) {
	f := &s.Fall
	n := bits.OnesCount64(f.Under)
	measured := func(r reason) {
		if sh.landing.known {
			r = r.And("SQ-TEMPLATE-16")
		}
		lg.Note(r)
	}
	switch {
	case n > 0:
		measured(explain.Because("SQ-TEMPLATE-14", "touched", is("n", n)))
	case f.Struck == 0:
		measured(explain.Because("SQ-TEMPLATE-14", "touches-nobody"))
	}
	if fallen > 0 {
		lg.SayN("SQ-TEMPLATE-14", "already-down", fallen)
	}
	for u, friend := range g.friends {
		if friend && f.Under&g.of(u) != 0 {
			lg.SayN("SQ-TEMPLATE-15", "own-men-touched", bits.OnesCount64(f.Under&g.of(u)))
		}
	}
	for i, m := range g.machines {
		if f.Under&m.people != 0 {
			lg.Note(explain.Because("SQ-TEMPLATE-25", "people-inside-touched").And("SQ-VEH-11"))
		}
		if f.Struck>>i&1 == 0 {
			continue
		}
		if m.edgeNow(s) {
			measured(explain.Because("SQ-TEMPLATE-20", "edge-is-enough").And("SQ-TEMPLATE-23"))
		} else {
			measured(explain.Because("SQ-TEMPLATE-21", "centre-on-hull").And("SQ-TEMPLATE-23"))
		}
	}
}

// woundStep is the dice of one run of touched fighters.
func (g *ground) woundStep(r *run) step {
	st := step{
		Key: "template-wound", Rule: "SQ-TEMPLATE-14", Also: ruleIDs{"SQ-HIT-18", "SQ-GEN-06", "SQ-ALLOC-02"},
		If:  func(s *State) bool { return s.Fall.Under&r.mask != 0 },
		Why: func(*State) []number { return []number{r.wound} },
		Roll: func(s *State) dice.Roll {
			switch n := bits.OnesCount64(s.Fall.Under & r.mask); {
			case r.team:
				return dice.Count(1, r.wound.Target())
			case r.each:
				return dice.WhichOf(n, r.wound.Target())
			default:
				return dice.Count(n, r.wound.Target())
			}
		},
		Then: func(s *State, o outcome, _ *log) {
			f := &s.Fall
			f.Wounded |= r.pick(f.Under&r.mask, o)
			f.Under &^= r.mask
		},
	}
	if g.units[r.unit].Type == "heavy_team" {
		st.Also = append(st.Also, "SQ-TEMPLATE-26")
	}
	return st
}

// pick returns the fighters of the set whose die succeeded.
func (r *run) pick(set uint64, o outcome) uint64 {
	switch {
	case r.team:
		if o.Success() {
			return set
		}
		return 0
	case !r.each:
		return lowest(o.Successes()) << r.first
	}
	var picked uint64
	for dies := o.Set(); set != 0; dies >>= 1 {
		bit := set & -set
		set ^= bit
		if dies&1 == 1 {
			picked |= bit
		}
	}
	return picked
}

// saveStep is the saves of the wounded of one run, and their losses.
func (g *ground) saveStep(sh *shell, r *run) step {
	save := func(s *State) *number {
		if g.prone(s, r.unit) {
			return &r.savePinned
		}
		return &r.save
	}
	return step{
		Key: "save", Rule: "SQ-SAVE-01", Also: ruleIDs{"SQ-GEN-06"},
		If:  func(s *State) bool { return s.Fall.Wounded&r.mask != 0 },
		Why: func(s *State) []number { return []number{*save(s)} },
		Roll: func(s *State) dice.Roll {
			need := save(s)
			switch n := bits.OnesCount64(s.Fall.Wounded & r.mask); {
			case !need.Possible():
				return dice.None()
			case r.team:
				return dice.Count(1, need.Target())
			case r.each:
				return dice.WhichOf(n, need.Target())
			default:
				return dice.Count(n, need.Target())
			}
		},
		Then: func(s *State, o outcome, lg *log) {
			f := &s.Fall
			wounded := f.Wounded & r.mask
			f.Wounded &^= r.mask
			lost := wounded
			switch {
			case !save(s).Possible():
			case r.each:
				lost &^= r.pick(wounded, o)
			case r.team:
				if o.Success() {
					lost = 0
				}
			default:
				lost = lowest(bits.OnesCount64(wounded)-o.Successes()) << r.first
			}
			g.lose(s, sh, r, lost, lg)
		},
	}
}

// lose puts fighters out of action.
func (g *ground) lose(s *State, sh *shell, r *run, lost uint64, lg *log) {
	n := bits.OnesCount64(lost)
	if n == 0 {
		return
	}
	f := &s.Fall
	t := g.units[r.unit]
	if t.wounds() == 2 { // rider or mount; the model stays until both are gone
		second := lost & f.Hurt
		f.Hurt = (f.Hurt | lost&sh.later) &^ second
		lost = second
	}
	f.Gone |= lost & sh.later
	if r.team { // one base: the weapon and its crew go together
		n = g.left(s, r.unit)
		f.Gone |= r.mask & sh.later
	}
	if in := g.fighters[r.first].inside; in >= 0 {
		h := g.machines[in].armour.hull(s)
		if t.Type == "vehicle_crew" {
			h.CrewDown += int8(n)
		} else {
			h.RidersDown += int8(n)
		}
	}
	if r.unit == 0 {
		g.loseNamed(s, sh, r, n, lg)
		return
	}
	s.Fall.Others[r.unit-1] += int8(n)
	if lg.On() {
		key, rule := "other-men-down", ruleIDs{"SQ-ALLOC-03"}
		switch {
		case r.team:
			key, rule = "team-destroyed", ruleIDs{"SQ-EFFECT-02", "SQ-EFFECT-03"}
		case sh.ap:
			key, rule = "killed-outright", ruleIDs{"SQ-EFFECT-01", "SQ-TEMPLATE-27"}
		}
		lg.Note(explain.Because(rule[0], key, is("n", n)).And(rule[1:]...))
	}
}

// loseNamed counts losses of the named unit, for the pin test too (SQ-PIN-06).
func (g *ground) loseNamed(s *State, sh *shell, r *run, n int, lg *log) {
	t := g.units[0]
	if sh.ap && !r.team {
		lg.Say("SQ-TEMPLATE-27", "ap-template-kills")
	}
	t.lose(s, r.class, n, volley{attack: sh.attack(), pool: t.lives()}, lg)
	t.sayThinned(s, g.o, lg)
	if lg.On() {
		lg.Note(explain.Because("SQ-TEMPLATE-28", "template-losses", is("n", int(s.Squad.Template))).And("SQ-PIN-06", "SQ-PIN-09"))
	}
}

// templateSteps are the confirming die, the damage table and the save of a machine that the
// template hits, and its destruction.
func (m *machine) templateSteps() step {
	i := m.armour.at
	need := func(s *State) *number {
		if s.Fall.Easy>>i&1 == 1 {
			return &m.easy
		}
		return &m.confirm
	}
	confirms := ruleIDs{"SQ-GEN-06"}
	if m.armour.gun {
		confirms = append(confirms, "SQ-TEMPLATE-26")
	}
	return step{
		Key: "template-hit", Rule: "SQ-TEMPLATE-22",
		If: func(s *State) bool { return s.Fall.Struck>>i&1 == 1 },
		Steps: append([]step{{
			Key: "confirm", Rule: "SQ-TEMPLATE-22", Also: confirms,
			Why:  func(s *State) []number { return []number{*need(s)} },
			Roll: func(s *State) dice.Roll { return dice.Count(1, need(s).Target()) },
			Then: func(s *State, o outcome, _ *log) {
				s.Fall.Struck &^= 1 << i
				s.Fall.Easy &^= 1 << i
				s.Shot.Hits = o.Counts[1]
			},
		}}, append(m.armour.damageSteps(), m.armour.destructionSteps()...)...),
	}
}
