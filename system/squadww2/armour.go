package squadww2

import (
	"umpire/dice"
	"umpire/explain"
)

// Hull is what has happened to one vehicle or gun, or to the frame of one aircraft.
type Hull struct {
	Lost       int8 // wounds lost in this engagement
	Crew       int8 // crewmen who got out of the wreck alive (SQ-CREW-06)
	Passengers int8 // passengers who got out of the wreck alive (SQ-CREW-19)
	CrewDown   int8 // crewmen and
	RidersDown int8 // passengers who fell inside before its destruction (SQ-VEH-11)
	MainOut    bool // the main gun cannot fire (SQ-VEH-24)
	MGOut      bool // the MG cannot fire (SQ-VEH-26)
	GearOut    bool // the running gear is out (SQ-VEH-22)
	Wreck      bool // its destruction has been carried out (SQ-VEH-32)
	Exploded   bool // it detonated (SQ-VEH-33)
}

// maxHulls is the number of vehicles and guns that one engagement may change.
const maxHulls = 4

// armour is what the damage and the destruction of one vehicle or gun depend on. Whoever can
// hit a vehicle puts hits into State.Shot.Hits and appends damageSteps and then destructionSteps.
type armour struct {
	at      int // its place in State.Hulls
	gun     bool
	initial int    // wounds at the start of the game
	wounds  int    // wounds left at the start of the engagement
	main    bool   // has a main weapon, in order or not; a lone MG is one (SQ-VEH-30)
	mg      bool   // has an MG beside it
	loneMG  bool   // the main weapon is an MG
	save    number // against each damage result
	start   Hull

	crew, passengers int // people inside
	open             bool
	near             []Near // fighters within the reach of a detonation
	nearSaves        []number
	o                options
}

// damage is what a hit that goes through does.
type damage = int8

const (
	noDamage damage = iota
	mainOut
	mgOut
	woundLost
	gearOut
)

// apByCalibre returns the class of a direct-fire gun by its calibre (SQ-VEH-02 to 04, SQ-VEH-06).
func apByCalibre(mm float64) AP {
	switch {
	case mm < 12.7:
		return NoAP
	case mm < 37:
		return WeakAP
	case mm < 57:
		return LightAP
	}
	return FullAP
}

// works says whether an AP class hurts a vehicle with that number of wounds.
func (ap AP) works(wounds int) bool {
	switch ap {
	case WeakAP:
		return wounds <= 3
	case LightAP:
		return wounds <= 4
	}
	return ap == FullAP
}

// rule returns the rule that states the class.
func (ap AP) rule() ruleIDs {
	switch ap {
	case WeakAP:
		return ruleIDs{"SQ-VEH-02"}
	case LightAP:
		return ruleIDs{"SQ-VEH-03"}
	}
	return ruleIDs{"SQ-VEH-04"}
}

func (a *armour) hull(s *State) *Hull { return &s.Hulls[a.at] }

// left returns the wounds that the vehicle still has.
func (a *armour) left(s *State) int { return a.wounds - int(a.hull(s).Lost) }

func (a *armour) destroyed(s *State) bool { return a.left(s) <= 0 }

// currentBasis says that the wounds left decide what hurts the vehicle (OPT-ap-wounds-basis).
func (a *armour) currentBasis() bool { return a.o.is("ap-wounds-basis", "current") }

// hurtBy says whether a weapon of the class hurts the vehicle as it now is: its initial wounds
// count (SQ-VEH-07), or those left under OPT-ap-wounds-basis = current.
func (a *armour) hurtBy(ap AP, s *State) bool {
	if a.currentBasis() {
		return ap.works(a.left(s))
	}
	return ap.works(a.initial)
}

// rolls says whether a hit is rolled on the damage table: only for two or more initial wounds
// (SQ-VEH-19, SQ-VEH-20; OPT-damage-table-scope).
func (a *armour) rolls() bool {
	return a.initial >= 2 || !a.gun && a.o.is("damage-table-scope", "all-vehicles")
}

// damageSteps resolve the hits in State.Shot.Hits one after the other: the table die, where the
// vehicle has one, then its save against that result (SQ-VEH-05, SQ-SAVE-10). Hits left over at
// its destruction are lost (SQ-VEH-38).
func (a *armour) damageSteps() []step {
	hit := step{
		Key: "wound", Rule: "SQ-VEH-20", Also: ruleIDs{"SQ-VEH-05"},
		Then: func(s *State, _ outcome, l *log) { a.result(s, woundLost, l) },
	}
	switch {
	case a.rolls():
		hit = step{
			Key: "damage-table", Rule: "SQ-VEH-19", Also: ruleIDs{"SQ-VEH-21", "SQ-VEH-05", "SQ-GEN-06"},
			Roll: func(*State) dice.Roll { return dice.Table(1, [6]uint8{0, 1, 2, 2, 2, 3}) },
			Then: func(s *State, o outcome, l *log) { a.result(s, a.read(s, o.Row(), l), l) },
		}
		if a.gun {
			hit.Also = append(hit.Also, "SQ-EFFECT-04")
		}
	case a.gun:
		hit.Rule, hit.Also = "SQ-EFFECT-02", ruleIDs{"SQ-EFFECT-03"}
	}
	steps := []step{hit}
	if a.save.Possible() {
		steps = append(steps, a.saveStep())
	}
	return []step{{
		Key: "damage", Rule: "SQ-VEH-05",
		If: func(s *State) bool { return s.Shot.Hits > 0 }, Repeat: true, Steps: steps,
	}}
}

