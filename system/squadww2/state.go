package squadww2

import (
	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
)

// State is all that a combat of this system changes. Every procedure of the system runs over it
// and uses the parts that it needs; parts that it does not use stay zero. What is fixed for the
// whole engagement (target numbers, strengths) is not here but in the steps.
//
// Counts are small integers so that states are cheap to compare and merge.
type State struct {
	Shot  Shot
	Squad Squad
	Hulls [maxHulls]Hull
	Blast [2]int16 // fighters felled by detonations: the vehicle owner's, the attacker's
	Works Works
	Order Order
	Fall  Fall
	Plane Plane
	Road  Road
}

// Shot is the fire under way: it is zero again when the group has done.
type Shot struct {
	Hits   int16             // hits not yet saved or resolved
	Wounds [maxClasses]int16 // wounds put on each class of men, not yet saved
	Aside  int16             // template losses of earlier weapons while one is under way
	Near   [maxNear]int8     // wounds of a detonation on each class of fighters near it, not yet saved
	Result damage            // result of the damage table that waits for its save
}

// maxClasses is the number of classes of men with different saves that one target may have.
const maxClasses = 4

// Squad is what has happened to the men of the target unit.
type Squad struct {
	Lost     [maxClasses]int16 // casualties of this engagement, by class
	Dead     int16             // those of them that no medic can help (SQ-EFFECT-01)
	Sight    int16             // losses of the phase by line-of-sight weapons (SQ-PIN-02)
	Template int16             // losses of the phase by template and flame weapons (SQ-PIN-03)
	Jams     int16             // weapons of the shooter that jammed (SQ-AMMO-01)
	Flight   int8              // cm of the first move of a retreat (SQ-RETREAT-04)
	Streak   bool              // the pin test of the enemy turn before has failed (SQ-RETREAT-01)
	Failed   bool              // the pin test of this phase has failed
	Pinned   bool              // lies on the ground after this engagement
	LastMan  bool              // went to ground as the last man (SQ-PIN-19)
	Retreats bool              // has begun to retreat (SQ-RETREAT-01)
}

// losses returns the casualties of this engagement.
func (q *Squad) losses() int {
	n := 0
	for _, l := range q.Lost {
		n += int(l)
	}
	return n
}

// count counts n losses towards the threshold of the pin test that the attack falls under.
func (q *Squad) count(a attack, n int) {
	if a.template {
		q.Template += int16(n)
	} else {
		q.Sight += int16(n)
	}
}

// Short names for what every chapter writes.
type (
	ruleIDs = []rulebook.ID
	step    = procedure.Step[State]
	measure = procedure.Measure[State]
	log     = procedure.Log
	outcome = dice.Outcome
	reason  = explain.Reason
	number  = explain.Number
)

// is makes a fact of a reason.
func is(name string, value any) explain.Fact { return explain.Is(name, value) }

// Measures that more than one kind of engagement has.
var (
	hitsMeasure   = measure{Key: "hits", Inner: true, Of: func(s *State) int { return int(s.Shot.Hits) }}
	woundsMeasure = measure{Key: "wounds", Inner: true, Of: func(s *State) int {
		n := 0
		for _, w := range s.Shot.Wounds {
			n += int(w)
		}
		return n
	}}
	jamsMeasure = measure{Key: "jams", Of: func(s *State) int { return int(s.Squad.Jams) }}
)

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
