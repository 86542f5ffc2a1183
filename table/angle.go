package table

import "math"

// Angle is a direction in hundredths of a degree, clockwise from north (+y).
type Angle int32

const (
	// Degree is one degree.
	Degree Angle = 100
	turn   Angle = 360 * Degree
	right  Angle = 90 * Degree
)

// Degrees returns the direction nearest to a number of degrees, from 0 to below a full turn;
// what is not a finite number is 0.
func Degrees(deg float64) Angle {
	x := math.Mod(math.Round(float64(deg*float64(Degree))), float64(turn))
	if x != x {
		return 0
	}
	return Angle(x).normal()
}

func (a Angle) normal() Angle {
	if a %= turn; a < 0 {
		a += turn
	}
	return a
}

// sincos returns sine and cosine, the same bits on every machine. Multiples of a right angle,
// and the sines and cosines that are one half, are exact.
func (a Angle) sincos() (sin, cos float64) {
	a = a.normal()
	quarter, rest := a/right, a%right
	if rest <= right/2 {
		sin, cos = octant(rest)
	} else {
		cos, sin = octant(right - rest)
	}
	switch quarter {
	case 1:
		return cos, -sin
	case 2:
		return -sin, -cos
	case 3:
		return -cos, sin
	}
	return sin, cos
}

// octant returns sine and cosine of 0 to 45 degrees by their series.
func octant(a Angle) (sin, cos float64) {
	x := float64(float64(a)*math.Pi) / float64(turn/2)
	x2 := float64(x * x)
	sin, cos = 1, 1
	for n := 18.0; n > 0; n -= 2 {
		cos = 1 - float64(x2*cos)/float64(n*(n-1))
		sin = 1 - float64(x2*sin)/float64(n*(n+1))
	}
	sin = float64(sin * x)
	if a == 30*Degree {
		sin = 0.5
	}
	return sin, cos
}
