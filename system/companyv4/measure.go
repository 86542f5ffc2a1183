package companyv4

import "umpire/explain"

// measure is the system of distances of a table (C4-GEN-04).
type measure string

// in returns the distance of a pair that is in use.
func (m measure) in(p Pair) float64 {
	if m == "cm" {
		return p[1]
	}
	return p[0]
}

// The printed distances of the rules.
var (
	sightGap      = Pair{0.75, 2}
	edge          = Pair{2, 5}
	aircraftCover = Pair{4, 10}
	charge        = Pair{4, 10}
	tooClose      = Pair{4, 10}
	nearTarget    = Pair{6, 15}
	command       = Pair{6, 15}
	largeCommand  = Pair{8, 20}
	tooCloseTank  = Pair{8, 20}
	safety        = Pair{8, 20}
	defending     = Pair{8, 20}
	longRange     = Pair{16, 40}
)

// limit is a printed distance as a fact for texts.
func (m measure) limit(p Pair) explain.Fact { return is("limit", m.length(m.in(p))) }

// length is a distance with its unit, as a fact.
func (m measure) length(x float64) any { return explain.Length{Value: x, Unit: string(m)} }
