package companyv4

import (
	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
)

// armourOf is the armour that a shot meets (C4-SAVE-02, C4-SAVE-13), with what is
// added to it at long range (C4-SAVE-03).
func armourOf(u *UnitType, b *Batch, p *profile, sh *UnitType, m measure) number {
	var n number
	side := b.Facing == "side" || b.TargetAngle != nil && *b.TargetAngle > 90
	switch {
	case sh.Type == "aircraft" || p.mount == "aircraft":
		n = explain.Amount("armour", explain.Worth("C4-SAVE-13", "side-from-the-air", u.Side))
	case side:
		n = explain.Amount("armour", explain.Worth("C4-SAVE-02", "side-armour", u.Side))
	default:
		n = explain.Amount("armour", explain.Worth("C4-SAVE-02", "front-armour", u.Front))
	}
	if !b.long(m) {
		return n
	}
	if p.has("heat") {
		return n.Noting(explain.Because("C4-SAVE-03", "heat-no-bonus"))
	}
	return n.With(explain.Worth("C4-SAVE-03", "armour-at-range", 1))
}

// armourRows sorts the die of an armour save: above the anti-tank number nothing, at it equal,
// below it below (C4-SAVE-04 to 06).
func armourRows(armour, at int) (rows [6]uint8) {
	for i := range rows {
		switch total := i + 1 + armour; {
		case total > at:
			rows[i] = nothing
		case total == at:
			rows[i] = equal
		default:
			rows[i] = below
		}
	}
	return rows
}

// cardSave is the save of a team without armour (C4-SAVE-08, 09, 11).
func cardSave(u *UnitType, p *profile) number {
	rule, key := "C4-SAVE-08", "card-save"
	switch {
	case u.Type == "tank":
		rule, key = "C4-SAVE-09", "unarmoured-save"
	case u.Type == "aircraft":
		rule, key = "C4-SAVE-11", "aircraft-save"
	}
	n := explain.Needed("save", explain.Worth(ruleID(rule), key, u.Save))
	if brutal(u, p) {
		n = n.Noting(explain.Because("C4-SAVE-12", "brutal").And("C4-GEN-07"))
	}
	return n
}

// brutal says whether the unit throws its successful saves again (C4-SAVE-12).
func brutal(u *UnitType, p *profile) bool { return p.has("brutal") && u.Type != "aircraft" }

// bulletproof says whether a failed save still leaves the shooter a firepower test to pass
// (C4-SAVE-10, C4-SAVE-11).
func (t *Target) bulletproof(u *UnitType, b *Batch) (rule, key string, ok bool) {
	front := b.Facing == "front" && (b.TargetAngle == nil || *b.TargetAngle <= 90)
	switch {
	case u.Type == "aircraft":
		return "C4-SAVE-11", "aircraft-firepower", true
	case u.Type == "tank":
		return "", "", false
	case t.DugIn:
		return "C4-SAVE-10", "dug-in", true
	case t.InBuilding || b.Cover == "building":
		return "C4-SAVE-10", "in-building", true
	case u.Type == "gun" && u.Has("gun_shield") && front && !t.Dashed:
		return "C4-SAVE-10", "gun-shield", true
	}
	return "", "", false
}

// firepower is the test of a weapon (C4-SAVE-07).
func firepower(p *profile) number {
	n := explain.Needed("firepower", explain.Worth("C4-SAVE-07", "firepower-of", p.fp, is("weapon", p.name)))
	n.Of = p.name
	return n
}

// saving returns the shot whose hit is saved now.
func (f *field) saving(a *Attack) *shot { return &f.shots[a.Batch] }

// unit returns the unit of the team that saves now.
func (f *field) unit(a *Attack) *UnitType { return f.units[f.class(int(a.Team)-1)] }

// take picks the next hit to be saved: teams in listing order, each team's hits in the order of
// placing, those that were shifted last (C4-GEN-09, C4-SAVE-01).
func (f *field) take(a *Attack) {
	for t := range f.teams {
		if a.held(t) == 0 {
			continue
		}
		if a.Team != int8(t)+1 {
			a.Team, a.CrewOut, a.Dead = int8(t)+1, f.teams[t].BailedOut, false
		}
		for _, i := range f.order {
			if a.On[t][i] > a.Shifted[t][i] {
				a.Batch, a.Was = int8(i), false
				return
			}
		}
		for _, i := range f.order {
			if a.Shifted[t][i] > 0 {
				a.Batch, a.Was = int8(i), true
				return
			}
		}
	}
}

// settle ends the saving of one hit.
func (f *field) settle(a *Attack, log *procedure.Log) {
	t := int(a.Team) - 1
	a.On[t][a.Batch]--
	if a.Was {
		a.Shifted[t][a.Batch]--
	}
	if a.Dead {
		if a.held(t) > 0 {
			log.SayN("C4-GEN-09", "hits-dropped", a.held(t))
		}
		a.On[t], a.Shifted[t] = [maxBatches]int8{}, [maxBatches]int8{}
		a.Destroyed++
		a.First = a.First || t == f.shots[0].at
		if f.teams[t].Leader {
			a.Leader = true
			log.Say("C4-CMD-04", "leader-lost")
		}
	}
	a.Batch, a.Was, a.Fate = 0, false, nothing
	if a.held(t) == 0 {
		if a.CrewOut && !a.Dead && !f.teams[t].BailedOut {
			a.Bailed++
		}
		a.Team, a.CrewOut, a.Dead = 0, false, false
	}
}

