package table

import (
	"math"
	"testing"
)

// Every sine and cosine agrees with the library (whose argument is less precise); those that are fractions are exact.
func TestSincos(t *testing.T) {
	for a := Angle(-100); a < turn+100; a++ {
		s, c := a.sincos()
		ws, wc := math.Sincos(float64(a) * math.Pi / 18000)
		if math.Abs(s-ws) > 4e-15 || math.Abs(c-wc) > 4e-15 {
			t.Fatalf("%d: sine %v cosine %v, library %v %v", a, s, c, ws, wc)
		}
	}
	for a, want := range map[Angle][2]float64{0: {0, 1}, 9000: {1, 0}, 18000: {0, -1}, 27000: {-1, 0}} {
		if s, c := a.sincos(); s != want[0] || c != want[1] {
			t.Errorf("%d: sine %v cosine %v", a, s, c)
		}
	}
	for _, a := range []Angle{30 * Degree, 150 * Degree, 210 * Degree, 330 * Degree} {
		if s, _ := a.sincos(); math.Abs(s) != 0.5 {
			t.Errorf("sine of %d is %v", a, s)
		}
		if _, c := (a + 90*Degree).sincos(); math.Abs(c) != 0.5 {
			t.Errorf("cosine of %d is %v", a+90*Degree, c)
		}
	}
}
