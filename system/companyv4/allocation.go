package companyv4

import (
	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
)

// joinStep asks the defender whether a commander or independent team that was hit is attached to
// a unit of his for this shooting (C4-ALLOC-08, C4-ALLOC-09).
func joinStep[S comparable](f *field, at func(*S) *Attack) procedure.Step[S] {
	policy := 0
	if f.join.Alone {
		policy = 1
	}
	return procedure.Step[S]{
		Key: "join", Rule: "C4-ALLOC-08", Also: []rulebook.ID{"C4-ALLOC-09"},
		If: func(s *S) bool { return at(s).unplaced() },
		Choose: func(*S) procedure.Choice {
			return procedure.Choice{Key: "join", Side: "defender", Options: []string{"attach", "stay-alone"}, Policy: policy}
		},
		Then: func(s *S, o dice.Outcome, _ *procedure.Log) { at(s).Joined = o.Value == 0 },
	}
}

func (a *Attack) unplaced() bool { return a.Hits != [maxBatches]int8{} }

// next returns the batch whose hit is placed next: groups in order of declaration (C4-ALLOC-10).
func (f *field) next(a *Attack) int {
	for _, i := range f.order {
		if a.Hits[i] > 0 {
			return i
		}
	}
	return -1
}

// load is the hits that a team holds or is sure to get: each target team that was hit gets at
// least one (C4-ALLOC-05, C4-ALLOC-10).
func (f *field) load(a *Attack, team, group int) int {
	n := a.held(team)
	for i := range f.shots {
		s := &f.shots[i]
		if s.at == team && s.group > group && a.Hits[i] > 0 && a.Served>>s.group&1 == 0 {
			return n + 1
		}
	}
	return n
}

// takers lists the teams that may be given the next hit of a batch: the target team first, then
// those that keep the hits even, of the batch and in all (C4-ALLOC-02 to 07).
func (f *field) takers(a *Attack, shot int, out []int) []int {
	s := &f.shots[shot]
	if a.Served>>s.group&1 == 0 {
		return append(out, s.at)
	}
	least, fewest := 127, int8(127)
	for t := range f.teams {
		if f.eligible(a, t, shot) {
			least = min(least, f.load(a, t, s.group))
		}
	}
	for t := range f.teams {
		if f.eligible(a, t, shot) && f.load(a, t, s.group) == least {
			fewest = min(fewest, a.On[t][shot])
		}
	}
	for t := range f.teams {
		if f.eligible(a, t, shot) && f.load(a, t, s.group) == least && a.On[t][shot] == fewest {
			out = append(out, t)
		}
	}
	return out
}

// place puts the next hit of a batch on a team.
func (f *field) place(a *Attack, shot, team int, log *procedure.Log) {
	s := &f.shots[shot]
	a.Hits[shot]--
	a.On[team][shot]++
	a.Choices = 0
	if log.On() {
		if a.Served>>s.group&1 == 0 {
			log.Note(explain.Because("C4-ALLOC-05", "target-first", is("team", f.teams[team].Name), is("weapon", s.prof.name)))
		} else {
			log.Note(explain.Because("C4-ALLOC-06", "placed", is("team", f.teams[team].Name), is("weapon", s.prof.name)).
				And("C4-ALLOC-02", "C4-ALLOC-03", "C4-ALLOC-04", "C4-ALLOC-07", "C4-ALLOC-10"))
		}
	}
	a.Served |= 1 << s.group
}

// placeBlock places the hits one by one (chapter 11). The placing player chooses wherever the rules
// leave a choice; his policy is the listing order.
func placeBlock[S comparable](f *field, at func(*S) *Attack) procedure.Step[S] {
	side, rule := "attacker", "C4-ALLOC-01"
	if f.join != nil && f.o.is("joined_allocation_by", "defender") {
		side, rule = "defender", "C4-ALLOC-08"
	}
	return procedure.Step[S]{
		Key: "allocation", Rule: ruleID(rule), Repeat: true,
		If: func(s *S) bool { return at(s).unplaced() },
		Steps: []procedure.Step[S]{{
			Key: "place-forced", Rule: "C4-ALLOC-05", Also: []rulebook.ID{"C4-ALLOC-01"},
			Then: func(s *S, _ dice.Outcome, log *procedure.Log) {
				a := at(s)
				var buf [maxTeams]int
				shot := f.next(a)
				if ts := f.takers(a, shot, buf[:0]); len(ts) == 1 {
					f.place(a, shot, ts[0], log)
				} else {
					a.Choices = int8(len(ts))
				}
			},
		}, {
			Key: "place", Rule: "C4-ALLOC-06", Also: []rulebook.ID{"C4-ALLOC-07", ruleID(rule)},
			If: func(s *S) bool { return at(s).Choices > 1 },
			Choose: func(s *S) procedure.Choice {
				var buf [maxTeams]int
				c := procedure.Choice{Key: "place", Side: side}
				for _, t := range f.takers(at(s), f.next(at(s)), buf[:0]) {
					c.Options = append(c.Options, f.placing[t])
				}
				return c
			},
			Then: func(s *S, o dice.Outcome, log *procedure.Log) {
				a := at(s)
				var buf [maxTeams]int
				shot := f.next(a)
				f.place(a, shot, f.takers(a, shot, buf[:0])[o.Value], log)
			},
		}},
	}
}
