package squadww2

import (
	"slices"

	"umpire/explain"
	"umpire/system"
)

// barred returns why a weapon in the given states may not fire at a target in its states, whatever
// the weapon is, or nil. field is the path of the states.
func barred(field string, states []string, w *Weapon, t *Target) *explain.Refusal {
	in := func(state string) bool { return slices.Contains(states, state) }
	weapon := is("weapon", w.Name)
	switch {
	case t.is("retreat_began"): // SQ-ELIG-10, SQ-RETREAT-06
		return explain.Refuse("target.states", explain.Because("SQ-ELIG-10", "target-began-retreat"), explain.Because("SQ-RETREAT-06", "retreat-immune"))
	case t.is("in_melee"):
		return explain.Refuse("target.states", explain.Because("SQ-ELIG-17", "target-in-melee"))
	case in("in_melee"):
		return explain.Refuse(field, explain.Because("SQ-ELIG-17", "shooter-in-melee"))
	case in("pinned"):
		return explain.Refuse(field, explain.Because("SQ-ELIG-09", "shooter-pinned"), explain.Because("SQ-PIN-14", "pinned-does-nothing"))
	case in("retreating"):
		return explain.Refuse(field, explain.Because("SQ-RETREAT-11", "shooter-retreating"))
	case in("acted"):
		return explain.Refuse(field, explain.Because("SQ-TURN-03", "one-action"))
	case in("jammed"):
		return explain.Refuse(field, explain.Because("SQ-AMMO-02", "weapon-jammed", weapon))
	case in("spent"):
		return explain.Refuse(field, explain.Because("SQ-AMMO-05", "weapon-spent", weapon))
	case in("weapon_out"):
		return explain.Refuse(field, explain.Because("SQ-ELIG-18", "weapon-out", weapon))
	}
	return nil
}

// mayAny asks n weapons or men in their order whether they may act; may gives the refusal of one,
// or notes in the judgement what it does. When none may, the refusal of the first stands for all.
func mayAny(j *system.Judgement, n int, may func(i int) *explain.Refusal) bool {
	var first *explain.Refusal
	some := false
	for i := range n {
		no := may(i)
		if no == nil {
			some = true
			continue
		}
		if first == nil {
			first = no
		}
		j.Reasons = append(j.Reasons, no.Reasons...)
	}
	if !some {
		*j = system.Judgement{Refusal: first}
	}
	return some
}

// forbidden returns the refusal of a group that may not fire at the target at all, or nil.
// field is the group's path.
func (g *Group) forbidden(field string, t *Target) *explain.Refusal {
	if no := barred(field+".states", g.States, g.weapon, t); no != nil {
		return no
	}
	weapon := is("weapon", g.weapon.Name)
	switch {
	case g.From == "open_vehicle" && !g.weapon.Has("small_arm"):
		return explain.Refuse(field+".weapon", explain.Because("SQ-VEH-14", "not-from-open-vehicle", weapon), explain.Because("SQ-VEH-13", "only-small-arms"))
	case t.Type == "aircraft" && !g.antiAircraft():
		return explain.Refuse(field+".weapon", explain.Because("SQ-ELIG-11", "not-anti-aircraft", weapon).And("SQ-AIR-01"))
	case t.Hidden:
		return explain.Refuse("target.hidden", explain.Because("SQ-LOS-05", "target-hidden"))
	case !g.Sees:
		return explain.Refuse(field+".sees", explain.Because("SQ-LOS-01", "not-seen"), explain.Because("SQ-LOS-06", "sight-first"))
	case !g.InArc && (g.heavy() || g.From == "vehicle" || g.weapon.Crew == 0):
		return explain.Refuse(field+".in_arc", explain.Because("SQ-ARC-02", "out-of-arc", weapon))
	case g.heavy() && g.Crew != nil && *g.Crew == 0:
		return explain.Refuse(field+".crew", explain.Because("SQ-DICE-08", "no-crew", weapon))
	case g.From == "open_vehicle" && g.unit != nil && g.unit.Type == "vehicle" && len(g.unit.OpenFaces) == 0:
		return explain.Refuse(field+".from", explain.Because("SQ-VEH-10", "closed-no-personal-fire"))
	}
	if rs := t.hiddenInside(g.Facing); rs != nil {
		return explain.Refuse("target.type", rs...)
	}
	return nil
}

// shortHanded returns the refusal of a vehicle's weapon that its thinned crew cannot serve, or
// nil (SQ-CREW-01, SQ-CREW-02; OPT-crew-loss-modifiers).
func (g *Group) shortHanded(field string, o options) *explain.Refusal {
	if g.From != "vehicle" || g.Crew == nil || g.CrewFull == nil {
		return nil
	}
	n, full := *g.Crew, *g.CrewFull
	weapon, crew := is("weapon", g.weapon.Name), []explain.Fact{is("n", n), is("full", full)}
	switch {
	case n == 0:
		return explain.Refuse(field+".crew", explain.Because("SQ-CREW-04", "vehicle-empty", weapon))
	case !o.is("crew-loss-modifiers", "on"):
		return nil
	case 2*n < full:
		return explain.Refuse(field+".crew", explain.Because("SQ-CREW-02", "crew-too-few-to-fire", crew...).And("SQ-CREW-03"))
	case n < full && g.Role == "mg":
		return explain.Refuse(field+".crew", explain.Because("SQ-CREW-01", "crew-short-no-mg", crew...).And("SQ-CREW-03"))
	}
	return nil
}

// silent returns why a group that may declare has no dice: nothing in range, or nobody who both
// reaches and sees. Its shooting is spent all the same (SQ-ELIG-02, SQ-ELIG-08).
func (g *Group) silent() (reason, bool) {
	reach := g.weapon.RangeCM
	if g.RangeCM != nil && *g.RangeCM > reach {
		rule := "SQ-ELIG-02"
		if g.weapon.Has("leader_pistol") && g.Leader {
			rule = "SQ-RANGE-13"
		}
		return explain.Because(ruleID(rule), "out-of-range", is("weapon", g.weapon.Name), is("range", *g.RangeCM), is("reach", reach)), true
	}
	if g.Count == 0 || g.Pool != nil && *g.Pool == 0 {
		return explain.Because("SQ-ELIG-08", "nobody-fires", is("weapon", g.weapon.Name)), true
	}
	return reason{}, false
}

// fires gives the facts by which a group may fire: how many of it, at what distance, with what.
func (g *Group) fires() []reason {
	weapon := is("weapon", g.weapon.Name)
	rs := []reason{explain.Because("SQ-ELIG-04", "firing", weapon, is("n", g.Count))}
	if g.RangeCM != nil {
		in := explain.Because("SQ-RANGE-11", "in-range", weapon, is("range", *g.RangeCM), is("reach", g.weapon.RangeCM))
		if g.Leader && g.weapon.Has("leader_pistol") {
			in = in.And("SQ-RANGE-13")
		}
		rs = append(rs, explain.Because("SQ-ELIG-03", "fire-goes-ahead"), in)
	}
	if !g.InArc {
		rs = append(rs, explain.Because("SQ-ARC-08", "all-round"))
	}
	if g.Leader {
		rs = append(rs, explain.Because("SQ-DICE-05", "leader-fires", weapon))
	}
	if g.From == "open_vehicle" {
		rs = append(rs, explain.Because("SQ-VEH-12", "fire-from-open-vehicle", weapon).And("SQ-VEH-13", "SQ-VEH-16"),
			explain.Because("SQ-VEH-18", "now-exposed"))
	}
	return rs
}
