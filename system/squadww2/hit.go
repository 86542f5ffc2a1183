package squadww2

import (
	"umpire/explain"
	"umpire/rulebook"
)

func ruleID(s string) rulebook.ID { return rulebook.ID(s) }

// worst returns the needed number of the worst of several bases (SQ-HIT-15), or of the plain
// base when there is none.
func worst(plain reason, bases []reason) number {
	if len(bases) == 0 {
		return explain.Needed("to-hit", plain)
	}
	w := 0
	for i, b := range bases {
		if b.Value > bases[w].Value {
			w = i
		}
	}
	n := explain.Needed("to-hit", bases[w])
	for i, b := range bases {
		if i != w {
			n = n.Noting(explain.Because("SQ-HIT-15", "worse-base-counts", is("other", b.Value)))
		}
	}
	return n
}

// base returns the base hit number of the group at a target that is no aircraft (SQ-HIT-01 to 16).
func (g *Group) base() number {
	var bases []reason
	w := g.weapon
	pistol := g.Leader && w.Has("leader_pistol")
	if w.Has("sniper") {
		bases = append(bases, explain.Worth("SQ-HIT-09", "hit-sniper", 3))
	}
	if g.has("commando") && !pistol {
		bases = append(bases, explain.Worth("SQ-HIT-10", "hit-commando", 3))
	}
	if pistol {
		bases = append(bases, explain.Worth("SQ-HIT-11", "hit-leader-pistol", 3))
	}
	if w.Has("scatter") {
		switch {
		case w.Has("aa") && w.Has("common_base"):
			bases = append(bases, explain.Worth("SQ-HIT-05", "hit-aa-mg", 5).And("SQ-HIT-04"))
		case w.Has("aa") || g.From == "vehicle":
			bases = append(bases, explain.Worth("SQ-HIT-06", "hit-heavy-gun", 5).And("SQ-HIT-04"))
		default:
			bases = append(bases, explain.Worth("SQ-HIT-04", "hit-scatter", 5))
		}
	}
	if g.has("militia") && w.Has("small_arm") {
		bases = append(bases, explain.Worth("SQ-HIT-08", "hit-militia", 5))
	}
	if g.heavy() && g.Crew != nil && *g.Crew == 1 {
		bases = append(bases, explain.Worth("SQ-HIT-03", "hit-lone-crewman", 5))
	}
	if g.From == "open_vehicle" && g.VehicleMoved {
		bases = append(bases, explain.Worth("SQ-HIT-14", "hit-from-moving", 5).And("SQ-VEH-17"))
	}
	if g.has("unskilled") && (g.heavy() || g.From == "vehicle") {
		bases = append(bases, explain.Worth("SQ-HIT-16", "hit-unskilled", 5))
	}
	plain := explain.Worth("SQ-HIT-01", "hit-base", 4)
	if g.heavy() || g.From == "vehicle" {
		plain = explain.Worth("SQ-HIT-02", "hit-base-heavy", 4)
	}
	return worst(plain, bases)
}

// toHit returns the hit number against men, a vehicle or a gun: the base with the modifiers,
// clamped; a vehicle without crew is always hit on 2+ (SQ-HIT-13, SQ-HIT-17).
func (g *Group) toHit(t *Target, o options) number {
	if t.Type != "vehicle" || !t.Vehicle.abandoned(o) {
		return modified(g.base(), g.modifiers(t, o), o)
	}
	n := explain.Needed("to-hit", explain.Worth("SQ-HIT-13", "hit-abandoned", 2).And("SQ-CREW-04"))
	if t.Vehicle.CrewOutside {
		n = n.Noting(explain.Because("SQ-REPAIR-15", "crew-outside-abandoned"))
	}
	if o.is("abandoned-hit", "base-2+-then-modifiers") {
		return modified(n, g.modifiers(t, o), o)
	}
	return n
}