// saveBlock saves the hits one by one (chapters 13 and 14).
func saveBlock[S comparable](f *field, at func(*S) *Attack) procedure.Step[S] {
	armoured := func(s *S) bool { return f.unit(at(s)).armoured() }
	class := func(a *Attack) int { return f.class(int(a.Team) - 1) }
	destroy := func(a *Attack, log *procedure.Log, rule string) {
		a.Dead = true
		log.Say(ruleID(rule), "destroyed")
	}
	bail := func(a *Attack, log *procedure.Log, rule string) {
		if a.CrewOut {
			a.Fate = equal // once more: a motivation test follows
			log.Say("C4-CREW-02", "bailed-out-again")
			return
		}
		a.Fate, a.CrewOut = nothing, true
		log.Say(ruleID(rule), "bails-out")
	}
	return procedure.Step[S]{
		Key: "saves", Rule: "C4-SAVE-01", Also: []rulebook.ID{"C4-GEN-09"}, Repeat: true,
		If: func(s *S) bool { return at(s).Total > 0 && at(s).On != [maxTeams][maxBatches]int8{} },
		Steps: []procedure.Step[S]{{
			Key: "next-hit", Rule: "C4-SAVE-01", Also: []rulebook.ID{"C4-GEN-09"},
			Then: func(s *S, _ dice.Outcome, log *procedure.Log) {
				f.take(at(s))
				if log.On() {
					a := at(s)
					log.Note(explain.Because("C4-SAVE-01", "hit-on-team", is("team", f.teams[a.Team-1].Name), is("weapon", f.saving(a).prof.name)))
				}
			},
		}, {
			Key: "armour-save", Rule: "C4-SAVE-03", Also: []rulebook.ID{"C4-SAVE-02"},
			If: armoured,
			Roll: func(s *S) dice.Roll {
				a := at(s)
				h := f.saving(a)
				return dice.Table(1, armourRows(h.armour[class(a)].Value, h.prof.at))
			},
			Then: func(s *S, o dice.Outcome, log *procedure.Log) {
				at(s).Fate = int8(o.Row())
				rule, key := "C4-SAVE-04", "armour-holds"
				switch o.Row() {
				case equal:
					rule, key = "C4-SAVE-05", "armour-equal"
				case below:
					rule, key = "C4-SAVE-06", "armour-pierced"
				}
				log.Say(ruleID(rule), key)
			},
			Why: func(s *S) []number {
				h := f.saving(at(s))
				return []number{h.armour[class(at(s))], explain.Amount("anti-tank", explain.Worth("C4-SAVE-03", "anti-tank-of", h.prof.at, is("weapon", h.prof.name)))}
			},
		}, {
			Key: "save", Rule: "C4-SAVE-08", Also: []rulebook.ID{"C4-SAVE-09", "C4-SAVE-11", "C4-SAVE-12"},
			If: func(s *S) bool { return !armoured(s) },
			Roll: func(s *S) dice.Roll {
				a := at(s)
				h := f.saving(a)
				r := dice.Count(1, h.save[class(a)].Target())
				if brutal(f.unit(a), h.prof) {
					for face := h.save[class(a)].Target(); face <= 6; face++ {
						r = r.Rerolling(face)
					}
				}
				return r
			},
			Then: func(s *S, o dice.Outcome, log *procedure.Log) {
				a := at(s)
				switch {
				case o.Success():
				case f.saving(a).cover[class(a)]:
					a.Fate = failed
					log.Say("C4-SAVE-10", "bulletproof")
				default:
					destroy(a, log, "C4-EFFECT-01")
				}
			},
			Why: func(s *S) []number { return []number{f.saving(at(s)).save[class(at(s))]} },
		}, {
			Key: "firepower", Rule: "C4-SAVE-07", Also: []rulebook.ID{"C4-SAVE-05", "C4-SAVE-06", "C4-SAVE-10"},
			If:   func(s *S) bool { return at(s).Fate != nothing },
			Roll: func(s *S) dice.Roll { return dice.Count(1, f.saving(at(s)).fp.Target()) },
			Then: func(s *S, o dice.Outcome, log *procedure.Log) {
				a := at(s)
				fate := a.Fate
				a.Fate = nothing
				switch {
				case fate == equal && o.Success():
					bail(a, log, "C4-SAVE-05")
				case fate == equal:
					log.Say("C4-SAVE-05", "no-effect")
				case fate == failed && !o.Success():
					log.Say("C4-SAVE-10", "survives")
				case o.Success():
					destroy(a, log, "C4-EFFECT-01")
				default:
					bail(a, log, "C4-SAVE-06")
				}
			},
			Why: func(s *S) []number { return []number{f.saving(at(s)).fp} },
		}, {
			Key: "stay-with-tank", Rule: "C4-CREW-02",
			If:   func(s *S) bool { return at(s).Fate == equal },
			Roll: func(s *S) dice.Roll { return dice.Count(1, f.unit(at(s)).Remount) },
			Then: func(s *S, o dice.Outcome, log *procedure.Log) {
				a := at(s)
				a.Fate = nothing
				if !o.Success() {
					destroy(a, log, "C4-CREW-02")
				}
			},
			Why: func(s *S) []number { return []number{remount(f.unit(at(s)), "C4-CREW-02")} },
		}, {
			Key: "hit-settled", Rule: "C4-GEN-09",
			Then: func(s *S, _ dice.Outcome, log *procedure.Log) { f.settle(at(s), log) },
		}},
	}
}

// remount is the motivation test of a crew (C4-CREW-02, C4-CREW-03).
func remount(u *UnitType, rule string) number {
	return explain.Needed("remount", explain.Worth(ruleID(rule), "remount-on", u.Remount))
}
