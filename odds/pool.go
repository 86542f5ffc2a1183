package odds

import (
	"fmt"
	"math/big"
	"slices"

	"umpire/dice"
)

// Face is one value that a die can show and how often it does, beside the other faces of the die.
type Face struct {
	Value  int    // -MaxValue to MaxValue
	Weight uint64 // 0 for a face that never shows
}

// Die is one die of a pool. Faces may be given in any order; each value stands once.
type Die struct {
	Faces []Face
	// Explodes are the values on which the die is thrown again; the new value is added to what
	// it shows, and may explode in its turn. Depth is how often that can happen to one die, 0 to
	// MaxDepth: the last throw allowed stands as it is.
	Explodes []int
	Depth    int
}

// Pool is a handful of equal dice.
type Pool struct {
	N   int // 0 to dice.MaxDice
	Die Die
}

const (
	// MaxValue bounds the values of faces, in both directions.
	MaxValue = 1_000_000
	// MaxValues bounds the different values of one die, those of explosions included.
	MaxValues = 4096
	// MaxDepth bounds how often one die can explode.
	MaxDepth = 100
)

// D is the die of that many faces, 1 to sides, all equally likely.
func D(sides int) Die {
	// One face too many is enough for the pool to be refused.
	faces := make([]Face, 0, max(0, min(sides, MaxValues+1)))
	for v := 1; v <= cap(faces); v++ {
		faces = append(faces, Face{v, 1})
	}
	return Die{Faces: faces}
}

// Exploding returns the die that explodes on the given values, at most depth times.
func (d Die) Exploding(depth int, values ...int) Die {
	d.Explodes, d.Depth = values, depth
	return d
}

// PoolError says why a pool cannot be thrown.
type PoolError struct {
	Pool  int    // 0 for the first
	Field string // "N", "Die.Faces[2].Value", …
	Fault PoolFault
	Have  int // the number, value or depth concerned
}

// PoolFault is what is wrong with a pool.
type PoolFault string

const (
	BadNumber   PoolFault = "number"    // dice below 0 or above dice.MaxDice
	NoFace      PoolFault = "no-face"   // no face that ever shows
	ManyValues  PoolFault = "values"    // more than MaxValues values
	BadValue    PoolFault = "value"     // a value beyond MaxValue
	TwiceValue  PoolFault = "twice"     // two faces of one value, or one value to explode on given twice
	BadDepth    PoolFault = "depth"     // a depth below 0 or above MaxDepth
	NoSuchValue PoolFault = "not-there" // to explode on a value that the die does not have
)

func (e *PoolError) Error() string {
	what := ""
	switch e.Fault {
	case BadNumber:
		what = fmt.Sprintf("%d dice; it must be 0 to %d", e.Have, dice.MaxDice)
	case NoFace:
		what = "the die has no face that ever shows"
	case ManyValues:
		what = fmt.Sprintf("more than %d different values", MaxValues)
	case BadValue:
		what = fmt.Sprintf("the value %d; it must be %d to %d", e.Have, -MaxValue, MaxValue)
	case TwiceValue:
		what = fmt.Sprintf("the value %d stands twice", e.Have)
	case BadDepth:
		what = fmt.Sprintf("a depth of %d; it must be 0 to %d", e.Have, MaxDepth)
	case NoSuchValue:
		what = fmt.Sprintf("the die has no face %d to explode on", e.Have)
	}
	return fmt.Sprintf("odds: pool %d, %s: %s", e.Pool+1, e.Field, what)
}

// shown is a value of a die with all its explosions, and its weight.
type shown struct {
	value  int
	weight *big.Int
}

// values is Die.values for a pool that can be thrown.
func (p Pool) values() ([]shown, *big.Int, *PoolError) {
	if p.N < 0 || p.N > dice.MaxDice {
		return nil, nil, &PoolError{Field: "N", Fault: BadNumber, Have: p.N}
	}
	return p.Die.values()
}

// values returns what the die can show, highest first, and the sum of the weights.
func (d Die) values() ([]shown, *big.Int, *PoolError) {
	base := make([]shown, 0, len(d.Faces))
	total := new(big.Int)
	for i, f := range d.Faces {
		if f.Value < -MaxValue || f.Value > MaxValue {
			return nil, nil, &PoolError{Field: fmt.Sprintf("Die.Faces[%d].Value", i), Fault: BadValue, Have: f.Value}
		}
		if f.Weight > 0 {
			w := new(big.Int).SetUint64(f.Weight)
			total.Add(total, w)
			base = append(base, shown{f.Value, w})
		}
		if i >= MaxValues {
			return nil, nil, &PoolError{Field: "Die.Faces", Fault: ManyValues}
		}
	}
	if len(base) == 0 {
		return nil, nil, &PoolError{Field: "Die.Faces", Fault: NoFace}
	}
	sortShown(base)
	for i := range base[1:] {
		if base[i].value == base[i+1].value {
			return nil, nil, &PoolError{Field: "Die.Faces", Fault: TwiceValue, Have: base[i].value}
		}
	}
	return d.explode(base, total)
}

// explode adds the further throws: after k of them the weights are over total to the power k+1.
func (d Die) explode(base []shown, total *big.Int) ([]shown, *big.Int, *PoolError) {
	if d.Depth < 0 || d.Depth > MaxDepth {
		return nil, nil, &PoolError{Field: "Die.Depth", Fault: BadDepth, Have: d.Depth}
	}
	again := make([]bool, len(base))
	for i, v := range d.Explodes {
		k := slices.IndexFunc(base, func(s shown) bool { return s.value == v })
		fault := PoolFault("")
		switch {
		case k < 0:
			fault = NoSuchValue
		case again[k]:
			fault = TwiceValue
		}
		if fault != "" {
			return nil, nil, &PoolError{Field: fmt.Sprintf("Die.Explodes[%d]", i), Fault: fault, Have: v}
		}
		again[k] = true
	}
	if len(d.Explodes) == 0 {
		return base, total, nil
	}
	all, den := base, new(big.Int).Set(total)
	for range d.Depth {
		// Values met on several ways are added up below; before that there may be more of them.
		if len(d.Explodes)*len(all) > 16*MaxValues {
			return nil, nil, &PoolError{Field: "Die.Explodes", Fault: ManyValues}
		}
		var next []shown
		for i, f := range base {
			if !again[i] {
				next = append(next, shown{f.value, new(big.Int).Mul(f.weight, den)})
				continue
			}
			for _, s := range all {
				next = append(next, shown{f.value + s.value, new(big.Int).Mul(f.weight, s.weight)})
			}
		}
		sortShown(next)
		all = next[:1]
		for _, s := range next[1:] {
			if last := &all[len(all)-1]; last.value == s.value {
				last.weight.Add(last.weight, s.weight)
			} else {
				all = append(all, s)
			}
		}
		if len(all) > MaxValues {
			return nil, nil, &PoolError{Field: "Die.Explodes", Fault: ManyValues}
		}
		den.Mul(den, total)
	}
	return all, den, nil
}

// sortShown puts the highest value first.
func sortShown(s []shown) {
	slices.SortStableFunc(s, func(a, b shown) int { return b.value - a.value })
}
