package squadww2

import (
	"fmt"

	"umpire/explain"
	"umpire/system"
)

// settleAircraft fills the aircraft that is shot at.
func (t *Target) settleAircraft(field string) explain.Problems {
	if t.Aircraft == nil {
		t.Aircraft = new(Aircraft)
	}
	if t.Aircraft.Unit == "" {
		t.Aircraft.Unit = t.Unit
	}
	return t.Aircraft.settle(field + ".aircraft")
}

// settleShadow takes the smaller of the distances to the shadow and to the flight line as the
// distance of anti-aircraft fire (SQ-RANGE-10). field is the group's path.
func (g *Group) settleShadow(field string, t *Target) explain.Problems {
	if g.ShadowCM == nil && g.FlightLineCM == nil {
		return nil
	}
	name := ".shadow_cm"
	if g.ShadowCM == nil {
		name = ".flight_line_cm"
	}
	switch {
	case t.Type != "aircraft":
		return explain.Problems{explain.Wrong(field+name, "only-at-aircraft")}
	case g.RangeCM != nil:
		return explain.Problems{explain.Wrong(field+name, "shadow-or-range")}
	}
	for _, cm := range []*float64{g.ShadowCM, g.FlightLineCM} {
		if cm != nil && (g.RangeCM == nil || *cm < *g.RangeCM) {
			g.RangeCM = cm
		}
	}
	return nil
}

// shadowReason says which of the two distances counts.
func (g *Group) shadowReason() (reason, bool) {
	switch {
	case g.ShadowCM != nil && g.FlightLineCM != nil:
		return explain.Because("SQ-RANGE-10", "shadow-or-line", is("shadow", *g.ShadowCM), is("line", *g.FlightLineCM), is("range", *g.RangeCM)), true
	case g.ShadowCM != nil:
		return explain.Because("SQ-RANGE-10", "to-shadow", is("range", *g.RangeCM)), true
	case g.FlightLineCM != nil:
		return explain.Because("SQ-RANGE-10", "to-line", is("range", *g.RangeCM)), true
	}
	return reason{}, false
}

// antiAircraft says whether the weapon may fire at aircraft: it has the AA trait and can be raised
// on its mount (SQ-ELIG-11).
func (g *Group) antiAircraft() bool {
	if !g.weapon.Has("aa") {
		return false
	}
	if g.unit != nil {
		for _, c := range g.unit.Weapons {
			if c.ID == g.weapon.ID && c.NoAA {
				return false
			}
		}
	}
	return true
}

// atAircraft judges anti-aircraft fire.
func (f *Fire) atAircraft(o options) *system.Judgement {
	t := &f.Target
	j := &system.Judgement{Reasons: []reason{explain.Because("SQ-ELIG-01", "declared")}}
	for i := range f.Shooters {
		if r, ok := f.Shooters[i].shadowReason(); ok {
			j.Reasons = append(j.Reasons, r)
		}
	}
	groups := f.firing(j, o)
	if j.Refusal != nil {
		return j
	}
	j.Reasons = append(j.Reasons, explain.Because("SQ-AIR-31", "own-shooting-phase"))
	j.Reasons = append(j.Reasons, o.older()...)
	if len(groups) > 1 {
		j.Reasons = append(j.Reasons, explain.Because("SQ-DICE-04", "separate-groups", is("n", len(groups))))
	}
	frame := t.Aircraft.airframe(o)
	var steps []step
	jams := false
	for _, g := range groups {
		b := battery{ap: FullAP, shot: volley{
			key: "hit", rule: ruleIDs{"SQ-DICE-03", "SQ-HIT-17", "SQ-GEN-06"}, of: g.weapon.Name,
			dice: g.dice(), toHit: g.atAircraftNumber(t, o), jams: g.jamDice(),
		}}
		r, _ := b.pierces(frame, false)
		jams = jams || b.shot.jams > 0
		j.Reasons = append(j.Reasons, r)
		j.Numbers = append(j.Numbers, b.shot.dice, b.shot.toHit)
		steps = append(steps, frame.attackSteps(b)...)
	}
	j.Numbers = append(j.Numbers, explain.Amount("wounds-left", explain.Worth("SQ-VEH-01", "wounds-of", frame.wounds, is("initial", frame.initial))))
	j.Program = frame.program("fire", steps, jams)
	return j
}

// atAircraftNumber is the 5+ of every anti-aircraft weapon, whatever the height (SQ-HIT-12,
// SQ-AIR-31).
func (g *Group) atAircraftNumber(t *Target, o options) number {
	var mods []reason
	if t.is("marked") || t.Aircraft.is("marked") {
		mods = append(mods, explain.Worth("SQ-MOD-12", "mod-marked", 1))
	}
	mods = append(mods, g.crewModifiers(o)...)
	n := explain.Needed("to-hit", explain.Worth("SQ-HIT-12", "hit-aa", 5).And("SQ-AIR-01"))
	n = modified(n, mods, o).Noting(explain.Because("SQ-AIR-31", "height-no-matter", is("n", t.Aircraft.Height)))
	n.Of = g.weapon.Name
	return n
}

// settleShadows settles the distances of anti-aircraft fire of all groups.
func (f *Fire) settleShadows() explain.Problems {
	var ps explain.Problems
	for i := range f.Shooters {
		ps = append(ps, f.Shooters[i].settleShadow(fmt.Sprintf("shooters[%d]", i), &f.Target)...)
	}
	return ps
}
