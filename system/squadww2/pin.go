package squadww2

import (
	"umpire/dice"
	"umpire/explain"
	"umpire/rulebook"
)

// pinFacts is what the tests after the enemy's Shooting phase need to know of a unit.
type pinFacts struct {
	exempt   *reason           // why it never tests
	strength int               // at the start of the phase (SQ-PIN-09)
	lives    int               // wounds left at the start of this engagement
	before   int               // losses of this engagement before the phase
	earlier  Squad             // losses of the phase before this engagement
	needs    map[string]number // the pin test, by the cover that the unit is in
	models   []Models
	cavalry  bool
	failed   bool // it failed the test of the enemy turn before (SQ-RETREAT-01)
	runs     bool // it can begin to retreat in this engagement
	lastMan  bool // the last-man rule can apply
	o        options
}

// pinFacts gathers the facts of SQ-PIN for the target.
func (t *Target) pinFacts(o options) *pinFacts {
	p := &pinFacts{
		strength: t.strength(), lives: t.lives(), cavalry: t.Type == "cavalry",
		models: t.Models, failed: t.is("failed_last_turn"), lastMan: !t.is("pinned"), o: o,
	}
	p.runs = p.failed
	p.earlier.Sight, p.earlier.Template = int16(t.EarlierSight), int16(t.EarlierTemplate)
	switch {
	case t.has("moral_training"):
		p.spare("SQ-PIN-18", "pin-moral-training")
	case t.is("fearless"):
		p.spare("SQ-PIN-19", "pin-fearless")
	case t.is("retreating"):
		p.spare("SQ-PIN-24", "pin-retreating")
	case t.is("bailed_out"):
		p.spare("SQ-PIN-24", "pin-bailed-out")
	case t.Type == "vehicle_crew":
		p.spare("SQ-PIN-23", "pin-crew-inside")
	}
	p.needs = map[string]number{}
	for _, cover := range []string{"none", "6", "5"} {
		p.needs[cover] = pinNeed(cover, t.DugIn, len(t.Models) > 1)
	}
	return p
}

// spare frees the unit from all tests.
func (p *pinFacts) spare(rule rulebook.ID, key string) {
	r := explain.Because(rule, key)
	p.exempt, p.lastMan = &r, false
}

// pinNeed is the pin test of a unit in that cover (SQ-PIN-10 to 13); mixed says that its men do
// not all stand in the same.
func pinNeed(cover string, dugIn, mixed bool) number {
	n := explain.Needed("pin", explain.Worth("SQ-PIN-10", "pin-base", 5))
	switch {
	case dugIn || cover == "5":
		n = n.With(explain.Worth("SQ-PIN-12", "pin-hard-cover", 2))
		if dugIn && cover != "none" {
			n = n.Noting(explain.Because("SQ-PIN-13", "pin-better-counts"))
		}
	case cover == "6":
		n = n.With(explain.Worth("SQ-PIN-11", "pin-cover", 1))
	}
	if mixed {
		n = n.Noting(explain.Because("SQ-PIN-13", "pin-majority"))
	}
	return n
}

// need is the pin test as the unit now stands: the cover that more than half of its living
// models are in counts (SQ-PIN-13).
func (p *pinFacts) need(s *State) number {
	hard, any, all := 0, 0, 0
	for c, m := range p.models {
		n := m.Count - int(s.Squad.Lost[c])
		all += n
		switch m.Cover {
		case "5":
			hard, any = hard+n, any+n
		case "6":
			any += n
		}
	}
	switch {
	case 2*hard > all:
		return p.needs["5"]
	case 2*any > all:
		return p.needs["6"]
	}
	return p.needs["none"]
}

// templateThreshold returns the template losses that force a test (SQ-PIN-04, SQ-PIN-05).
func templateThreshold(strength int, o options) int {
	switch {
	case o.is("template-threshold", "over-ceil-third"):
		return (strength+2)/3 + 1
	case o.is("template-threshold", "over-third"):
		return strength/3 + 1
	}
	return max(2, strength/3+1)
}

// sightThreshold returns the line-of-sight losses that force a test: more than half (SQ-PIN-02).
func sightThreshold(strength int) int { return strength/2 + 1 }

