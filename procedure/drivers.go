package procedure

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"umpire/dice"
	"umpire/explain"
)

// Random drives a procedure with random dice; decisions follow their policy.
type Random struct{ Dice *dice.Random }

// Roll implements Driver.
func (d Random) Roll(_ At, r dice.Roll, h *dice.Hand) (dice.Outcome, error) {
	return h.Throw(r, d.Dice)
}

// Decide implements Driver.
func (Random) Decide(_ At, c Choice) (int, error) { return c.Policy, nil }

// Decisions are given answers to decisions, by key: the k-th answer is for the k-th time that
// the decision comes up, and the last one holds from then on.
type Decisions map[string][]string

// pick returns the answer to the n-th asking of a decision, or the policy where none is given.
func (ds Decisions) pick(at At, c Choice, n int) (int, error) {
	answers := ds[c.Key]
	if len(answers) == 0 {
		return c.Policy, nil
	}
	a := answers[min(n, len(answers)-1)]
	if i := slices.Index(c.Options, a); i >= 0 {
		return i, nil
	}
	return 0, &DecisionError{Step: at.Step, Key: c.Key, Answer: a, Options: c.Options}
}

// DecisionError says that an answer is none of a decision's options.
type DecisionError struct {
	Step, Key, Answer string
	Options           []string
}

func (e *DecisionError) Error() string {
	return fmt.Sprintf("step %q: decision %q cannot be %q; it is one of %s", e.Step, e.Key, e.Answer, strings.Join(e.Options, ", "))
}

// Fault is what is wrong with given dice.
type Fault string

const (
	Missing  Fault = "missing"       // fewer dice are left than the step throws
	LeftOver Fault = "left-over"     // dice are left when the procedure has ended
	BadFace  Fault = "bad-face"      // a face that the die does not have
	BadCount Fault = "bad-count"     // a number of successes that the roll cannot give
	BadHand  Fault = "bad-hand"      // another number of dice than the step throws
	NoCount  Fault = "no-count"      // a bare count where the faces are needed
	NoFaces  Fault = "no-faces"      // no dice where dice are needed
	BadMixed Fault = "not-a-roll"    // an answer to a decision where dice are needed
	BadRoll  Fault = "not-an-option" // dice where a decision is needed
)

// DiceError says which given die does not fit which step.
type DiceError struct {
	Fault Fault
	Step  string // the step that asked; the last step that threw, for LeftOver
	Ask   Ask
	Index int // index of the first die concerned among all given, from 0
	Have  int // the dice left, the face, or the count concerned
	Want  int // the dice needed
	Lo    int // what would be right, for BadFace and BadCount
	Hi    int
}

func (e *DiceError) Error() string {
	switch e.Fault {
	case Missing:
		return fmt.Sprintf("step %q throws %d dice, but only %d are left", e.Step, e.Want, e.Have)
	case LeftOver:
		return fmt.Sprintf("%d dice are left over after the last throw, step %q", e.Have, e.Step)
	case BadFace:
		return fmt.Sprintf("step %q: die %d shows %d; it must be %d to %d", e.Step, e.Index+1, e.Have, e.Lo, e.Hi)
	case BadCount:
		return fmt.Sprintf("step %q: %d successes; it must be %d to %d", e.Step, e.Have, e.Lo, e.Hi)
	}
	return fmt.Sprintf("step %q throws %d dice, not %d (%s)", e.Step, e.Want, e.Have, e.Fault)
}

// Recorded drives a procedure with dice that fell before.
type Recorded struct {
	Faces     []int16
	Decisions Decisions

	used  int
	step  string
	asked map[string]int
}

// Roll implements Driver. It fails with a *DiceError where the dice do not fit.
func (d *Recorded) Roll(at At, r dice.Roll, h *dice.Hand) (dice.Outcome, error) {
	d.step = at.Step
	return h.Throw(r, recordedThrow{d, at})
}

type recordedThrow struct {
	d  *Recorded
	at At
}

func (t recordedThrow) Throw(r dice.Roll, _ dice.Part, faces []int16) error {
	d := t.d
	left := d.Faces[d.used:]
	if len(left) < len(faces) {
		return &DiceError{Fault: Missing, Step: t.at.Step, Ask: Describe(r), Index: d.used, Have: len(left), Want: len(faces)}
	}
	if err := checkFaces(t.at, r, left[:len(faces)], d.used); err != nil {
		return err
	}
	copy(faces, left)
	d.used += len(faces)
	return nil
}

func checkFaces(at At, r dice.Roll, faces []int16, index int) error {
	for i, f := range faces {
		if lo, hi, ok := r.Legal(int(f)); !ok {
			return &DiceError{Fault: BadFace, Step: at.Step, Ask: Describe(r), Index: index + i, Have: int(f), Lo: lo, Hi: hi}
		}
	}
	return nil
}

// Decide implements Driver. Decisions without a given answer follow their policy.
func (d *Recorded) Decide(at At, c Choice) (int, error) {
	if d.asked == nil {
		d.asked = map[string]int{}
	}
	n := d.asked[c.Key]
	d.asked[c.Key]++
	return d.Decisions.pick(at, c, n)
}

