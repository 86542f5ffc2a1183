package skirmish1870

import (
	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
)

// Fight is all that fire and melee change. What is fixed for the whole engagement (numbers to
// roll, who stands where) is not here but in the steps. Scratch is zero again when its part is
// done, so that equal situations are equal states.
type Fight struct {
	AP    int8            // action points left to the reacting player
	Shots int8            // volleys fired
	Go    bool            // the next party tries to react
	On    bool            // a volley is under way
	Under uint32          // models among which the hits of the volley are given out
	Hits  [maxRuns]int16  // hits not yet resolved, by run of like shooters
	Next  int8            // place in the order of allocation that takes the next hit
	Hit   Hit             // the hit that is being resolved
	Faces [2]int8         // best melee dice of the charger and the other
	Men   [maxBody]status // models that can be struck
}

// Hit is one hit on its way. It is zero when none is.
type Hit struct {
	On    int8 // index of the model that it is on, plus one
	From  int8 // index of the model that it was moved from, plus one; kept only under save-cover first-target
	Run   int8 // run of shooters that it came from, or melee
	Stage int8
}

// Stages of a hit.
const (
	fresh  int8 = iota // a save is still possible
	moving             // the save has succeeded, a receiver is wanted
	stays              // the save has failed or does not exist
	rider              // the horse check is over as well
)

const (
	maxBody    = 24 // models that one engagement can hold
	maxRuns    = 12 // runs of like shooters in one volley
	maxShooter = 24 // shooters in one volley
	melee      = maxRuns
)

// status is what has become of one model.
type status uint8

const (
	suppressed status = 1 << iota
	out
	horse  // sits on a sound horse
	struck // the horse was wounded in this volley (option horse-later-hits)
)

func (m status) is(s status) bool { return m&s != 0 }

// Short names for what every chapter writes.
type (
	ruleIDs = []rulebook.ID
	step    = procedure.Step[Fight]
	measure = procedure.Measure[Fight]
	log     = procedure.Log
	outcome = dice.Outcome
	reason  = explain.Reason
	number  = explain.Number
)

// is makes a fact of a reason.
func is(name string, value any) explain.Fact { return explain.Is(name, value) }

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
