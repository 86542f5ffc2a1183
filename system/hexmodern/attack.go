package hexmodern

import (
	"umpire/explain"
)

// Support is a weapon counter that the firing infantry carries.
type Support struct {
	ID        string  `yaml:"id"`
	AP        *Weapon `yaml:"ap"`
	HE        *Weapon `yaml:"he"`
	Depletion int     `yaml:"depletion" minimum:"0" maximum:"2"`
}

// gun is a unit about to make one attack, with all that bears on the dice of its side.
type gun struct {
	c         *counter
	depletion int      // marker of the unit
	support   *Support // the weapon that fires in place of the unit's own values, with its name
	name      text     // of the weapon counter
	use       string   // ap, he or aa as declared; empty: as the target wants
	reacts    bool     // opportunity fire
	spot      string   // path of distance and sees in the input
	distance  int
	sees      bool
	halves    int // half movement points spent before firing
	flown     int // hexes flown before firing
	leader    *headquarters
	leaderUse bool // the HQ has lent its leadership in this activation already
}

// shot is one attack before its dice.
type shot struct {
	use     string
	missile bool // depletes on a miss (HX-AMMO-02, 08)
	dice    number
	hit     number
	defence number
	save    number
	cancel  int // hits that an improved position cancels (option improved-position = cancel-hit)
	reasons []reason
}

// settle checks that a gun's facts agree with its counter.
func (g *gun) settle() explain.Problems {
	var ps explain.Problems
	wrong := func(at, key string, facts ...explain.Fact) {
		ps = append(ps, explain.Wrong(g.c.field+at, key, facts...))
	}
	if g.c.kind == "hq" {
		return nil
	}
	if g.depletion > 0 && !g.c.missiles() {
		wrong(".depletion", "no-missiles")
	}
	if s := g.support; s != nil {
		if g.c.kind != "infantry" {
			wrong(".support", "only-infantry-carries")
		}
		if s.ID != "" {
			t := Roster().SupportWeapon(s.ID)
			if t == nil {
				wrong(".support.id", "unknown-support", is("value", s.ID))
				return ps
			}
			g.name = t.Name
			if s.AP == nil {
				s.AP = t.AP
			}
			if s.HE == nil {
				s.HE = t.HE
			}
		} else {
			g.name = g.c.name
		}
		switch {
		case s.AP == nil && s.HE == nil:
			wrong(".support.id", "field-missing")
		case s.Depletion > 0 && (s.AP == nil || !s.AP.Missile):
			wrong(".support.depletion", "no-missiles")
		}
	}
	if g.flown > 0 && g.c.kind != "helicopter" {
		wrong(".hexes_flown", "only-helicopters-fly")
	}
	if g.halves > 0 && g.c.kind == "helicopter" {
		wrong(".mp_spent", "helicopters-count-hexes")
	}
	if g.c.move > 0 && g.halves > 2*g.c.move {
		wrong(".mp_spent", "field-above", is("value", float64(g.halves)/2), is("want", g.c.move))
	}
	return ps
}

// weapon returns the fire values for a use, or nil.
func (g *gun) weapon(use string) *Weapon {
	if g.support != nil {
		switch use {
		case "ap":
			return g.support.AP
		case "he":
			return g.support.HE
		}
		return nil
	}
	switch use {
	case "ap":
		return g.c.ap
	case "he":
		return g.c.he
	}
	return g.c.aa
}

// missileMarker is the depletion marker that bears on the weapon.
func (g *gun) missileMarker() int {
	if g.support != nil {
		return g.support.Depletion
	}
	return g.depletion
}

// mayFire returns the refusal of a gun that may not fire whatever the target (HX-ELIG-01, PIN-01,
// REACT-02, AIR-01 to 03, MFIRE-01), or nil.
func (g *gun) mayFire() *explain.Refusal {
	f, unit := g.c.field, is("unit", g.c.name)
	who := explain.Because("HX-ELIG-01", "who-fires")
	if g.reacts {
		who = explain.Because("HX-REACT-02", "who-answers")
	}
	switch {
	case g.c.disrupted:
		return explain.Refuse(f+".states", explain.Because("HX-PIN-01", "disrupted-no-fire", unit), who)
	case g.c.done && g.reacts:
		return explain.Refuse(f+".states", explain.Because("HX-REACT-06", "ops-complete-no-fire", unit), who)
	case g.c.done:
		return explain.Refuse(f+".states", explain.Because("HX-TURN-04", "ops-complete-no-fire", unit), who)
	case g.c.kind == "helicopter" && g.flown > 0 && !g.c.flying:
		return refuse(f+".hexes_flown", "HX-AIR-03", "flight-side-to-move", unit)
	case g.flown > maxFlown:
		return refuse(f+".hexes_flown", "HX-AIR-02", "flown-too-far", unit, is("n", g.flown), is("most", maxFlown))
	case g.halves > 0 && !g.c.movingFire:
		return refuse(f+".mp_spent", "HX-MFIRE-01", "no-moving-fire", unit)
	case g.halves > 2*(g.c.move/2):
		return refuse(f+".mp_spent", "HX-MFIRE-01", "moved-too-far", unit, is("spent", float64(g.halves)/2), is("most", g.c.move/2))
	}
	return nil
}

// maxFlown is the hexes after which a helicopter may still fire (HX-AIR-01).
const maxFlown = 12

