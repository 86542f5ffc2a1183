package systemtest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"umpire/dice"
	"umpire/odds"
	"umpire/procedure"
	"umpire/system"
)

// maxPaths bounds the sequences of dice that are enumerated one by one.
const maxPaths = 150_000

// maxEndless is the number of dice after which a play of a procedure without a bound is cut off.
const maxEndless = 8

var (
	errTooMany = errors.New("too many dice to enumerate")
	errCut     = errors.New("play cut off")
)

// odometer drives plays through every sequence of faces, one die after the other. It shares no
// code with the evaluator: it knows single dice only.
type odometer struct {
	faces []int16 // the faces of the current play
	dies  []die   // of which dice
	used  int
	limit int // dice after which a play is cut off; 0 for none
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
		if d.limit > 0 && d.used == d.limit {
			return errCut
		}
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
// Of a procedure that may go on for ever it returns the chance of the plays that were cut off, too.
func enumerate(p system.Program) (got map[string]float64, cut float64, err error) {
	got = map[string]float64{}
	final := p.Final()
	d := &odometer{}
	if endless(p.Flow()) {
		d.limit = maxEndless
	}
	for n := 0; ; n++ {
		if n == maxPaths {
			return nil, 0, errTooMany
		}
		values, err := final(d)
		switch {
		case errors.Is(err, errCut):
			cut += d.weight()
		case err != nil:
			return nil, 0, err
		default:
			got[fmt.Sprint(values)] += d.weight()
		}
		if !d.next() {
			return got, cut, nil
		}
	}
}

// endless says whether the steps hold a block without a bound on its passes.
func endless(steps []procedure.Node) bool {
	return slices.ContainsFunc(steps, func(n procedure.Node) bool { return n.Retry || endless(n.Steps) })
}

// size estimates how many sequences of dice a procedure has: the mean over random plays of the
// number of sequences as long as the play (Knuth's estimate of the size of a tree).
func size(p system.Program) (float64, error) {
	const tries = 32
	rnd := dice.NewRandom(11)
	sum := 0.0
	for range tries {
		var rec procedure.Record
		if err := p.Play(procedure.Random{Dice: rnd}, &rec); err != nil {
			return 0, err
		}
		n := 1.0
		for _, e := range rec.Entries {
			if e.Roll != nil {
				n *= math.Pow(float64(e.Roll.Ask.Sides), float64(len(e.Roll.Faces)+len(e.Roll.Reroll)+len(e.Roll.Extra)))
			}
		}
		sum += n
	}
	return sum / tries, nil
}

// testEnumeration compares the odds of a setup with the enumeration of all its dice, when these
// are few enough.
func testEnumeration(t *testing.T, s *system.Setup, done map[string]bool) {
	p := judge(t, s)
	if p == nil {
		return
	}
	// Most cases are far too large, which their enumeration would find out only at its end.
	if n, err := size(p); err != nil {
		t.Fatal(err)
	} else if n > 3*maxPaths && !endless(p.Flow()) {
		return
	}
	got, cut, err := enumerate(p)
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
		if d := row.P - got[key]; d < -1e-9 || d > cut+1e-9 {
			t.Errorf("%v: odds %v, enumeration %v", row.Values, row.P, got[key])
		}
		delete(got, key)
	}
	for key, p := range got {
		t.Errorf("%s: the odds miss a result of chance %v", key, p)
	}
	done[s.Kind.ID] = true
}
