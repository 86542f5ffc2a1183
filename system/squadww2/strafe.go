package squadww2

import (
	"umpire/dice"
	"umpire/explain"
)

// strafes says whether a fixed machine gun is free to fire.
func (s *sortie) strafes() bool {
	p := s.plane
	free := *p.MGs
	if *p.TurretGuns == 0 || p.Jammed == *p.MGs+*p.TurretGuns {
		free = max(0, free-p.Jammed)
	}
	return free > 0
}

// strafe is the two automatic hits of machine guns on a unit of men (SQ-AIR-13, 14).
func (s *sortie) strafe(i int) []step {
	u := s.at[i].men
	t := s.g.units[u]
	v := volley{
		key: "strafe", rule: ruleIDs{"SQ-AIR-13", "SQ-AIR-32", "SQ-GEN-06"}, pool: t.lives(),
		attack: attack{ap: NoAP},
		dice:   explain.Amount("dice", explain.Worth("SQ-AIR-13", "strafing-hits", 2).And("SQ-AIR-14")),
		toHit:  explain.Needed("to-hit", explain.Worth("SQ-AIR-13", "strafing-effect", 5)),
	}
	if t.is("marked") {
		v.toHit = v.toHit.Noting(explain.Because("SQ-AIR-32", "no-hit-modifiers"))
	}
	v.dice.Of, v.toHit.Of = s.label(u), s.label(u)
	saves, _ := t.savesFor(v.attack)
	for c := range saves {
		saves[c].Of = s.label(u)
		if len(saves) > 1 {
			saves[c].Of = explain.Word(className(c))
		}
		if saves[c].Possible() {
			saves[c] = saves[c].Noting(explain.Because("SQ-SAVE-16", "strafing-usual-saves"))
		}
	}
	s.j.Numbers = append(s.j.Numbers, v.dice, v.toHit)
	s.j.Numbers = append(s.j.Numbers, saves...)
	return t.volleySteps(v, s.o)
}

// cannonNumber is what the cannon hit on men needs: nothing, or 5+ under
// OPT-cannon-vs-infantry (SQ-AIR-15).
func (s *sortie) cannonNumber() number {
	if s.o.is("cannon-vs-infantry", "5+") {
		return explain.Needed("to-hit", explain.Worth("SQ-AIR-15", "cannon-effect-men", 5))
	}
	return explain.Sure("to-hit", explain.Because("SQ-AIR-15", "cannon-automatic"))
}

// cannonMen is the one cannon hit on a unit of men, without save. It kills outright; a weapon on
// a common base is lost with its crew (SQ-AIR-15, SQ-EFFECT-01 to 03).
func (s *sortie) cannonMen(i int) []step {
	u := s.at[i].men
	t := s.g.units[u]
	w := Roster().Weapon(s.plane.Cannon)
	v := volley{
		key: "cannon", rule: ruleIDs{"SQ-AIR-15", "SQ-AIR-32"}, pool: t.lives(), attack: attack{ap: w.AP, noSave: true},
		dice:  explain.Amount("dice", explain.Worth("SQ-AIR-15", "cannon-hit", 1).And("SQ-AIR-14")),
		toHit: s.cannonNumber(),
	}
	v.dice.Of, v.toHit.Of = w.Name, w.Name
	saves, _ := t.savesFor(v.attack)
	saves[0].Of = w.Name
	s.j.Numbers = append(s.j.Numbers, v.toHit, saves[0])
	if t.Type != "heavy_team" {
		return t.volleySteps(v, s.o)
	}
	return []step{{
		Key: v.key, Rule: "SQ-AIR-15", Also: ruleIDs{"SQ-AIR-14", "SQ-AIR-32", "SQ-SAVE-15"},
		If:  func(st *State) bool { return t.left(st) > 0 },
		Why: func(*State) []number { return []number{v.toHit} },
		Roll: func(*State) dice.Roll {
			if v.sure() {
				return dice.None()
			}
			return dice.Count(1, v.toHit.Target())
		},
		Then: func(st *State, o outcome, l *log) {
			if !v.sure() && !o.Success() {
				return
			}
			t.loseTeam(st, v.attack, l)
		},
	}}
}

// cannonMachine is the one cannon hit on a vehicle or gun: effective on 5+, on 2+ without crew
// (SQ-AIR-16), if the calibre hurts it (SQ-AIR-17). A gun of one wound is a heavy weapon: it is
// lost without a die (SQ-AIR-14, SQ-EFFECT-02).
func (s *sortie) cannonMachine(i int) []step {
	m := s.g.machines[s.at[i].machine]
	a := m.armour
	w := Roster().Weapon(s.plane.Cannon)
	gun := &Group{weapon: w}
	if r, no := gun.harmless(a); no {
		s.j.Reasons = append(s.j.Reasons, r.And("SQ-AIR-17"))
		return nil
	}
	s.j.Reasons = append(s.j.Reasons, gun.pierces(a).And("SQ-AIR-17"))
	need := explain.Needed("to-hit", explain.Worth("SQ-AIR-16", "cannon-effect", 5))
	switch {
	case a.gun && a.initial == 1:
		need = s.cannonNumber()
	case m.empty:
		need = explain.Needed("to-hit", explain.Worth("SQ-HIT-13", "hit-abandoned", 2).And("SQ-AIR-16", "SQ-CREW-04"))
	}
	need.Of = w.Name
	s.j.Numbers = append(s.j.Numbers, need)
	if a.save.Possible() && a.rolls() {
		s.j.Numbers = append(s.j.Numbers, a.save)
	}
	s.j.Numbers = append(s.j.Numbers, a.destructionNumbers()...)
	hit := step{
		Key: "cannon", Rule: "SQ-AIR-16", Also: ruleIDs{"SQ-AIR-32", "SQ-GEN-06"},
		Why:  func(*State) []number { return []number{need} },
		Roll: func(*State) dice.Roll { return dice.Count(1, need.Target()) },
		Then: func(st *State, o outcome, _ *log) { st.Shot.Hits = o.Counts[1] },
	}
	steps := []step{hit}
	if a.gun && a.initial == 1 { // no save against aircraft cannon (SQ-SAVE-15)
		steps[0].Rule, steps[0].Also = "SQ-AIR-15", ruleIDs{"SQ-AIR-14", "SQ-AIR-32", "SQ-SAVE-15"}
		steps[0].Roll = func(*State) dice.Roll {
			if need.State == explain.Automatic {
				return dice.None()
			}
			return dice.Count(1, need.Target())
		}
		steps[0].Then = func(st *State, o outcome, l *log) {
			if need.State != explain.Automatic && !o.Success() {
				return
			}
			a.hull(st).Lost = int8(a.wounds)
			if l.On() {
				l.Note(explain.Because("SQ-EFFECT-02", "gun-destroyed").And("SQ-EFFECT-03"))
			}
		}
	} else {
		steps = append(steps, a.damageSteps()...)
	}
	steps = append(steps, a.destructionSteps()...)
	return []step{{Key: "cannon-hit", Rule: hit.Rule, If: func(st *State) bool { return !a.destroyed(st) }, Steps: steps}}
}
