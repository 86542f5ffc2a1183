package companyv4

import (
	"umpire/explain"
	"umpire/system"
)

// explainBatch adds what is known of a batch before its dice fall: numbers, and the rules that
// allowed it.
func (s *Shooting) explainBatch(x *shot, j *system.Judgement, sh, t *UnitType, f *field) {
	b, m := x.batch, f.m
	fact := func(rule, key string, facts ...explain.Fact) reason {
		return explain.Because(ruleID(rule), key, append([]explain.Fact{is("weapon", x.prof.name)}, facts...)...)
	}
	j.Reasons = append(j.Reasons,
		fact("C4-DECL-01", "declared", is("n", b.Teams), is("team", f.teams[x.at].Name)).And("C4-DECL-02", "C4-GEN-09", "C4-TURN-03"),
		fact("C4-RANGE-01", "in-range", is("range", m.length(b.Distance)), is("reach", m.length(x.prof.reach))).And("C4-GEN-04", "C4-GEN-05", "C4-GEN-06"),
	)
	j.Reasons = append(j.Reasons, sightLine(sh, t)...)
	if sh.Type == "aircraft" || t.Type == "aircraft" {
		j.Reasons = append(j.Reasons, fact("C4-LOS-14", "from-above"))
	} else {
		j.Reasons = append(j.Reasons, fact("C4-ELIG-05", "in-sight"))
	}
	switch {
	case b.Tall > 0:
		rule, key := "C4-LOS-10", "little-tall-terrain"
		if b.Tall >= m.in(edge) {
			rule, key = "C4-LOS-11", "near-in-tall-terrain"
		}
		j.Reasons = append(j.Reasons, fact(rule, key, is("range", m.length(b.Tall))))
	case b.Solid && b.AtWall:
		j.Reasons = append(j.Reasons, fact("C4-LOS-13", "at-the-wall"))
	case b.Gap != nil:
		j.Reasons = append(j.Reasons, fact("C4-LOS-09", "gap-wide-enough", is("gap", m.length(*b.Gap))))
	}
	if b.Angle != nil {
		j.Reasons = append(j.Reasons, fact("C4-ARC-02", "in-arc", is("angle", *b.Angle)).And("C4-MOVE-06"))
	}
	if b.Turned != nil {
		rule := "C4-ROT-01"
		if x.prof.mount == "hull" {
			rule = "C4-ROT-02"
		}
		j.Reasons = append(j.Reasons, fact(rule, "turns", is("angle", *b.Turned)))
	}
	if t.Type == "aircraft" {
		j.Reasons = append(j.Reasons, fact("C4-ROT-03", "aa-need-not-turn"))
	}
	if sh.Type == "aircraft" && b.FriendsNear != nil {
		j.Reasons = append(j.Reasons, fact("C4-AIR-01", "friends-far", is("range", m.length(*b.FriendsNear))))
	}
	j.Reasons = append(j.Reasons, b.concealment(s, t, sh, f.o)...)
	if !x.moves {
		j.Reasons = append(j.Reasons, fact("C4-MIST-08", "too-close", is("range", m.length(b.Distance))))
	}
	all := x.dice
	if b.Teams > 1 {
		all = explain.Amount("dice", explain.Worth("C4-DICE-01", "dice-in-all", x.dice.Value*b.Teams, is("n", b.Teams), is("each", x.dice.Value)))
		all.Of = x.prof.name
		for _, r := range x.dice.Reasons {
			all = all.Noting(r)
		}
	}
	j.Numbers = append(j.Numbers, all, x.need)
	if !x.harm {
		return
	}
	for c, u := range f.units {
		if u.armoured() {
			j.Numbers = append(j.Numbers, x.armour[c])
		} else {
			j.Numbers = append(j.Numbers, x.save[c])
		}
		if f.join == nil || c == 1 {
			break
		}
	}
	if f.units[0].armoured() || x.cover[0] || f.join != nil && x.cover[1] {
		j.Numbers = append(j.Numbers, x.fp)
	}
}

// sightLine says from where to where the line of sight is drawn (C4-LOS-01 to 06).
func sightLine(sh, t *UnitType) []reason {
	from := map[string]string{"tank": "C4-LOS-01", "gun": "C4-LOS-01", "infantry": "C4-LOS-02", "aircraft": "C4-LOS-03"}[sh.Type]
	to := map[string]string{"tank": "C4-LOS-04", "infantry": "C4-LOS-05", "gun": "C4-LOS-05", "aircraft": "C4-LOS-06"}[t.Type]
	return []reason{
		explain.Because(ruleID(from), "line-from-"+sh.Type),
		explain.Because(ruleID(to), "line-to-"+t.Type),
	}
}

// facts adds what is known of the whole shooting.
func (s *Shooting) facts(f *field, j *system.Judgement, t *UnitType) {
	add := func(rule, key string, facts ...explain.Fact) {
		j.Reasons = append(j.Reasons, explain.Because(ruleID(rule), key, facts...))
	}
	add("C4-ORG-02", "team-type", is("type", explain.Word(t.Type)))
	if t.Type == "tank" && !t.armoured() {
		add("C4-ORG-02", "unarmoured-tank")
	}
	if t.alone() {
		add("C4-ORG-03", "unit-of-one")
	}
	if q := s.Target.Quiet; q != nil {
		_, why := q.gone(t.Has("scout"), f.o)
		j.Reasons = append(j.Reasons, why)
	}
	gone := false
	for i := range f.shots {
		gone = gone || s.Target.gone(&f.teams[f.shots[i].at], f.o)
	}
	if gone && f.o.is("gtg_lost_when_fired_on", "yes") {
		key := "loses-hiding"
		if f.o.is("fired_on_scope", "whole_unit") {
			key = "unit-loses-hiding"
		}
		add("C4-HIDE-02", key)
	}
	far := 0
	for i := range f.teams {
		if !f.teams[i].near(f.m, f.teams[f.shots[0].at].Name, f.shots[0].at == 0) {
			far++
		}
	}
	if far > 0 {
		add("C4-ALLOC-04", "teams-too-far", is("n", far), f.m.limit(nearTarget))
	}
	teams := f.own
	if f.join != nil {
		teams = len(f.join.Teams)
		add("C4-ALLOC-08", "may-join")
	}
	if s.Target.TeamsAtAll != nil {
		teams = *s.Target.TeamsAtAll
	}
	f.pin = pinThreshold(t, teams, f.o)
	if f.pin.Possible() {
		j.Numbers = append(j.Numbers, f.pin)
	} else {
		add("C4-PIN-01", "never-pinned")
	}
	f.protect = map[string]bool{}
	for _, name := range s.Target.Protect {
		f.protect[name] = true
	}
}
