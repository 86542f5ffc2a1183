// Package procedure describes how a combat is carried out, once: an ordered list of small steps
// over a plain, comparable state. The same list is played with random, recorded or typed dice
// here, and evaluated exactly by package odds.
package procedure

import (
	"umpire/dice"
	"umpire/explain"
	"umpire/rulebook"
)

// Step is one line of a procedure. It does exactly one of these: ask chance for one roll (Roll,
// Then), ask a side for one decision (Choose, Then with the picked index in the outcome's
// Value), compute (Then alone), or hold further steps (Steps).
//
// The functions may look at nothing but their arguments and what was fixed when the procedure
// was built; they run any number of times in any order of states.
type Step[S comparable] struct {
	Key  string      // names the step in records, prompts and texts: "hit", "save"
	Rule rulebook.ID // the rule that the step carries out
	Also []rulebook.ID

	// If skips the step where it is false. A block with Repeat runs while it is true.
	If func(*S) bool

	Roll   func(*S) dice.Roll
	Choose func(*S) Choice
	Then   func(*S, dice.Outcome, *Log)

	Steps  []Step[S]
	Repeat bool
	// Retry marks a Repeat block of which every pass either is the last one or ends in exactly the
	// state in which it began: equal dice that are thrown again. There is no bound on the passes;
	// package odds adds them all up.
	Retry bool
	// Scope may name the part of the state that a block has to do with, for the sake of speed.
	Scope *Scope[S]

	// Why gives the numbers behind a roll (the to-hit number, the save, the number of dice),
	// for prompts and records. It may be nil.
	Why func(*S) []explain.Number
}

// Choice is a decision that a side takes in the middle of a procedure.
type Choice struct {
	Key     string   // names the decision: "stay", "victims"
	Side    string   // who decides: "attacker" or "defender"
	Options []string // keys of the answers, at least one
	Policy  int      // the answer that holds when nobody is asked
}

// Measure is a number that a player wants to know of a state: casualties, whether the squad is pinned.
type Measure[S comparable] struct {
	Key   string
	Event bool // the value is 0 or 1: something happened or did not
	Of    func(*S) int
	// Inner measures are shown as effects in the record of a play but are not results.
	Inner bool
}

// Procedure is a combat ready to be carried out: everything is fixed but chance and decisions.
type Procedure[S comparable] struct {
	Key      string
	Start    S
	Steps    []Step[S]
	Measures []Measure[S]
}

// Log collects the reasons that a step gives for what it did. A nil Log takes everything and
// keeps nothing, so that steps need not ask whether anyone listens.
type Log struct {
	reasons []explain.Reason
}

// Say notes that a rule had an effect.
func (l *Log) Say(rule rulebook.ID, key string) {
	if l != nil {
		l.reasons = append(l.reasons, explain.Reason{Rule: rule, Key: key})
	}
}

// SayN notes that a rule had an effect of size n; the text may use {n}.
func (l *Log) SayN(rule rulebook.ID, key string, n int) {
	if l != nil {
		l.reasons = append(l.reasons, explain.Reason{Rule: rule, Key: key, Facts: []explain.Fact{{Name: "n", Value: n}}})
	}
}

// Note adds a reason made elsewhere. Callers that build facts do so only when On.
func (l *Log) Note(r explain.Reason) {
	if l != nil {
		l.reasons = append(l.reasons, r)
	}
}

// On says whether anyone listens.
func (l *Log) On() bool { return l != nil }
