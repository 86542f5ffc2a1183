package hexmodern

import (
	"math/bits"

	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
)

// most is the largest number of members among whom a hit may be drawn.
func (p *party) most() int {
	n := len(p.units)
	if p.hq != nil && p.o.is("hq-trigger", "allocated") {
		n++
	}
	return n
}

// members returns the living units of the stack that take part as bits, with the HQ where it is dealt hits.
func (p *party) members(s *Stack) uint8 {
	var m uint8
	for i := range p.units {
		if s.Units[i].Steps > 0 && s.Out>>i&1 == 0 {
			m |= 1 << i
		}
	}
	if m != 0 && s.HQ > 0 && p.o.is("hq-trigger", "allocated") {
		m |= 1 << theHQ
	}
	return m
}

// surplus is how many hits of a combat are certainly lost on the stack: more than all its units
// can take. With hq-trigger = allocated the HQ takes a share, so that none are certain.
func (p *party) surplus(s *Stack) int8 {
	if p.o.is("hq-trigger", "allocated") {
		return 0
	}
	var most int8
	for i := range p.units {
		switch u := s.Units[i]; {
		case u.Steps == 0 || s.Out>>i&1 == 1:
		case p.o.is("multi-hit", "one-step"):
			most += 1 + int8(boolInt(!u.Disrupted))
		default:
			most += u.Steps + int8(boolInt(!u.Disrupted))
		}
	}
	return max(s.Hits-most, 0)
}

// spill takes the surplus off, so that states which differ in it alone are one.
func (p *party) spill(s *Stack, l *log) {
	if n := p.surplus(s); n > 0 {
		s.Hits -= n
		p.lost(int(n), l)
	}
}

// lost notes hits that nobody can take any more (HX-ASSAULT-18, HX-EFFECT-03).
func (p *party) lost(n int, l *log) {
	if p.o.is("multi-hit", "one-step") {
		l.Say("HX-EFFECT-03", "one-step-each")
	}
	l.SayN("HX-ASSAULT-18", "hits-lost", n)
}

// hit gives one hit to a member.
func (p *party) hit(s *Stack, i int, lies *bool, l *log) {
	s.Hits--
	if i == theHQ {
		s.Shocks++
		l.Say("HX-HQ-04", "hq-dealt-a-hit")
		return
	}
	if p.strike(s, i, l) {
		*lies = p.wreck(i, *lies, l)
	}
}

// each gives one hit to every member of the set, top first.
func (p *party) each(s *Stack, set uint8, lies *bool, l *log) {
	for i := range theHQ + 1 {
		if set>>i&1 == 1 {
			p.hit(s, i, lies, l)
		}
	}
}

// immune says whether a hit could change nothing more in this combat (multi-hit = one-step).
func (p *party) immune(s *Stack, set uint8) bool {
	for i := range p.units {
		if set>>i&1 == 1 && !s.Units[i].Cut {
			return false
		}
	}
	return set>>theHQ&1 == 0
}

// rounds deals the hits in full rounds and leaves in Pool the members among whom the rest must be
// drawn (HX-ASSAULT-16 to 18).
func (p *party) rounds(s *Stack, lies *bool, l *log) {
	if s.Hits > 0 {
		p.shaken(s)
	}
	for s.Hits > 0 {
		all := p.members(s)
		n := int8(bits.OnesCount8(all))
		if n == 0 || p.immune(s, all) {
			p.lost(int(s.Hits), l)
			s.Hits = 0
			break
		}
		if s.Hits >= n {
			p.each(s, all, lies, l)
			continue
		}
		first := all
		if p.o.is("assault-spread", "priority") {
			for i := range p.units {
				if all>>i&1 == 1 && doomed(s.Units[i]) {
					first &^= 1 << i
				}
			}
		}
		switch k := int8(bits.OnesCount8(first)); {
		case s.Hits < k:
			s.Pool = first
		case k > 0:
			if l.On() && k < n {
				l.Note(explain.Because("HX-ASSAULT-18", "survivors-first").And("HX-ASSAULT-16"))
			}
			p.each(s, first, lies, l)
			if s.Hits > 0 {
				s.Pool = all &^ first
			}
		default:
			s.Pool = all
		}
		if s.Pool != 0 {
			l.SayN("HX-ASSAULT-17", "drawn-at-random", int(s.Hits))
			break
		}
	}
	if s.Pool == 0 {
		p.bereft(s, l)
	}
}

// lots turns the faces of a draw into rows: row r is the r-th candidate, the last row throws again.
func lots(k int) dice.Roll {
	switch k {
	case 2:
		return dice.Table(1, [6]uint8{0, 0, 0, 1, 1, 1})
	case 3:
		return dice.Table(1, [6]uint8{0, 0, 1, 1, 2, 2})
	}
	var rows [6]uint8
	for f := range rows {
		rows[f] = uint8(min(f, k))
	}
	return dice.Table(1, rows)
}

// nth returns the n-th member of the pool, or -1.
func nth(pool uint8, n int) int {
	for i := range theHQ + 1 {
		if pool>>i&1 == 1 {
			if n == 0 {
				return i
			}
			n--
		}
	}
	return -1
}

// dealSteps deal the hits of a stack out. lies is the wreck marker of its hex.
func dealSteps[S comparable](p *party, at func(*S) *Stack, lies func(*S) *bool, rules ...string) []procedure.Step[S] {
	var also ruleIDs
	for _, r := range rules {
		also = append(also, ruleID(r))
	}
	draw := procedure.Step[S]{
		Key: "lot", Rule: "HX-ASSAULT-19", Also: ruleIDs{"HX-ASSAULT-17"},
		Roll: func(s *S) dice.Roll { return lots(bits.OnesCount8(at(s).Pool)) },
		Why: func(s *S) []number {
			n := explain.Amount("candidates", explain.Worth("HX-ASSAULT-19", "candidates", bits.OnesCount8(at(s).Pool)))
			n.Of = explain.Word("side-" + p.key)
			return []number{n}
		},
		Then: func(s *S, o outcome, l *log) {
			q := at(s)
			i := nth(q.Pool, o.Row())
			if i < 0 {
				l.Say("HX-ASSAULT-19", "throw-again")
				return
			}
			q.Seek = false
			q.Pool &^= 1 << i
			p.hit(q, i, lies(s), l)
			if q.Hits == 0 {
				q.Pool = 0
				p.bereft(q, l)
			}
		},
	}
	deal := procedure.Step[S]{
		Key: "deal-hits", Rule: "HX-ASSAULT-16", Also: also,
		If:   func(s *S) bool { return at(s).Hits > 0 },
		Then: func(s *S, _ outcome, l *log) { p.rounds(at(s), lies(s), l) },
	}
	lots := procedure.Step[S]{
		Key: "lots", Rule: "HX-ASSAULT-17", Repeat: true,
		If:    func(s *S) bool { return at(s).Pool != 0 },
		Steps: []procedure.Step[S]{draw},
	}
	if p.most() >= 4 { // some faces are thrown again, without a bound
		lots.Steps = []procedure.Step[S]{{
			Key: "next-lot", Rule: "HX-ASSAULT-19",
			Then: func(s *S, _ outcome, _ *log) { at(s).Seek = true },
		}, {
			Key: "lot-again", Rule: "HX-ASSAULT-19", Repeat: true, Retry: true,
			If:    func(s *S) bool { return at(s).Seek },
			Steps: []procedure.Step[S]{draw},
		}}
	}
	return []procedure.Step[S]{deal, lots}
}