// pick chooses AP, HE or AA for the target (HX-ELIG-02, HX-AIR-05).
func (g *gun) pick(t *target) (use string, because reason, no *explain.Refusal) {
	unit := is("unit", t.c.name)
	switch {
	case t.c.flying:
		use, because = "aa", explain.Because("HX-AIR-05", "aa-at-helicopters", unit)
	case t.c.hard:
		use, because = "ap", explain.Because("HX-ELIG-02", "ap-at-hard", unit)
	default:
		use, because = "he", explain.Because("HX-ELIG-02", "he-at-soft", unit)
		if t.c.kind == "helicopter" {
			because = because.And("HX-AIR-05")
		}
	}
	if g.use != "" && g.use != use {
		return use, because, explain.Refuse(g.c.field+".fires", because)
	}
	if g.weapon(use) == nil {
		at := ".unit"
		if g.support != nil {
			at = ".support"
		}
		return use, because, explain.Refuse(g.c.field+at, explain.Because(because.Rule, "no-such-values", is("unit", g.c.name), is("use", explain.Word("use-"+use))))
	}
	return use, because, nil
}

// at judges the attack of a gun on a target: a refusal, or the numbers.
func (g *gun) at(t *target, o options) (*shot, *explain.Refusal) {
	if t.mixed {
		return nil, refuse(t.c.field+".mixed_hex", "HX-ELIG-03", "mixed-hex")
	}
	if no := g.mayFire(); no != nil {
		return nil, no
	}
	rule := ruleID("HX-ELIG-01")
	if g.reacts {
		rule = "HX-REACT-02"
	}
	if !g.sees {
		return nil, refuse(g.spot+".sees", rule, "not-seen")
	}
	use, because, no := g.pick(t)
	if no != nil {
		return nil, no
	}
	s := &shot{use: use, reasons: []reason{explain.Because(rule, "may-fire", is("unit", g.c.name)), because}}
	w := g.weapon(use)
	if no := s.ammunition(g, w); no != nil {
		return nil, no
	}
	if no := s.numbers(g, w); no != nil {
		return nil, no
	}
	s.defend(t, o)
	return s, nil
}

// ammunition says whether the attack spends missiles, and refuses one without them (HX-AMMO-01, 05, 06, 08).
func (s *shot) ammunition(g *gun, w *Weapon) *explain.Refusal {
	unit := is("unit", g.c.name)
	if g.support != nil {
		unit = is("unit", g.name)
	}
	marker := g.missileMarker()
	if s.use != "ap" || !w.Missile {
		if marker > 0 {
			s.reasons = append(s.reasons, explain.Because("HX-AMMO-06", "other-fire-remains", unit))
		}
		return nil
	}
	if marker > 0 {
		at := ".depletion"
		if g.support != nil {
			at = ".support.depletion"
		}
		return refuse(g.c.field+at, "HX-AMMO-05", "missiles-are-out", unit, is("level", marker))
	}
	switch {
	case g.support != nil:
		s.missile = true
		s.reasons = append(s.reasons, explain.Because("HX-AMMO-08", "missile-weapon", unit))
	case g.c.missiles():
		s.missile = true
		s.reasons = append(s.reasons, explain.Because("HX-AMMO-01", "missile-unit", unit))
	default:
		s.reasons = append(s.reasons, explain.Because("HX-AMMO-01", "mortars-are-none", unit))
	}
	return nil
}

// numbers makes the dice and the to-hit number (HX-RANGE, HX-HIT, HX-MFIRE-01, HX-AIR-04, HX-HQ-03).
func (s *shot) numbers(g *gun, w *Weapon) *explain.Refusal {
	d := g.distance
	far := []explain.Fact{is("n", d), is("range", w.Range)}
	s.dice = explain.Amount("attack-dice", explain.Worth("HX-DICE-01", "firepower", w.power(g.c.reduced)))
	s.dice.Of = g.c.name
	if g.c.reduced {
		s.dice = s.dice.Noting(explain.Because("HX-EFFECT-05", "reduced-side"))
	}
	if h := g.leader; h != nil {
		if g.leaderUse {
			return refuse(g.c.field+".leader_used", "HX-HQ-03", "leadership-used", is("hq", h.name))
		}
		s.dice = s.dice.With(explain.Worth("HX-HQ-03", "leadership", h.leadership, is("hq", h.name)))
	}
	n := explain.Needed("to-hit", explain.Worth("HX-DICE-01", "printed-hit", w.Hit))
	switch {
	case w.Fixed && d > w.Range:
		return refuse(g.spot+".distance", "HX-RANGE-02", "out-of-fixed-range", far...)
	case w.Fixed:
		n = n.Noting(explain.Because("HX-RANGE-02", "fixed-range", far...))
	case d > 2*w.Range:
		return refuse(g.spot+".distance", "HX-RANGE-01", "out-of-range", is("n", d), is("most", 2*w.Range))
	case d > w.Range:
		n = n.With(explain.Worth("HX-RANGE-01", "extended-range", -1, far...))
	case d <= w.Range/2:
		n = n.With(explain.Worth("HX-RANGE-01", "short-range", 1, far...))
	default:
		n = n.Noting(explain.Because("HX-RANGE-01", "normal-range", far...))
	}
	switch {
	case g.halves > 0:
		n = n.With(explain.Worth("HX-MFIRE-01", "moving-fire", -1))
	case g.c.kind == "helicopter" && g.flown > 0:
		n = n.Noting(explain.Because("HX-AIR-04", "penalty-printed").And("HX-AIR-01"))
	}
	if over := n.Value - 6; over > 0 {
		s.dice = s.dice.With(explain.Worth("HX-HIT-01", "harder-than-six", -over))
		n = n.Clamped(2, 6, "HX-HIT-01", "six-at-worst")
		if s.dice.Value < 1 {
			return refuse(g.spot+".distance", "HX-HIT-01", "no-dice-left")
		}
	}
	s.hit = n.Clamped(2, 6, "HX-HIT-02", "two-at-best")
	s.hit.Of = g.c.name
	return nil
}