// thresholds are the two numbers, with their reasons.
func (p *pinFacts) thresholds() []number {
	sight := explain.Amount("sight-threshold", explain.Worth("SQ-PIN-02", "more-than-half", sightThreshold(p.strength), is("strength", p.strength)))
	sight = sight.Noting(explain.Because("SQ-GEN-05", "exact-halves"))
	rule := ruleID("SQ-PIN-04")
	if p.strength > 12 {
		rule = "SQ-PIN-05"
	}
	template := explain.Amount("template-threshold", explain.Worth(rule, "third-by-table", templateThreshold(p.strength, p.o), is("strength", p.strength)).And("SQ-PIN-03"))
	if p.cavalry {
		sight = sight.Noting(explain.Because("SQ-PIN-07", "cavalry-counts-twice").And("SQ-ALLOC-06"))
	}
	return []number{sight, template}
}

// numbers are what a player wants to see before the dice fall.
func (p *pinFacts) numbers() []number {
	if p.exempt != nil {
		return nil
	}
	return append(p.thresholds(), p.need(&State{}))
}

// due says whether the losses reach a threshold for the given strength.
func (p *pinFacts) due(sight, template, strength int) bool {
	return sight >= sightThreshold(strength) || template >= templateThreshold(strength, p.o)
}

// afterPhase are the tests when the enemy's Shooting phase is over (SQ-TURN-05): the pin test,
// the last man, the start of a retreat.
func (p *pinFacts) afterPhase() []step {
	return []step{
		p.test("SQ-PIN-08", func(s *State) bool {
			q := &s.Squad
			return p.due(int(q.Sight), int(q.Template), p.strength)
		}),
		p.lastManStep(),
		p.retreatStep(),
	}
}

// test is the pin test where due holds (SQ-PIN-10). A second failure in a row starts a retreat
// (SQ-RETREAT-01) in place of the marker (SQ-RETREAT-08).
func (p *pinFacts) test(when string, due func(*State) bool) step {
	return step{
		Key: "pin-test", Rule: "SQ-PIN-10", Also: ruleIDs{ruleID(when), "SQ-PIN-01"},
		If: func(s *State) bool {
			return p.exempt == nil && !s.Squad.Failed && p.lives > s.Squad.losses() && due(s)
		},
		Why:  func(s *State) []number { return append([]number{p.need(s)}, p.thresholds()...) },
		Roll: func(s *State) dice.Roll { return dice.Count(1, p.need(s).Value) },
		Then: func(s *State, o outcome, l *log) {
			if o.Success() {
				l.Say("SQ-PIN-10", "pin-passed")
				p.sayCount(s, l)
				return
			}
			s.Squad.Failed = true
			if s.Squad.Streak {
				s.Squad.Retreats, s.Squad.Pinned = true, false
				l.Say("SQ-RETREAT-01", "second-failure")
				l.Say("SQ-RETREAT-08", "marker-removed")
				return
			}
			s.Squad.Pinned = true
			if p.lives-s.Squad.losses() <= p.oneMan() {
				l.Say("SQ-PIN-20", "last-man-failed")
			}
			l.Say("SQ-PIN-14", "goes-to-ground")
			l.Say("SQ-PIN-16", "mark-pinned")
		},
	}
}

// sayCount notes that a unit which failed in the enemy turn before begins to count anew.
func (p *pinFacts) sayCount(s *State, l *log) {
	if s.Squad.Streak {
		l.Say("SQ-RETREAT-08", "count-reset")
	}
}

// oneMan is the lives of one fighter: a rider with his mount is one.
func (p *pinFacts) oneMan() int {
	if p.cavalry {
		return 2
	}
	return 1
}

// lastManStep sends the last man to ground (SQ-PIN-19): one fighter left, a loss in this phase,
// and no failed test.
func (p *pinFacts) lastManStep() step {
	return step{
		Key: "last-man", Rule: "SQ-PIN-19",
		If: func(s *State) bool {
			q := &s.Squad
			left := p.lives - q.losses()
			lost := q.losses() - p.before + int(p.earlier.Sight+p.earlier.Template)
			return p.lastMan && !q.Failed && !q.Pinned && left > 0 && left <= p.oneMan() && lost > 0
		},
		Then: func(s *State, _ outcome, l *log) {
			s.Squad.Pinned, s.Squad.LastMan = true, true
			l.Say("SQ-PIN-19", "last-man")
			l.Say("SQ-PIN-21", "no-failed-test")
		},
	}
}

// retreatStep is the first move of a unit that begins to retreat (SQ-RETREAT-02, 04).
func (p *pinFacts) retreatStep() step {
	n := 2
	if p.cavalry {
		n = 3
	}
	return step{
		Key: "retreat", Rule: "SQ-RETREAT-04", Also: ruleIDs{"SQ-RETREAT-02"},
		If:   func(s *State) bool { return s.Squad.Retreats && s.Squad.Flight == 0 },
		Roll: func(*State) dice.Roll { return dice.Sum(n) },
		Then: func(s *State, o outcome, l *log) {
			s.Squad.Flight = int8(o.Value)
			l.SayN("SQ-RETREAT-04", "flees", o.Total())
			l.Say("SQ-RETREAT-06", "retreat-immune")
		},
	}
}

