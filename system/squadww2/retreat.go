package squadww2

import (
	"fmt"

	"umpire/dice"
	"umpire/explain"
)

// Order is the order of one unit of men: what its rally, its flight and the end of its markers
// have come to.
type Order struct {
	Moved    int8 // cm of its flight or dash in this engagement
	Aided    int8 // downed men who are back with their unit (SQ-ALLOC-09)
	Standing bool // the man now attended to is one of them
	Rallied  bool // it has passed its rally test (SQ-RETREAT-10)
	Gone     bool // it has left the table (SQ-RETREAT-12)
	Fearless bool // it can no longer be pinned (SQ-PIN-19)
}

// Distances within which others count for a rally test, in cm, inclusive (SQ-RETREAT-13 to 17).
const (
	helpCM = 15
	fearCM = 5
)

// Helper is a friendly unit or figure near a unit that takes a rally test.
type Helper struct {
	Figure     string  `yaml:"figure" enum:"moral_training,standard_bearer,commissar,chaplain" required:"true"`
	DistanceCM float64 `yaml:"distance_cm" minimum:"0" maximum:"1000" required:"true"`
}

// rally is a rally test before its die falls.
type rally struct {
	need  number
	again bool // a commissar or chaplain lets a failed die be thrown once more
}

// rallyAfterFlight is the test of a retreating unit at the start of its owner's turn
// (SQ-RETREAT-09, 13 to 17). enemies are the distances of enemy units in cm.
func rallyAfterFlight(friends []Helper, enemies []float64) rally {
	r := rally{need: explain.Needed("rally", explain.Worth("SQ-RETREAT-09", "rally-base", 5))}
	bonus := r.help(friends, "SQ-RETREAT-13", "SQ-RETREAT-14")
	near, nearest := 0, 0.0
	for _, d := range enemies {
		switch {
		case d > fearCM:
			r.need = r.need.Noting(explain.Because("SQ-RETREAT-17", "enemy-too-far", is("range", d)))
		default:
			if near == 0 || d < nearest {
				nearest = d
			}
			near++
		}
	}
	if near > 0 {
		r.need = r.need.With(explain.Worth("SQ-RETREAT-15", "rally-enemy", -1, is("range", nearest)).And("SQ-RETREAT-17"))
	}
	if near > 1 {
		r.need = r.need.Noting(explain.Because("SQ-RETREAT-15", "enemies-not-added", is("n", near)))
	}
	if bonus && near > 0 {
		r.need = r.need.Noting(explain.Because("SQ-RETREAT-16", "rally-cancels"))
	}
	return r
}

// rallyInMelee is the test of a side that lost a melee 5 to 1 (SQ-MELEE-06 to 08, 10).
func rallyInMelee(friends []Helper) rally {
	r := rally{need: explain.Needed("rally", explain.Worth("SQ-MELEE-06", "rally-base", 5))}
	r.help(friends, "SQ-MELEE-07", "SQ-MELEE-08")
	r.need = r.need.Noting(explain.Because("SQ-MELEE-10", "contact-no-penalty"))
	return r
}

// help applies the friends near the unit and says whether the die has a bonus.
func (r *rally) help(friends []Helper, colours, commissars string) (bonus bool) {
	helpers := 0
	for _, f := range friends {
		who, at := is("figure", explain.Word(f.Figure)), is("range", f.DistanceCM)
		commissar := f.Figure == "commissar" || f.Figure == "chaplain"
		switch {
		case f.DistanceCM > helpCM:
			r.need = r.need.Noting(explain.Because("SQ-RETREAT-17", "helper-too-far", who, at))
		case commissar && !r.again:
			r.again = true
			r.need = r.need.Noting(explain.Because(ruleID(commissars), "rally-again", who, at).And("SQ-RETREAT-17"))
		case commissar:
		default:
			if helpers++; helpers == 1 {
				r.need = r.need.With(explain.Worth(ruleID(colours), "rally-help", 1, who, at).And("SQ-RETREAT-17"))
			}
		}
	}
	if helpers > 1 {
		r.need = r.need.Noting(explain.Because(ruleID(colours), "helpers-not-added", is("n", helpers)))
	}
	return helpers > 0
}

// roll is the die of the test.
func (r *rally) roll() dice.Roll {
	d := dice.Count(1, r.need.Value)
	if r.again {
		d = d.RerollingMisses()
	}
	return d
}

// flightDice is the number of dice of a dash or flight (SQ-MOVE-03, SQ-RETREAT-04).
func flightDice(cavalry bool) int {
	if cavalry {
		return 3
	}
	return 2
}

// checkDistances reports distances that no table holds. field is the path of the list.
func checkDistances(field string, cm []float64) explain.Problems {
	var ps explain.Problems
	for i, d := range cm {
		if !(d >= 0) {
			ps = append(ps, explain.Wrong(fmt.Sprintf("%s[%d]", field, i), "field-below", is("value", d), is("want", 0)))
		}
	}
	return ps
}

// flight is the way of a retreating unit in its owner's turn.
type flight struct {
	allowance int      // cm of its Movement phase
	edge      *float64 // cm to its own table edge
	cavalry   bool
	rally     *rally // nil when no attempt is made
}

// reached says whether a flight of so many cm touches the table edge (SQ-RETREAT-12).
func reached(edge *float64, cm int8) bool { return edge != nil && float64(cm) >= *edge }

// steps are the rally test, then the flight of a unit that does not pass it: the full allowance,
// and the dice of the Shooting phase (SQ-RETREAT-09 to 12).
func (f *flight) steps() []step {
	runs := func(s *State) bool { return !s.Order.Rallied && !s.Order.Gone }
	var steps []step
	if r := f.rally; r != nil {
		steps = append(steps, step{
			Key: "rally", Rule: "SQ-RETREAT-09",
			Why:  func(*State) []number { return []number{r.need} },
			Roll: func(*State) dice.Roll { return r.roll() },
			Then: func(s *State, o outcome, l *log) {
				if s.Order.Rallied = o.Success(); s.Order.Rallied {
					s.Squad.Retreats = false
					l.Say("SQ-RETREAT-10", "rallied")
					return
				}
				l.Say("SQ-RETREAT-11", "flight-goes-on")
			},
		})
	}
	return append(steps,
		step{
			Key: "flight-move", Rule: "SQ-RETREAT-11", If: runs,
			Then: func(s *State, _ outcome, l *log) {
				l.SayN("SQ-RETREAT-11", "full-allowance", f.allowance)
				f.moves(s, f.allowance, l)
			},
		},
		step{
			Key: "flight-dice", Rule: "SQ-RETREAT-11", If: runs,
			Roll: func(*State) dice.Roll { return dice.Sum(flightDice(f.cavalry)) },
			Then: func(s *State, o outcome, l *log) {
				l.SayN("SQ-RETREAT-11", "flees", o.Total())
				f.moves(s, o.Total(), l)
			},
		})
}

// moves takes the unit so much nearer to the edge.
func (f *flight) moves(s *State, cm int, l *log) {
	s.Order.Moved += int8(cm)
	if reached(f.edge, s.Order.Moved) {
		s.Order.Gone = true
		l.Say("SQ-RETREAT-12", "left-the-table")
	}
}
