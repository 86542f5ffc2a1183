package hexmodern

import (
	"fmt"
	"reflect"
	"slices"

	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
)

// Piece is one unit of a stack: what fire and close combat change of it.
type Piece struct {
	Steps     int8 // 2 full strength, 1 reduced, 0 destroyed
	Disrupted bool
	// Cut says that the attack under way has cost it a step; used with multi-hit = one-step only,
	// false again when the attack is over.
	Cut bool
}

// harmed says whether the unit is disrupted or worse.
func (u Piece) harmed() bool { return u.Disrupted || u.Steps == 0 }

const (
	// maxUnits is the most units that one side brings into one combat: as many as one die draws from.
	maxUnits = 6
	// theHQ is the place of the HQ when it is dealt hits like a unit (hq-trigger = allocated).
	theHQ = maxUnits
)

// Stack is the units of one side in one hex, top first. Hits, Shocks, Pool, Seek and Fell are scratch of
// the combat under way and zero when it is over.
type Stack struct {
	Units  [maxUnits]Piece
	HQ     int8  // 2 full strength, 1 reduced, 0 none or eliminated
	Hits   int8  // scored on the stack, not yet dealt out
	Shocks int8  // HQ dice not yet thrown (HX-HQ-04)
	Pool   uint8 // members among which the hits left are drawn, bit by place
	Out    uint8 // units that take no part in the combat, bit by place
	Seek   bool  // the die of a draw lies not yet, or is thrown again
	Fell   bool  // a unit was destroyed; kept with hq-destroy-mod = minus2 only
}

// living says whether any unit of the stack is left.
func (s *Stack) living() bool {
	for i := range s.Units {
		if s.Units[i].Steps > 0 {
			return true
		}
	}
	return false
}

// Short names for what every chapter writes.
type (
	ruleIDs = []rulebook.ID
	log     = procedure.Log
	outcome = dice.Outcome
	reason  = explain.Reason
	number  = explain.Number
	text    = rulebook.Text
)

// is makes a fact of a reason.
func is(name string, value any) explain.Fact { return explain.Is(name, value) }

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// refuse makes a refusal of one reason.
func refuse(field string, rule rulebook.ID, key string, facts ...explain.Fact) *explain.Refusal {
	return explain.Refuse(field, explain.Because(rule, key, facts...))
}

// why gives fixed numbers to a step.
func why[S any](ns ...number) func(*S) []number { return func(*S) []number { return ns } }

// event and count make measures.
func event[S comparable](key string, of func(*S) bool) procedure.Measure[S] {
	return procedure.Measure[S]{Key: key, Event: true, Of: func(s *S) int { return boolInt(of(s)) }}
}

func count[S comparable](key string, of func(*S) int) procedure.Measure[S] {
	return procedure.Measure[S]{Key: key, Of: of}
}

// fixed is a measure that no die changes, certainly an event of that sort.
func fixed[S comparable](key string, v int) procedure.Measure[S] {
	return procedure.Measure[S]{Key: key, Of: func(*S) int { return v }}
}

func certainly[S comparable](key string, b bool) procedure.Measure[S] {
	return procedure.Measure[S]{Key: key, Event: true, Of: func(*S) int { return boolInt(b) }}
}
func ruleID(s string) rulebook.ID { return rulebook.ID(s) }

// at is the path of an item of a list.
func at(field string, i int) string { return fmt.Sprintf("%s[%d]", field, i) }

// once drops reasons that have been given word for word before.
func once(rs []reason) []reason {
	var out []reason
	for _, r := range rs {
		if !slices.ContainsFunc(out, func(x reason) bool { return reflect.DeepEqual(x, r) }) {
			out = append(out, r)
		}
	}
	return out
}
