package systemtest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"umpire/dice"
	"umpire/odds"
	"umpire/procedure"
	"umpire/system"
)

// maxPaths bounds the sequences of dice that are enumerated one by one.
const maxPaths = 150_000

var errTooMany = errors.New("too many dice to enumerate")

// odometer drives plays through every sequence of faces, one die after the other. It shares no
// code with the evaluator: it knows single dice only.
type odometer struct {
	faces []int16 // the faces of the current play
	dies  []die   // of which dice
	used  int
}

// die is the faces that one die can show: lo, lo+step, … hi.
type die struct{ lo, hi, step int16 }

func (d die) sides() int { return int(d.hi-d.lo)/int(d.step) + 1 }

func (d *odometer) Roll(_ procedure.At, r dice.Roll, h *dice.Hand) (dice.Outcome, error) {
	return h.Throw(r, d)
}

func (*odometer) Decide(_ procedure.At, c procedure.Choice) (int, error) { return c.Policy, nil }

// Throw implements dice.Thrower.
func (d *odometer) Throw(r dice.Roll, _ dice.Part, faces []int16) error {
	for i := range faces {
		if d.used == len(d.faces) {
			lo, hi, _ := r.Legal(0)
			next := die{int16(lo), int16(hi), 1}
			if r.Read == dice.Direction {
				next.step = 360 / r.Sides
			}
			d.faces, d.dies = append(d.faces, next.lo), append(d.dies, next)
		}
		faces[i] = d.faces[d.used]
		d.used++
	}
	return nil
}

// weight is the chance of the current sequence.
func (d *odometer) weight() float64 {
	w := 1.0
	for _, x := range d.dies {
		w /= float64(x.sides())
	}
	return w
}

// next goes to the following sequence; it returns false after the last.
func (d *odometer) next() bool {
	d.used = 0
	for n := len(d.faces); n > 0; n-- {
		if d.faces[n-1] < d.dies[n-1].hi {
			d.faces[n-1] += d.dies[n-1].step
			d.faces, d.dies = d.faces[:n], d.dies[:n]
			return true
		}
	}
	return false
}

// enumerate plays every sequence of dice and returns the chance of each combination of measures.
func enumerate(p system.Program) (map[string]float64, error) {
	got := map[string]float64{}
	final := p.Final()
	d := &odometer{}
	for n := 0; ; n++ {
		if n == maxPaths {
			return nil, errTooMany
		}
		values, err := final(d)
		if err != nil {
			return nil, err
		}
		got[fmt.Sprint(values)] += d.weight()
		if !d.next() {
			return got, nil
		}
	}
}

// testEnumeration compares the odds of a setup with the enumeration of all its dice, when these
// are few enough.
func testEnumeration(t *testing.T, s *system.Setup, done map[string]bool) {
	p := judge(t, s)
	if p == nil {
		return
	}
	got, err := enumerate(p)
	if errors.Is(err, errTooMany) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	res, err := p.Odds(context.Background(), nil, odds.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range res.Rows {
		key := fmt.Sprint(row.Values)
		if math.Abs(got[key]-row.P) > 1e-9 {
			t.Errorf("%v: odds %v, enumeration %v", row.Values, row.P, got[key])
		}
		delete(got, key)
	}
	for key, p := range got {
		t.Errorf("%s: the odds miss a result of chance %v", key, p)
	}
	done[s.Kind.ID] = true
}
