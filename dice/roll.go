// Package dice says what is thrown and how it is read: rolls, their outcomes, the exact
// chance of each outcome, and the reading of real faces. It knows no rules and no randomness.
package dice

import "math/bits"

// Reading is the way in which a handful of dice becomes one answer.
type Reading uint8

const (
	// Counts reads how many dice fall into each class of faces (success or miss, rows of a table).
	Counts Reading = iota
	// Total reads the sum of the faces; with one die, the face itself.
	Total
	// Best reads the highest face.
	Best
	// Worst reads the lowest face.
	Worst
	// Which reads which of the dice fall into class 1 or above: bit i of the value is die i.
	Which
	// Direction reads one pointer in whole degrees, clockwise from north, 0 to 359.
	Direction
)

const (
	// MaxClass is the number of classes of faces that one roll can tell apart.
	MaxClass = 8
	// MaxDice is the largest number of dice in one roll.
	MaxDice = 1000
	// MaxWhich is the largest number of dice whose identity one roll can keep.
	MaxWhich = 16
	// maxClassedSides bounds the dice whose faces are sorted into classes: 3 bits a face.
	maxClassedSides = 20
)

// Roll is one request to chance: a handful of equal dice and the way to read them. Rolls are
// plain values; equal rolls have equal distributions. The zero Roll throws nothing.
type Roll struct {
	N       int16   // number of dice, 0 to MaxDice; a roll of 0 dice is certain and never thrown
	Sides   int16   // faces of each die, 1 to Sides; for Direction the number of directions
	Read    Reading // how the faces are read
	Classes uint64  // class of face f in bits 3(f-1) to 3(f-1)+2, for Counts and Which
	Again   uint32  // faces (bit f-1) that are thrown once more; the second face stands
	Extra   uint32  // faces (bit f-1) that give one more die, which gives no further; Counts of two classes only
}

// successes returns the classes of a die that succeeds on target or more.
func successes(sides, target int) uint64 {
	var c uint64
	for f := max(target, 1); f <= sides; f++ {
		c |= 1 << (3 * (f - 1))
	}
	return c
}

// Count is n six-sided dice of which those showing target or more are counted as successes
// (class 1). A target above 6 never succeeds, one of 1 or below always does.
func Count(n, target int) Roll {
	return Roll{N: int16(n), Sides: 6, Classes: successes(6, target)}
}

// WhichOf is n six-sided dice, thrown in order, of which those showing target or more succeed;
// the outcome keeps which ones.
func WhichOf(n, target int) Roll {
	return Roll{N: int16(n), Sides: 6, Read: Which, Classes: successes(6, target)}
}

// Table is n six-sided dice sorted into rows: rows[f-1] is the row (class) of face f.
func Table(n int, rows [6]uint8) Roll {
	var c uint64
	for i, r := range rows {
		c |= uint64(r%MaxClass) << (3 * i)
	}
	return Roll{N: int16(n), Sides: 6, Classes: c}
}

// Sum is n six-sided dice added up.
func Sum(n int) Roll { return Roll{N: int16(n), Sides: 6, Read: Total} }

// Face is one six-sided die read as it lies.
func Face() Roll { return Sum(1) }

// KeepBest is n six-sided dice of which the highest counts.
func KeepBest(n int) Roll { return Roll{N: int16(n), Sides: 6, Read: Best} }

// KeepWorst is n six-sided dice of which the lowest counts.
func KeepWorst(n int) Roll { return Roll{N: int16(n), Sides: 6, Read: Worst} }

// Bearing is a pointer into one of the given number of equally likely directions (8 or 360).
func Bearing(directions int) Roll { return Roll{N: 1, Sides: int16(directions), Read: Direction} }

// None is the roll of no dice.
func None() Roll { return Roll{Sides: 6} }

// Rerolling returns the roll with the given faces thrown once more.
func (r Roll) Rerolling(faces ...int) Roll {
	for _, f := range faces {
		r.Again |= 1 << (f - 1)
	}
	return r
}