// read reads a row of the damage table: 0 for a 1, 1 for a 2, 2 for 3 to 5, 3 for a 6.
func (a *armour) read(s *State, row int, l *log) damage {
	h := a.hull(s)
	again := func(rule ruleIDs, key string) damage {
		if l.On() {
			l.Note(explain.Because(rule[0], key).And(rule[1:]...))
		}
		return woundLost
	}
	switch row {
	case 0: // SQ-VEH-24, 25, 30
		switch {
		case !a.main:
			return again(ruleIDs{"SQ-VEH-30"}, "unarmed-wound")
		case h.MainOut:
			return again(ruleIDs{"SQ-VEH-25", "SQ-VEH-29"}, "main-again")
		case a.loneMG:
			l.Say("SQ-VEH-30", "lone-mg-out")
		default:
			l.Say("SQ-VEH-24", "main-out")
		}
		return mainOut
	case 1: // SQ-VEH-26, 27
		switch {
		case a.mg && h.MGOut:
			return again(ruleIDs{"SQ-VEH-26", "SQ-VEH-29"}, "mg-again")
		case a.mg:
			l.Say("SQ-VEH-26", "mg-out")
			return mgOut
		case a.o.is("damage2-without-mg", "no-effect") && !a.loneMG:
			l.Say("SQ-VEH-27", "no-mg-no-effect")
			return noDamage
		case a.main && !h.MainOut:
			if l.On() && a.loneMG {
				l.Note(explain.Because("SQ-VEH-27", "lone-mg-out").And("SQ-VEH-30"))
			} else {
				l.Say("SQ-VEH-27", "no-mg-main-out")
			}
			return mainOut
		}
		return again(ruleIDs{"SQ-VEH-27"}, "no-mg-wound")
	case 3: // SQ-VEH-22, 23
		if h.GearOut {
			return again(ruleIDs{"SQ-VEH-23", "SQ-VEH-29"}, "gear-again")
		}
		if a.gun {
			l.Say("SQ-EFFECT-04", "gun-immobile")
		} else {
			l.Say("SQ-VEH-22", "gear-out")
		}
		return gearOut
	}
	l.Say("SQ-VEH-28", "wound-lost")
	return woundLost
}

// result takes a hit that did d: at once, or after the save where there is one.
func (a *armour) result(s *State, d damage, l *log) {
	s.Shot.Hits--
	if a.save.Possible() {
		s.Shot.Result = d
		return
	}
	a.suffer(s, d, l)
}

// saveStep is the save against the result that waits (SQ-SAVE-09).
func (a *armour) saveStep() step {
	st := step{
		Key: "vehicle-save", Rule: "SQ-SAVE-09", Also: ruleIDs{"SQ-SAVE-01", "SQ-SAVE-10"},
		If:   func(s *State) bool { return s.Shot.Result != noDamage },
		Why:  func(*State) []number { return []number{a.save} },
		Roll: func(*State) dice.Roll { return dice.Count(1, a.save.Target()) },
		Then: func(s *State, o outcome, l *log) {
			d := s.Shot.Result
			s.Shot.Result = noDamage
			if o.Success() {
				l.Say("SQ-SAVE-09", "result-cancelled")
				return
			}
			a.suffer(s, d, l)
		},
	}
	if a.gun && a.initial == 1 {
		st.Key, st.Rule, st.Also = "save", "SQ-SAVE-08", ruleIDs{"SQ-SAVE-01"}
	}
	return st
}

// suffer carries a result out.
func (a *armour) suffer(s *State, d damage, l *log) {
	h := a.hull(s)
	switch d {
	case mainOut:
		h.MainOut = true
	case mgOut:
		h.MGOut = true
	case gearOut:
		h.GearOut = true
	case woundLost:
		h.Lost++
	}
	if a.destroyed(s) && s.Shot.Hits > 0 {
		l.SayN("SQ-VEH-38", "surplus-hits", int(s.Shot.Hits))
		s.Shot.Hits = 0
	}
}

// measures are the results for the vehicle or gun that can occur.
func (a *armour) measures() []measure {
	event := func(key string, of func(h *Hull) bool) measure {
		return measure{Key: key, Event: true, Of: func(s *State) int { return boolInt(of(a.hull(s))) }}
	}
	ms := []measure{{Key: "wounds-left", Of: a.left}}
	if a.rolls() {
		if a.main {
			ms = append(ms, event("main-out", func(h *Hull) bool { return h.MainOut }))
		}
		if a.mg {
			ms = append(ms, event("mg-out", func(h *Hull) bool { return h.MGOut }))
		}
		ms = append(ms, event("gear-out", func(h *Hull) bool { return h.GearOut }))
	}
	return append(ms, a.destructionMeasures()...)
}
