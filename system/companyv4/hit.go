package companyv4

import "umpire/explain"

// base is the number needed before modifiers (C4-HIT-01, C4-HIT-04): the one printed on the
// target's card, else the one that its skill gives.
func base(t *UnitType, o options) number {
	rule, key := "C4-HIT-01", "printed-hit-on"
	if t.Type == "aircraft" {
		rule, key = "C4-HIT-04", "aircraft-hit-on"
	}
	if t.HitOn > 0 && o.is("hit_base", "printed_else_skill") {
		return explain.Needed("to-hit", explain.Worth(ruleID(rule), key, t.HitOn).And("C4-GEN-01"))
	}
	n := 3
	switch {
	case t.Skill >= 5:
		n = 2
	case t.Skill <= 3:
		n = 4
	}
	return explain.Needed("to-hit", explain.Worth("C4-HIT-01", "by-skill", n, is("skill", t.Skill)).And("C4-GEN-01"))
}

// toHit is the number needed by the shots of a batch (chapter 10). Every penalty raises it by one
// or two (C4-GEN-02); sums stand in C4-HIT-03.
func (b *Batch) toHit(p *profile, s *Shooting, sh *UnitType, team *Team, t *UnitType, o options) number {
	m := measure(s.Measure)
	n := base(t, o)
	n.Of = p.name
	plus := func(by int, rule, key string, facts ...explain.Fact) {
		n = n.With(penalty(by, rule, key, facts...))
	}
	cover := b.concealed(s, t, sh, o)
	if t.Type == "aircraft" {
		if cover != nil {
			plus(1, "C4-MOD-02", "concealed", cover...)
		}
		return b.common(n, s).Noting(explain.Because("C4-HIT-02", "all-added").And("C4-GEN-02", "C4-HIT-03"))
	}
	if b.long(m) {
		plus(1, "C4-MOD-01", "long-range", is("range", m.length(b.Distance)), m.limit(longRange))
		n.Reasons[len(n.Reasons)-1] = n.Reasons[len(n.Reasons)-1].And("C4-RANGE-02")
	}
	gtg := s.Target.gone(team, o)
	switch {
	case gtg && (cover != nil || o.is("gtg_implies_concealed", "yes")):
		plus(2, "C4-MOD-03", "gone-to-ground", cover...)
		n.Reasons[len(n.Reasons)-1] = n.Reasons[len(n.Reasons)-1].And("C4-HIDE-05", "C4-CONC-01")
	case cover != nil:
		plus(1, "C4-MOD-02", "concealed", cover...)
		n.Reasons[len(n.Reasons)-1] = n.Reasons[len(n.Reasons)-1].And("C4-CONC-01")
	}
	if b.OutOfCommand && (b.Moved != "none" || o.is("out_of_command_penalty", "always")) {
		plus(1, "C4-MOD-04", "out-of-command")
		n.Reasons[len(n.Reasons)-1] = n.Reasons[len(n.Reasons)-1].And("C4-CMD-02")
	}
	n = b.common(n, s)
	if sh.Type != "aircraft" {
		n = b.slow(n, p, s, o)
	}
	if s.Shooter.Order == "blitz_failed" {
		n = n.With(penalty(1, "C4-ORD-02", "blitz-failed"))
	}
	if p.has("no_he") && (t.Type == "infantry" || t.Type == "gun") {
		n = n.With(penalty(1, "C4-MOD-08", "no-he", is("weapon", p.name)))
	}
	return n.Noting(explain.Because("C4-HIT-02", "all-added").And("C4-GEN-02", "C4-HIT-03"))
}

// penalty is a modifier that raises the needed number; {by} is how much.
func penalty(by int, rule, key string, facts ...explain.Fact) reason {
	return explain.Worth(ruleID(rule), key, -by, append(facts, is("by", by))...)
}

// common adds smoke and night, which count against aircraft too.
func (b *Batch) common(n number, s *Shooting) number {
	if b.Smoke {
		n = n.With(penalty(1, "C4-MOD-05", "smoke").And("C4-LOS-15"))
	}
	if s.Night {
		n = n.With(penalty(1, "C4-MOD-06", "night").And("C4-NIGHT-01"))
	}
	return n
}

// slow adds the penalty of weapons of rate of fire 1 on their moving rate, and of slow weapons that
// moved; it is never taken twice (C4-MOD-07).
func (b *Batch) slow(n number, p *profile, s *Shooting, o options) number {
	moving := s.Shooter.Pinned || !b.halted(s)
	if p.rof1() && moving && o.is("rof1_penalty", "plus1") {
		return n.With(penalty(1, "C4-MOD-07", "rof-1", is("weapon", p.name)).And("C4-DICE-04"))
	}
	if b.Moved == "none" {
		return n
	}
	for _, trait := range []string{"slow_firing", "overworked", "stabiliser"} {
		if p.has(trait) {
			return n.With(penalty(1, "C4-MOD-07", "slow-weapon", is("trait", explain.Word(trait))))
		}
	}
	return n
}

