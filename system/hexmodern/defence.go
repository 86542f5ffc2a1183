package hexmodern

import (
	"umpire/explain"
)

// Enemy is a unit of the other side that could give the target's cover away.
type Enemy struct {
	Distance  int   `yaml:"distance" required:"true" minimum:"1" maximum:"60"`
	Recon     bool  `yaml:"recon"`
	Disrupted bool  `yaml:"disrupted"`
	Sees      *bool `yaml:"sees" default:"true"`
}

// target is a unit that is fired at, with all that bears on its defence.
type target struct {
	c     *counter
	hex   *Hex
	mixed bool
	near  []Enemy
}

// defend makes the defence dice and the save of the target (HX-DEF, HX-COVER, HX-POS, HX-AIR-05).
func (s *shot) defend(t *target, o options) {
	c := t.c
	s.save = explain.Needed("save", explain.Worth("HX-DEF-05", "save", c.save))
	s.save.Of = c.name
	if c.flying {
		s.defence = explain.Amount("defence-dice", explain.Worth("HX-AIR-05", "own-dice-only", c.armour))
		s.defence.Of = c.name
		return
	}
	bonus := explain.Amount("defence-bonus", t.terrain())
	for _, r := range t.cover(o) {
		bonus = bonus.With(r)
	}
	if t.hex.Position {
		at := explain.Because("HX-POS-01", "in-position").And("HX-POS-05")
		if o.is("improved-position", "die") {
			at.Value = 1
			at = at.And("HX-POS-02")
		} else {
			s.cancel = 1
			s.reasons = append(s.reasons, explain.Because("HX-POS-02", "position-cancels"))
		}
		bonus = bonus.With(at)
	}
	rule, key := ruleID("HX-DEF-01"), "soft-bonus"
	if c.hard {
		s.defence = explain.Amount("defence-dice", explain.Worth("HX-DEF-02", "armour", c.armour))
		if bonus.Value > maxBonus {
			bonus = bonus.Clamped(0, maxBonus, "HX-DEF-03", "armour-bonus-limit")
		} else {
			bonus = bonus.Noting(explain.Because("HX-DEF-03", "within-limit"))
		}
		for i, r := range bonus.Reasons {
			if r.Key == "armour-bonus-limit" {
				r.Value = maxBonus - sum(bonus.Reasons[:i])
			}
			s.defence = s.defence.With(r)
		}
	} else {
		s.defence = explain.Amount("defence-dice", explain.Because(rule, key).And("HX-DEF-04"))
		for _, r := range bonus.Reasons {
			s.defence = s.defence.With(r)
		}
	}
	s.defence.Of = c.name
}

// maxBonus is the largest bonus of an armoured unit in dice (HX-DEF-03).
const maxBonus = 2

func sum(rs []reason) int {
	n := 0
	for _, r := range rs {
		n += r.Value
	}
	return n
}

// terrain is the defence dice of the ground.
func (t *target) terrain() reason {
	g := t.hex.ground()
	n := g.Vehicle
	if t.c.onFoot() {
		n = g.Infantry
	}
	return explain.Worth("HX-DEF-01", "ground", n, is("terrain", g.Name))
}

// cover says whether the target is in cover, with every reason (HX-COVER, HX-POS-04).
func (t *target) cover(o options) []reason {
	g := t.hex.ground()
	always := t.hex.Position && o.is("position-cover", "always")
	var place reason
	menOnly := g.Cover == "infantry" && !(g.ID == "field" && o.is("infantry-only-terrain", "craters"))
	switch {
	case t.hex.Position:
		place = explain.Because("HX-POS-04", "position-covers")
	case g.Cover == "all", g.Cover == "infantry" && !menOnly, menOnly && t.c.onFoot():
		place = explain.Because("HX-COVER-01", "ground-covers", is("terrain", g.Name))
		if g.Cover == "infantry" {
			place = place.And("HX-COVER-02")
		}
	case t.hex.Wreck:
		place = explain.Because("HX-COVER-08", "wreck-covers").And("HX-COVER-01")
	case menOnly:
		return []reason{explain.Because("HX-COVER-02", "men-only", is("terrain", g.Name)).And("HX-COVER-01")}
	default:
		return []reason{explain.Because("HX-COVER-01", "no-cover-here", is("terrain", g.Name))}
	}
	given := t.givenAway(o)
	if given != nil && !always {
		return []reason{*given}
	}
	place.Value = 1
	return []reason{place.And("HX-COVER-07")}
}

// givenAway returns why a unit that could hide is not in cover, or nil (HX-COVER-03 to 06).
func (t *target) givenAway(o options) *reason {
	because := func(r reason) *reason { return &r }
	switch {
	case t.c.done:
		return because(explain.Because("HX-COVER-03", "done-no-cover"))
	case t.c.moving:
		return because(explain.Because("HX-COVER-04", "moving-no-cover"))
	}
	for _, e := range t.near {
		if e.Disrupted {
			continue
		}
		switch {
		case e.Distance == 1:
			return because(explain.Because("HX-COVER-05", "enemy-beside"))
		case e.Recon && (e.Sees == nil || *e.Sees) && (o.is("recon-range", "sight") || e.Distance <= reconRange):
			return because(explain.Because("HX-COVER-06", "scouts-see", is("n", e.Distance)))
		}
	}
	return nil
}

// reconRange is how far scouts spoil cover under recon-range = 4.
const reconRange = 4
