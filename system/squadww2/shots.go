package squadww2

import (
	"umpire/explain"
)

// dice returns the number of dice of the group: shots of the weapon times weapons that fire.
func (g *Group) dice() number {
	w := g.weapon
	row := explain.Worth("SQ-DICE-01", "shots", w.Shots*g.Count, is("weapon", w.Name), is("count", g.Count), is("shots", w.Shots)).And("SQ-RANGE-01")
	switch w.ID {
	case "rifle", "smg":
		row = row.And("SQ-DICE-02", "SQ-DATA-01", "SQ-DATA-02")
	case "pistol":
		row = row.And("SQ-DATA-01")
	default:
		row = row.And("SQ-DATA-05")
	}
	n := explain.Amount("dice", row)
	n.Of = w.Name
	if w.Has("overheat") {
		if g.Burst == "short" {
			n = n.With(explain.Worth("SQ-DICE-06", "short-burst", -g.Count).And("SQ-AMMO-03"))
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
