package squadww2

import (
	"umpire/explain"
)

// dice returns the number of dice of the group: shots of the weapon times weapons that fire.
func (g *Group) dice() number {
	w := g.weapon
	rule := ruleID("SQ-DICE-01")
	if w.ID == "rifle" || w.ID == "smg" {
		rule = "SQ-DICE-02"
	}
	shots := w.Shots
	n := explain.Amount("dice", explain.Worth(rule, "shots", shots*g.Count, is("weapon", w.Name), is("count", g.Count), is("shots", shots)))
	n.Of = w.Name
	if w.Has("overheat") {
		if g.Burst == "short" {
			n = n.With(explain.Worth("SQ-DICE-06", "short-burst", -g.Count))
		} else {
			n = n.Noting(explain.Because("SQ-DICE-06", "full-burst", is("n", g.Count)))
		}
	}
	if g.heavy() && g.Crew != nil && *g.Crew < w.Crew {
		n = n.Noting(explain.Because("SQ-DICE-08", "crew-fires-all"))
	}
	return n
}

// jamDice returns how many weapons of the group risk a jam: each Overheat weapon that fires its
// full number of shots (SQ-AMMO-01, SQ-AMMO-04).
func (g *Group) jamDice() int {
	if g.weapon.Has("overheat") && g.Burst != "short" {
		return g.Count
	}
	return 0
}
