package companyv4

import (
	"slices"

	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
)

// shift is a hit that may be moved from one team to another.
type shift struct{ from, to int }

// fits says whether a hit of a batch may move between two teams: it was not moved before, it was
// not scored from too near, the other team is eligible and of the same type, and the hits stay
// even (C4-MIST-02 to 09).
func (f *field) fits(a *Attack, shot int, m shift) bool {
	s := &f.shots[shot]
	if !s.moves || a.On[m.from][shot]-a.Shifted[m.from][shot] <= 0 || m.from == m.to {
		return false
	}
	// A commander or independent target may shed hits on the unit named, joined or not (C4-MIST-09).
	joined := *a
	joined.Joined = true
	if !f.eligible(&joined, m.to, shot) || f.units[f.class(m.from)].Type != f.units[f.class(m.to)].Type {
		return false
	}
	if f.o.is("mistaken_partner", "must_hold_hit") && a.held(m.to) == 0 {
		return false
	}
	if f.o.is("mistaken_keep_target_hit", "yes") && m.from == s.at && a.held(m.from) == 1 {
		return false
	}
	return f.even(&joined, shot, m)
}

// even says whether the hits are still spread evenly when one of a batch has moved, or no less
// evenly than before.
func (f *field) even(a *Attack, shot int, m shift) bool {
	spread := func(held func(team int) int) int {
		lo, hi := 127, 0
		for t := range f.teams {
			if f.eligible(a, t, shot) {
				lo, hi = min(lo, held(t)), max(hi, held(t))
			}
		}
		return hi - lo
	}
	moved := func(t int) int {
		switch t {
		case m.from:
			return -1
		case m.to:
			return 1
		}
		return 0
	}
	inAll := func(t int) int { return a.held(t) }
	ofShot := func(t int) int { return int(a.On[t][shot]) }
	after := func(held func(int) int) func(int) int { return func(t int) int { return held(t) + moved(t) } }
	return spread(after(inAll)) <= max(1, spread(inAll)) && spread(after(ofShot)) <= max(1, spread(ofShot)) &&
		(a.held(m.from) > a.held(m.to))
}

// shifts lists the moves that the defender may try now.
func (f *field) shifts(a *Attack, out []shift) []shift {
	for from := range f.teams {
		for to := range f.teams {
			m := shift{from, to}
			if slices.ContainsFunc(f.order, func(i int) bool { return f.fits(a, i, m) }) {
				out = append(out, m)
			}
		}
	}
	return out
}

// wanted picks the move of the defender's policy: from a team that he protects to one that he does
// not, with the fewest hits; -1 when there is none.
func (f *field) wanted(a *Attack, ms []shift) int {
	best := -1
	for i, m := range ms {
		if !f.protect[f.teams[m.from].Name] || f.protect[f.teams[m.to].Name] {
			continue
		}
		if best < 0 || a.held(m.to) < a.held(ms[best].to) {
			best = i
		}
	}
	return best
}

// mistakeBlock is the defender's chain of tries to have the shooters take one team for another
// (chapter 12). It ends with the first failure, or when he leaves it (C4-MIST-07).
func mistakeBlock[S comparable](f *field, at func(*S) *Attack) procedure.Step[S] {
	return procedure.Step[S]{
		Key: "mistaken-target", Rule: "C4-MIST-01", Also: []rulebook.ID{"C4-MIST-10"}, Repeat: true,
		If: func(s *S) bool {
			var buf [maxTeams * maxTeams]shift
			a := at(s)
			if a.Total == 0 || a.Settled {
				return false
			}
			return len(f.shifts(a, buf[:0])) > 0
		},
		Steps: []procedure.Step[S]{{
			Key: "shift", Rule: "C4-MIST-02", Also: []rulebook.ID{"C4-MIST-01", "C4-MIST-04", "C4-MIST-05", "C4-MIST-08", "C4-MIST-09", "C4-MIST-10"},
			Choose: func(s *S) procedure.Choice {
				var buf [maxTeams * maxTeams]shift
				a := at(s)
				ms := f.shifts(a, buf[:0])
				c := procedure.Choice{Key: "shift", Side: "defender", Options: make([]string, 0, len(ms)+1), Policy: f.wanted(a, ms) + 1}
				c.Options = append(c.Options, "leave")
				for _, m := range ms {
					c.Options = append(c.Options, f.shifting[m.from*maxTeams+m.to])
				}
				return c
			},
			Then: func(s *S, o dice.Outcome, _ *procedure.Log) {
				a := at(s)
				if o.Value == 0 {
					a.Settled = true
					return
				}
				var buf [maxTeams * maxTeams]shift
				m := f.shifts(a, buf[:0])[o.Value-1]
				a.From, a.To = int8(m.from)+1, int8(m.to)+1
			},
		}, {
			Key: "mistaken", Rule: "C4-MIST-03", Also: []rulebook.ID{"C4-MIST-07"},
			If:   func(s *S) bool { return at(s).From > 0 },
			Roll: func(*S) dice.Roll { return dice.Count(1, 3) },
			Then: func(s *S, o dice.Outcome, log *procedure.Log) {
				a := at(s)
				m := shift{int(a.From) - 1, int(a.To) - 1}
				a.From, a.To = 0, 0
				if !o.Success() {
					a.Settled = true
					log.Say("C4-MIST-06", "chain-over")
					return
				}
				i := f.order[slices.IndexFunc(f.order, func(i int) bool { return f.fits(a, i, m) })]
				a.On[m.from][i]--
				a.On[m.to][i]++
				a.Shifted[m.to][i]++
				if log.On() {
					log.Note(explain.Because("C4-MIST-03", "shifted", is("from", f.teams[m.from].Name), is("to", f.teams[m.to].Name)))
				}
			},
			Why: func(*S) []number {
				return []number{explain.Needed("mistaken-target", explain.Worth("C4-MIST-03", "mistaken-base", 3))}
			},
		}},
	}
}
