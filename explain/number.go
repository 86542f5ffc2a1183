package explain

import "umpire/rulebook"

// State says whether a number has a value or is beyond the dice.
type State string

const (
	// Ordinary numbers have a value.
	Ordinary State = ""
	// Impossible is a number that no die reaches, or a save that does not exist.
	Impossible State = "impossible"
	// Automatic is a number that needs no die.
	Automatic State = "automatic"
)

// Form says how a number is written.
type Form string

const (
	// Plain is a bare number: 12 dice.
	Plain Form = ""
	// Plus is a number to be rolled or beaten on a die: 4+.
	Plus Form = "plus"
)

// Number is a value that remembers how it was made. The reasons stand in the order in which
// they were applied; the first is the base.
type Number struct {
	Key   string `json:"key"` // what the number is: "to-hit", "save", "dice"
	Form  Form   `json:"form,omitempty"`
	State State  `json:"state,omitempty"`
	Value int    `json:"value"`
	// Of names what the number belongs to, such as a weapon: a rulebook.Text, a Word, or nil.
	Of      any      `json:"of,omitempty"`
	Reasons []Reason `json:"reasons"`
}

// Amount makes a plain number whose value is the sum of its reasons' values.
func Amount(key string, reasons ...Reason) Number {
	n := Number{Key: key, Reasons: reasons}
	for _, r := range reasons {
		n.Value += r.Value
	}
	return n
}

// Needed makes a number to be rolled on a die, from the base that a reason carries.
func Needed(key string, base Reason) Number {
	return Number{Key: key, Form: Plus, Value: base.Value, Reasons: []Reason{base}}
}

// NoNumber makes an impossible number: no save exists, nothing can be rolled.
func NoNumber(key string, reasons ...Reason) Number {
	return Number{Key: key, Form: Plus, State: Impossible, Reasons: reasons}
}

// Sure makes a number that needs no die.
func Sure(key string, reasons ...Reason) Number {
	return Number{Key: key, Form: Plus, State: Automatic, Reasons: reasons}
}

// With returns the number with a bonus applied: a reason worth +1 lowers a needed number by
// one and raises a plain number by one.
func (n Number) With(r Reason) Number {
	if n.Form == Plus {
		n.Value -= r.Value
	} else {
		n.Value += r.Value
	}
	n.Reasons = append(n.Reasons[:len(n.Reasons):len(n.Reasons)], r)
	return n
}

// Noting returns the number with a reason that explains it without changing it.
func (n Number) Noting(r Reason) Number {
	r.Value = 0
	n.Reasons = append(n.Reasons[:len(n.Reasons):len(n.Reasons)], r)
	return n
}

// Clamped returns the number kept between lo and hi, with a reason of the given rule and key
// where that changed it.
func (n Number) Clamped(lo, hi int, rule rulebook.ID, key string) Number {
	if v := min(max(n.Value, lo), hi); v != n.Value {
		was := n.Value
		n.Value = v
		return n.Noting(Because(rule, key, Is("was", was), Is("now", v)))
	}
	return n
}

// Target returns the face from which a six-sided die succeeds: 7 when impossible, 1 when automatic.
func (n Number) Target() int {
	switch n.State {
	case Impossible:
		return 7
	case Automatic:
		return 1
	}
	return n.Value
}

// Possible says whether any die can succeed.
func (n Number) Possible() bool { return n.State != Impossible }