// long says whether the shot is at long range (C4-RANGE-02).
func (b *Batch) long(m measure) bool { return b.Distance > m.in(longRange) }

// concealed returns the facts that conceal the target from the batch (chapter 5), or nil. A target
// that is concealed for no stated reason has the fact that it was typed.
func (b *Batch) concealed(s *Shooting, t, sh *UnitType, o options) []explain.Fact {
	m := measure(s.Measure)
	by := func(word string) []explain.Fact { return []explain.Fact{is("cover", explain.Word("cover-"+word))} }
	if b.Concealed {
		return by("typed")
	}
	if t.Type == "aircraft" || sh.Type == "aircraft" {
		if b.AirCover != nil && *b.AirCover <= m.in(aircraftCover) {
			return by("air")
		}
		if t.Type == "aircraft" {
			return nil
		}
	}
	half := b.CoverShare == nil || *b.CoverShare >= 0.5
	infantry := t.Type == "infantry"
	switch b.Cover {
	case "short":
		high := b.Higher || sh.Type == "aircraft"
		if half && !high && (o.is("short_terrain_conceals", "yes") || infantry && s.Target.DugIn) {
			return by("short")
		}
	case "tall":
		fromEdge := o.is("edge_shooter", "outside_edge") && b.ToEdge != nil && *b.ToEdge <= m.in(edge)
		if half && !fromEdge {
			return by("tall")
		}
	case "building", "hill":
		if half {
			return by(b.Cover)
		}
	}
	if infantry && s.Target.DugIn {
		return by("dug-in")
	}
	if infantry && s.Target.StoodStill && o.is("open_concealment", "stationary_infantry") {
		return by("still")
	}
	return nil
}

// concealment notes which rule of chapter 5 decided, for and against.
func (b *Batch) concealment(s *Shooting, t, sh *UnitType, o options) []reason {
	m := measure(s.Measure)
	if c := b.concealed(s, t, sh, o); c != nil {
		rule := map[explain.Word]string{
			"cover-typed": "C4-CONC-01", "cover-air": "C4-CONC-08", "cover-short": "C4-CONC-02", "cover-tall": "C4-CONC-02",
			"cover-building": "C4-CONC-06", "cover-hill": "C4-CONC-07", "cover-dug-in": "C4-CONC-05", "cover-still": "C4-CONC-05",
		}[c[0].Value.(explain.Word)]
		return []reason{explain.Because(ruleID(rule), "is-concealed", c[0])}
	}
	var out []reason
	not := func(rule, key string, facts ...explain.Fact) {
		out = append(out, explain.Because(ruleID(rule), key, facts...))
	}
	switch {
	case b.AirCover != nil && (t.Type == "aircraft" || sh.Type == "aircraft"):
		not("C4-CONC-08", "too-far-from-cover", is("range", m.length(*b.AirCover)), m.limit(aircraftCover))
	case b.Cover == "short" && b.Higher:
		not("C4-CONC-04", "shooter-higher")
	case b.Cover == "short" && sh.Type == "aircraft":
		not("C4-CONC-04", "aircraft-is-higher")
	case b.Depth != nil && b.Cover == "open", b.Cover == "tall" && b.ToEdge != nil && *b.ToEdge <= m.in(edge):
		not("C4-CONC-03", "shooter-at-edge")
	case b.Cover == "building":
		not("C4-CONC-06", "less-than-half")
	case b.Cover == "hill":
		not("C4-CONC-07", "less-than-half")
	case b.Cover == "short" || b.Cover == "tall":
		not("C4-CONC-02", "less-than-half")
	case t.Type != "aircraft":
		not("C4-CONC-05", "in-the-open")
	}
	return out
}

// second returns the target of the second die of a shot that needs 7+ or more, and the needed
// number as it is then shown (C4-GEN-03, option seven_plus); 0 where one die decides.
func second(n number, o options) (number, int) {
	if n.Value <= 6 {
		return n, 0
	}
	var by []int // of 7+, 8+, 9+
	switch {
	case o.is("seven_plus", "6_then_5_or_6"):
		by = []int{5, 6}
	case o.is("seven_plus", "6_then_4_5_6"):
		by = []int{4, 5, 6}
	}
	if i := n.Value - 7; i < len(by) {
		return n.Noting(explain.Because("C4-GEN-03", "second-die", is("n", n.Value), is("second", by[i]))), by[i]
	}
	n = n.Noting(explain.Because("C4-GEN-03", "cannot-hit", is("n", n.Value)))
	n.State = explain.Impossible
	return n, 0
}