// Finish reports dice left over, and decisions given that never came up.
func (d *Recorded) Finish() error {
	if left := len(d.Faces) - d.used; left > 0 {
		return &DiceError{Fault: LeftOver, Step: d.step, Index: d.used, Have: left}
	}
	for _, key := range slices.Sorted(maps.Keys(d.Decisions)) {
		if answers := d.Decisions[key]; d.asked[key] == 0 && len(answers) > 0 {
			return &DecisionError{Key: key, Answer: answers[0]}
		}
	}
	return nil
}

// Answer is what a player says to a prompt: faces, a number of successes, or a decision.
type Answer struct {
	Faces  []int16 `json:"faces,omitempty"`
	Count  *int    `json:"count,omitempty"`
	Choice string  `json:"choice,omitempty"`
}

// Prompt is the open question of a procedure that waits for a player. It is returned as the
// error that stops the play.
type Prompt struct {
	Step string           `json:"step"`
	Part dice.Part        `json:"part"` // 0 the roll itself, 1 its re-rolls, 2 its extra dice
	Why  []explain.Number `json:"why,omitempty"`
	Rule string           `json:"rule"`
	Ask  *Ask             `json:"ask,omitempty"` // dice to throw
	Pick *Choice          `json:"pick,omitempty"`
}

func (p *Prompt) Error() string { return "waiting for an answer at step " + p.Step }

// Asked drives a procedure with the answers that a player has given so far, and stops with a
// *Prompt where the next one is needed. Taking the last answer back is dropping it from the list.
type Asked struct {
	Answers []Answer

	used int
}

// Used returns how many of the answers the play has taken.
func (d *Asked) Used() int { return d.used }

// Roll implements Driver.
func (d *Asked) Roll(at At, r dice.Roll, h *dice.Hand) (dice.Outcome, error) {
	if d.used < len(d.Answers) && d.Answers[d.used].Count != nil {
		n := *d.Answers[d.used].Count
		if !r.Countable() {
			return dice.Outcome{}, &DiceError{Fault: NoCount, Step: at.Step, Ask: Describe(r), Index: d.used, Have: n, Want: int(r.N)}
		}
		if a := d.Answers[d.used]; len(a.Faces) > 0 || a.Choice != "" {
			return dice.Outcome{}, &DiceError{Fault: BadMixed, Step: at.Step, Ask: Describe(r), Index: d.used, Want: int(r.N)}
		}
		if !possible(r, n) {
			return dice.Outcome{}, &DiceError{Fault: BadCount, Step: at.Step, Ask: Describe(r), Index: d.used, Have: n, Hi: r.MaxCount()}
		}
		d.used++
		return h.Successes(r, n), nil
	}
	return h.Throw(r, askedThrow{d, at})
}

// possible says whether the roll can give that many successes.
func possible(r dice.Roll, n int) bool {
	row := r.Distribution()
	return row != nil && slices.ContainsFunc(row.Branches, func(b dice.Branch) bool { return b.Outcome.Successes() == n })
}

type askedThrow struct {
	d  *Asked
	at At
}

func (t askedThrow) Throw(r dice.Roll, part dice.Part, faces []int16) error {
	d := t.d
	ask := Describe(r)
	ask.Dice = len(faces)
	if part != dice.First {
		ask.Countable, ask.MaxCount, ask.Again, ask.Extra = false, 0, nil, nil
	}
	if d.used == len(d.Answers) {
		return &Prompt{Step: t.at.Step, Part: part, Why: t.at.Why, Rule: string(t.at.Rule), Ask: &ask}
	}
	a := d.Answers[d.used]
	fault := DiceError{Step: t.at.Step, Ask: ask, Index: d.used, Have: len(a.Faces), Want: len(faces)}
	switch {
	case a.Choice != "":
		fault.Fault = BadMixed
		return &fault
	case a.Count != nil:
		fault.Fault, fault.Have = NoCount, *a.Count
		return &fault
	case len(a.Faces) != len(faces):
		fault.Fault = BadHand
		if len(a.Faces) == 0 {
			fault.Fault = NoFaces
		}
		return &fault
	}
	if err := checkFaces(t.at, r, a.Faces, 0); err != nil {
		return err
	}
	copy(faces, a.Faces)
	d.used++
	return nil
}

// Decide implements Driver.
func (d *Asked) Decide(at At, c Choice) (int, error) {
	if d.used == len(d.Answers) {
		return 0, &Prompt{Step: at.Step, Why: at.Why, Rule: string(at.Rule), Pick: &c}
	}
	a := d.Answers[d.used]
	if len(a.Faces) > 0 || a.Count != nil {
		return 0, &DiceError{Fault: BadRoll, Step: at.Step, Index: d.used, Have: len(a.Faces)}
	}
	i := slices.Index(c.Options, a.Choice)
	if i < 0 {
		return 0, &DecisionError{Step: at.Step, Key: c.Key, Answer: a.Choice, Options: c.Options}
	}
	d.used++
	return i, nil
}
