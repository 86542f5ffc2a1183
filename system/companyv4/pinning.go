package companyv4

import (
	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
)

// pinThreshold is the number of hits that pin a unit (C4-PIN-01, C4-ORG-04).
func pinThreshold(u *UnitType, teams int, o options) number {
	if u.Type != "infantry" && u.Type != "gun" {
		return explain.NoNumber("pinned-by", explain.Because("C4-PIN-01", "never-pinned"))
	}
	large := 12
	if o.is("pin_large_teams", "8") {
		large = 8
	}
	if teams >= large {
		return explain.Amount("pinned-by", explain.Worth("C4-ORG-04", "large-unit-hits", 8, is("n", teams)))
	}
	return explain.Amount("pinned-by", explain.Worth("C4-PIN-01", "hits-that-pin", 5))
}

// countStep counts the hits that pin: those on the unit shot at, and on the unit that its commander
// was attached to; shifted hits count for the unit on which they end (C4-PIN-01).
func countStep[S comparable](f *field, at func(*S) *Attack) procedure.Step[S] {
	return procedure.Step[S]{
		Key: "count-hits", Rule: "C4-PIN-01",
		If: func(s *S) bool { return at(s).Total > 0 },
		Then: func(s *S, _ dice.Outcome, _ *procedure.Log) {
			a := at(s)
			for t := range f.teams {
				if t < f.own || a.Joined {
					a.Counting += int8(a.held(t))
				}
			}
			a.Served, a.Joined, a.Settled = 0, false, false
		},
	}
}

// pinStep pins the unit at the end of the step, whatever the saves did (C4-PIN-01).
func pinStep[S comparable](f *field, at func(*S) *Attack) procedure.Step[S] {
	return procedure.Step[S]{
		Key: "pin", Rule: "C4-PIN-01", Also: []rulebook.ID{"C4-ORG-04", "C4-TURN-03"},
		Then: func(s *S, _ dice.Outcome, log *procedure.Log) {
			a := at(s)
			hits := f.before + int(a.Counting)
			a.Counting, a.Unseen, a.Flying = 0, 0, 0
			if f.pin.Possible() && hits >= f.pin.Value {
				a.Pinned = true
				log.SayN(f.pin.Reasons[0].Rule, "is-pinned", hits)
			}
		},
	}
}