// RerollingMisses returns the roll with every die of class 0 thrown once more.
func (r Roll) RerollingMisses() Roll {
	for f := 1; f <= int(r.Sides); f++ {
		if r.Class(f) == 0 {
			r.Again |= 1 << (f - 1)
		}
	}
	return r
}

// Chaining returns the roll in which every success gives one extra die, which gives no further.
func (r Roll) Chaining() Roll {
	for f := 1; f <= int(r.Sides); f++ {
		if r.Class(f) == 1 {
			r.Extra |= 1 << (f - 1)
		}
	}
	return r
}

// Class returns the class of a face under Counts and Which.
func (r Roll) Class(face int) int { return int(r.Classes >> (3 * (face - 1)) & 7) }

// Target returns the lowest face that succeeds when the roll reads "target or more", and
// whether it is of that form (two classes, successes on the high faces).
func (r Roll) Target() (int, bool) {
	if (r.Read != Counts && r.Read != Which) || r.Sides > maxClassedSides {
		return 0, false
	}
	for t := 1; t <= int(r.Sides)+1; t++ {
		if r.Classes == successes(int(r.Sides), t) {
			return t, true
		}
	}
	return 0, false
}

// Countable says whether the number of successes alone answers the roll, so that a player may
// type it in place of the faces.
func (r Roll) Countable() bool {
	if r.Read != Counts || r.N == 0 {
		return false
	}
	for f := 1; f <= int(r.Sides); f++ {
		if r.Class(f) > 1 {
			return false
		}
	}
	return true
}

// MaxCount returns the highest number of successes that the roll can give.
func (r Roll) MaxCount() int {
	if r.Extra != 0 {
		return 2 * int(r.N)
	}
	return int(r.N)
}

// Again and extra dice of one face.
func (r Roll) again(face int) bool { return r.Again>>(face-1)&1 == 1 }
func (r Roll) extra(face int) bool { return r.Extra>>(face-1)&1 == 1 }

// Valid says whether the roll keeps the bounds stated at its fields.
func (r Roll) Valid() bool {
	if r.N < 0 || r.N > MaxDice || r.Sides < 1 {
		return false
	}
	switch r.Read {
	case Counts, Which:
		if r.Sides > maxClassedSides || r.Read == Which && (r.N > MaxWhich || r.Extra != 0) {
			return false
		}
	case Direction:
		return r.N == 1 && 360%r.Sides == 0 && r.Again == 0 && r.Extra == 0
	case Total, Best, Worst:
		if r.Extra != 0 {
			return false
		}
	}
	if r.Again != 0 || r.Extra != 0 {
		limit := bits.Len32(r.Again | r.Extra)
		return limit <= int(r.Sides) && (r.Extra == 0 || r.Countable())
	}
	return true
}

// Legal says whether a face may lie on the table for this roll, and if not, the lowest and highest that may.
func (r Roll) Legal(face int) (lo, hi int, ok bool) {
	if r.Read == Direction {
		step := 360 / int(r.Sides)
		return 0, 360 - step, face >= 0 && face < 360 && face%step == 0
	}
	return 1, int(r.Sides), face >= 1 && face <= int(r.Sides)
}

// Outcome is what a step may look at once the dice lie.
type Outcome struct {
	Counts [MaxClass]int16 // dice of each class, under Counts; with Extra dice only class 1 is counted
	Value  int32           // the total, the kept face, the set of dice, or the direction
}

// Successes returns the number of dice of class 1.
func (o Outcome) Successes() int { return int(o.Counts[1]) }

// Success says whether a single die succeeded.
func (o Outcome) Success() bool { return o.Counts[1] > 0 }

// Row returns the lowest class that at least one die fell into: the row of a table for one die.
func (o Outcome) Row() int {
	for c, n := range o.Counts {
		if n > 0 {
			return c
		}
	}
	return 0
}

// Total returns the sum, the kept face or the direction in degrees.
func (o Outcome) Total() int { return int(o.Value) }

// Set returns the set of successful dice as bits, die 0 lowest.
func (o Outcome) Set() uint32 { return uint32(o.Value) }
