package dice

// Part says for what a handful of dice is thrown within one roll.
type Part uint8

const (
	// First is the handful that the roll names.
	First Part = iota
	// Reroll is the second throw of dice that the roll throws once more.
	Reroll
	// Extra is the throw of the extra dice that faces of the roll give.
	Extra
)

// Thrower puts faces on the table. Throw fills faces with one throw of the roll's die each; it
// is called once for the first handful of a roll, then, when the roll asks for it, once for the
// re-rolls and once for the extra dice. It never gets an empty handful.
type Thrower interface {
	Throw(r Roll, part Part, faces []int16) error
}

// Hand is the dice of one roll as they lie. Its slices are reused from roll to roll.
type Hand struct {
	First, Reroll, Extra []int16
	// Rerolled holds the indexes in First of the dice thrown once more, in order.
	Rerolled []int16
	// CountOnly says that only the number of successes is known and no faces lie.
	CountOnly bool
}

func (h *Hand) reset() {
	h.First, h.Reroll, h.Extra, h.Rerolled = h.First[:0], h.Reroll[:0], h.Extra[:0], h.Rerolled[:0]
	h.CountOnly = false
}

func grow(s []int16, n int) []int16 {
	if cap(s) < n {
		return make([]int16, n, max(n, 32))
	}
	return s[:n]
}

// Throw lets t throw the roll into the hand and reads it. A roll of no dice throws nothing.
func (h *Hand) Throw(r Roll, t Thrower) (Outcome, error) {
	h.reset()
	var o Outcome
	if r.N == 0 {
		return o, nil
	}
	h.First = grow(h.First, int(r.N))
	if err := t.Throw(r, First, h.First); err != nil {
		return o, err
	}
	if r.Again == 0 && r.Extra == 0 && r.Read == Counts {
		for _, f := range h.First {
			o.Counts[r.Classes>>(3*(f-1))&7]++
		}
		return o, nil
	}
	if r.Again != 0 {
		for i, f := range h.First {
			if r.again(int(f)) {
				h.Rerolled = append(h.Rerolled, int16(i))
			}
		}
		if n := len(h.Rerolled); n > 0 {
			h.Reroll = grow(h.Reroll, n)
			if err := t.Throw(r, Reroll, h.Reroll); err != nil {
				return o, err
			}
		}
	}
	if r.Extra != 0 {
		n, k := 0, 0
		for i, f := range h.First {
			if k < len(h.Rerolled) && int(h.Rerolled[k]) == i {
				f = h.Reroll[k]
				k++
			}
			if r.extra(int(f)) {
				n++
			}
		}
		if n > 0 {
			h.Extra = grow(h.Extra, n)
			if err := t.Throw(r, Extra, h.Extra); err != nil {
				return o, err
			}
		}
	}
	return h.read(r), nil
}

// read computes the outcome of the faces in the hand.
func (h *Hand) read(r Roll) Outcome {
	var o Outcome
	k := 0
	for i, f := range h.First {
		if k < len(h.Rerolled) && int(h.Rerolled[k]) == i {
			f = h.Reroll[k]
			k++
		}
		switch r.Read {
		case Counts:
			if c := r.Class(int(f)); r.Extra == 0 || c == 1 {
				o.Counts[c]++
			}
		case Total, Direction:
			o.Value += int32(f)
		case Best:
			o.Value = max(o.Value, int32(f))
		case Worst:
			if i == 0 || int32(f) < o.Value {
				o.Value = int32(f)
			}
		case Which:
			if r.Class(int(f)) > 0 {
				o.Value |= 1 << i
			}
		}
	}
	for _, f := range h.Extra {
		if r.Class(int(f)) == 1 {
			o.Counts[1]++
		}
	}
	return o
}

// Successes fills the hand with a bare number of successes, for a roll that is Countable.
func (h *Hand) Successes(r Roll, n int) Outcome {
	h.reset()
	h.CountOnly = true
	var o Outcome
	o.Counts[1] = int16(n)
	if r.Extra == 0 {
		o.Counts[0] = r.N - int16(n)
	}
	return o
}
