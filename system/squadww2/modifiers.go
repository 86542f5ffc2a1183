package squadww2

import (
	"umpire/explain"
)

// modifiers returns the bonuses and penalties of the group against a target on the ground, +1 being better (SQ-GEN-04).
func (g *Group) modifiers(t *Target, o options) []reason {
	var mods []reason
	if t.Type == "vehicle" {
		mods = append(mods, t.Vehicle.facingModifiers(g.Facing)...)
	}
	if (t.Type == "gun_crew" || t.Type == "gun") && g.Facing != "front" {
		mods = append(mods, explain.Worth("SQ-MOD-07", "mod-gun-flank", 1))
	}
	if t.is("exposed") {
		mods = append(mods, explain.Worth("SQ-MOD-11", "mod-exposed", 1))
	}
	if t.is("marked") {
		mods = append(mods, explain.Worth("SQ-MOD-12", "mod-marked", 1))
	}
	return append(mods, g.crewModifiers(o)...)
}

// crewModifiers is the penalty of a vehicle's main gun for the losses of its crew (SQ-MOD-13),
// whatever the target.
func (g *Group) crewModifiers(o options) []reason {
	if g.From != "vehicle" || g.Role != "main" || g.Crew == nil || g.CrewFull == nil || *g.Crew >= *g.CrewFull || !o.is("crew-loss-modifiers", "on") {
		return nil
	}
	return []reason{explain.Worth("SQ-MOD-13", "mod-crew-short", -1, is("n", *g.Crew), is("full", *g.CrewFull)).And("SQ-CREW-01", "SQ-CREW-03")}
}

// modified applies modifiers to a base: all of them (SQ-MOD-14), or only the best bonus and the
// worst penalty under OPT-hit-modifiers = best-only; then the clamp (SQ-GEN-03).
func modified(n number, mods []reason, o options) number {
	best := o.is("hit-modifiers", "best-only")
	bonus, penalty := false, false
	for _, m := range mods {
		if best {
			used := &penalty
			if m.Value > 0 {
				used = &bonus
			}
			if *used {
				n = n.Noting(explain.Because("SQ-MOD-14", "mod-not-added"))
				continue
			}
			*used = true
		}
		n = n.With(m)
	}
	if !best && len(mods) > 1 {
		n = n.Noting(explain.Because("SQ-MOD-14", "mods-add-up"))
	}
	return n.Clamped(2, 6, "SQ-GEN-03", "clamped")
}