// measures are the results of the tests that can occur.
func (p *pinFacts) measures() []measure {
	if p.exempt != nil && !p.lastMan {
		return nil
	}
	ms := []measure{{Key: "pinned", Event: true, Of: func(s *State) int { return boolInt(s.Squad.Pinned) }}}
	if p.lastMan {
		ms = append(ms, measure{Key: "last-man", Event: true, Of: func(s *State) int { return boolInt(s.Squad.LastMan) }})
	}
	if p.runs {
		ms = append(ms,
			measure{Key: "retreats", Event: true, Of: func(s *State) int { return boolInt(s.Squad.Retreats) }},
			measure{Key: "flight", Of: func(s *State) int { return int(s.Squad.Flight) }})
	}
	return ms
}

// around puts the tests around the fire of the given weapons as OPT-pin-timing wants: once after
// all (SQ-PIN-08), or after each weapon on its own losses and the strength before it
// (SQ-PIN-22). Under OPT-last-man-trigger = after-each-shooting the last man goes to ground after
// the fire of each unit; ends says after which volleys a unit has done.
func (p *pinFacts) around(volleys [][]step, ends []bool) []step {
	var steps []step
	for i, v := range volleys {
		steps = append(steps, p.weaponStart()...)
		steps = append(steps, v...)
		steps = append(steps, p.weaponEnd(ends[i] && i < len(volleys)-1)...)
	}
	return append(steps, p.phaseEnd()...)
}

// weaponStart stands before the fire of one weapon, where its losses are counted by themselves
// (OPT-pin-timing = per-weapon, OPT-template-loss-window = single-weapon).
func (p *pinFacts) weaponStart() []step {
	switch {
	case p.o.is("pin-timing", "per-weapon"):
		return []step{p.startWeapon()}
	case p.o.is("template-loss-window", "single-weapon"):
		return []step{p.startTemplate()}
	}
	return nil
}

// weaponEnd stands after the fire of one weapon; last says that its unit has done firing and
// others follow.
func (p *pinFacts) weaponEnd(last bool) []step {
	var steps []step
	switch {
	case p.o.is("pin-timing", "per-weapon"):
		steps = append(steps, p.test("SQ-PIN-22", func(s *State) bool {
			q := &s.Squad
			before := p.lives - q.losses() + int(q.Sight+q.Template)
			return p.due(int(q.Sight), int(q.Template), before)
		}))
		// Where the tests wait for the end of the phase the two moments are one, since the last man
		// must have passed his tests.
		if last && p.o.is("last-man-trigger", "after-each-shooting") {
			steps = append(steps, p.lastManStep())
		}
		steps = append(steps, p.retreatStep()) // at once (SQ-RETREAT-02)
	case p.o.is("template-loss-window", "single-weapon"):
		steps = append(steps, p.endTemplate())
	}
	return steps
}

// phaseEnd are the tests when all have fired: the last man, and unless each weapon had its own
// before him the pin test and the start of a retreat.
func (p *pinFacts) phaseEnd() []step {
	if p.o.is("pin-timing", "per-weapon") {
		return []step{p.lastManStep()}
	}
	return p.afterPhase()
}

// startWeapon forgets the losses of the weapon before: each stands for itself (SQ-PIN-22).
func (p *pinFacts) startWeapon() step {
	return step{
		Key: "next-weapon", Rule: "SQ-PIN-22",
		Then: func(s *State, _ outcome, _ *log) { s.Squad.Sight, s.Squad.Template = 0, 0 },
	}
}

// startTemplate sets the template losses so far aside; endTemplate keeps the larger of the two.
func (p *pinFacts) startTemplate() step {
	return step{Key: "next-weapon", Rule: "SQ-PIN-09", Then: func(s *State, _ outcome, _ *log) {
		s.Shot.Aside, s.Squad.Template = s.Squad.Template, 0
	}}
}

func (p *pinFacts) endTemplate() step {
	return step{Key: "weapon-done", Rule: "SQ-PIN-09", Then: func(s *State, _ outcome, _ *log) {
		s.Squad.Template, s.Shot.Aside = max(s.Squad.Template, s.Shot.Aside), 0
	}}
}

// start is the state in which the engagement starts.
func (p *pinFacts) start() State {
	return State{Squad: Squad{Sight: p.earlier.Sight, Template: p.earlier.Template, Streak: p.failed}}
}
