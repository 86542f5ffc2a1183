// Package table is the geometry of a tabletop with miniatures: models on round bases,
// rectangular hulls, and the round templates that are laid over them. It knows no rules.
//
// Everything that is put in is a whole number of hundredths of a millimetre or of a degree.
// What a shift by an angle computes from them is not rounded again: it is kept as float64 and
// made of additions, multiplications and divisions that are each rounded by themselves, so that
// every machine decides alike.
package table

import "math"

// Length is a length in hundredths of a millimetre.
type Length int64

const (
	// MM is one millimetre.
	MM Length = 100
	// CM is one centimetre.
	CM Length = 1000
	// MaxLength bounds every length and coordinate: ten kilometres.
	MaxLength Length = 1_000_000_000
)

// Centimetres returns the length nearest to a number of centimetres, within plus and minus
// MaxLength; what is not a number is 0.
func Centimetres(cm float64) Length {
	x := math.Round(float64(cm * float64(CM)))
	switch {
	case x != x:
		return 0
	case x > float64(MaxLength):
		return MaxLength
	case x < -float64(MaxLength):
		return -MaxLength
	}
	return Length(x)
}

// Point is a place on the table: x to the east, y to the north.
type Point struct{ X, Y Length }

// Base is the round base under a model.
type Base struct {
	Centre Point
	Radius Length
}

// Hull is the rectangular footprint of a vehicle or gun.
type Hull struct {
	Centre  Point
	Heading Angle // where its front points
	Length  Length
	Width   Length
}

// frame returns a place, given relative to the hull's centre, in the hull's own axes:
// forward and to the right.
func (h Hull) frame(x, y float64) (forward, right float64) {
	s, c := h.Heading.sincos()
	return float64(x*s) + float64(y*c), float64(x*c) - float64(y*s)
}

// outside returns how far a place lies ahead of or behind the hull and how far beside it: 0
// where it does not.
func (h Hull) outside(x, y float64) (along, across float64) {
	f, r := h.frame(x-float64(h.Centre.X), y-float64(h.Centre.Y))
	along = math.Abs(f) - float64(h.Length)/2
	across = math.Abs(r) - float64(h.Width)/2
	return max(along, 0), max(across, 0)
}

// Contains says whether a place lies on the hull, its outline included.
func (h Hull) Contains(p Point) bool { return h.contains(float64(p.X), float64(p.Y)) }

func (h Hull) contains(x, y float64) bool {
	along, across := h.outside(x, y)
	return along <= Tolerance && across <= Tolerance
}

// Tolerance is the gap, in units of Length, that still counts as touching: a hundred-millionth
// of a millimetre. Sines are irrational, so a template that comes to lie at exactly its radius
// from a base does so only up to the rounding of float64, which stays below a thousandth of
// this for tables of many metres. Distances of whole-numbered places that are not equal, on the
// other hand, differ by more than this for radii of up to a metre, so that what is not shifted
// is decided exactly.
const Tolerance = 1e-6
