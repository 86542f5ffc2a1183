package odds_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"umpire/dice"
	"umpire/odds"
	"umpire/procedure"
)

// chiSquare is Pearson's sum over the final states of a procedure, whose chances are d, for what
// n plays of the given seed came to, and its degrees of freedom. States that are expected less
// than five times are counted together.
func chiSquare[S comparable](t *testing.T, p *procedure.Procedure[S], d *odds.Dist[S], n int, seed uint64) (sum float64, free int) {
	t.Helper()
	player := procedure.NewPlayer(p)
	r := procedure.Random{Dice: dice.NewRandom(seed)}
	met := map[S]float64{}
	for range n {
		s, err := player.Play(r, nil)
		if err != nil {
			t.Fatal(err)
		}
		met[*s]++
	}
	var rareMet, rareWant, known float64
	for i, s := range d.States {
		known += met[s]
		if want := d.P[i] * float64(n); want >= 5 {
			sum += (met[s] - want) * (met[s] - want) / want
			free++
		} else {
			rareMet, rareWant = rareMet+met[s], rareWant+want
		}
	}
	if known != float64(n) {
		t.Fatalf("%v of %d plays ended in states that the odds do not have", float64(n)-known, n)
	}
	if rareWant >= 5 {
		sum += (rareMet - rareWant) * (rareMet - rareWant) / rareWant
		free++
	}
	return sum, free - 1
}

// chiLimit is the value that the sum passes once in ten thousand times (Wilson and Hilferty).
func chiLimit(free int) float64 {
	k := float64(free)
	x := 1 - 2/(9*k) + 3.719*math.Sqrt(2/(9*k))
	return k * x * x * x
}

func holdPlays[S comparable](t *testing.T, name string, p *procedure.Procedure[S]) {
	t.Helper()
	d, err := odds.Evaluate(context.Background(), p, odds.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sum, free := chiSquare(t, p, d, 50_000, 20_251)
	if free < 1 || sum > chiLimit(free) {
		t.Errorf("%s: chi-square %.1f with %d degrees of freedom, at most %.1f expected", name, sum, free, chiLimit(free))
	}
}

// TestChiSquareTells tries the test itself: odds that are 3 % off in two states must not pass.
func TestChiSquareTells(t *testing.T) {
	p := peers()["W4"].proc
	d := evaluate(t, &p, false)
	i, j := 0, 1
	for k, q := range d.P {
		switch {
		case q > d.P[i]:
			i, j = k, i
		case q > d.P[j] && k != i:
			j = k
		}
	}
	shift := 0.03 * d.P[j]
	d.P[i] -= shift
	d.P[j] += shift
	if sum, free := chiSquare(t, &p, d, 400_000, 20_251); sum < chiLimit(free) {
		t.Errorf("chi-square %.1f with %d degrees of freedom does not tell wrong odds", sum, free)
	}
}

// TestPlaysAgainstOdds holds fifty thousand plays with random dice against the odds: the
// workloads of the peers, and one roll of every reading. The seed is fixed.
func TestPlaysAgainstOdds(t *testing.T) {
	for name, p := range peers() {
		holdPlays(t, name, &p.proc)
	}
	d10 := dice.Roll{N: 3, Sides: 10, Read: dice.Total}
	for i, r := range []dice.Roll{
		dice.Count(8, 4), dice.Count(8, 4).RerollingMisses(), dice.Count(8, 5).Rerolling(1, 2),
		dice.Count(8, 5).Chaining(), dice.Count(6, 3).Rerolling(1).Chaining(), dice.Table(3, [6]uint8{0, 1, 1, 2, 2, 3}),
		dice.Sum(3), dice.Sum(2).Rerolling(1, 6), d10, d10.Rerolling(10), dice.KeepBest(3), dice.KeepWorst(3),
		dice.KeepWorst(2).Rerolling(1), dice.WhichOf(4, 5), dice.WhichOf(3, 4).RerollingMisses(), dice.Bearing(8), dice.Bearing(360),
	} {
		holdPlays(t, fmt.Sprintf("roll %d", i), &procedure.Procedure[gathered]{Key: "roll", Steps: []procedure.Step[gathered]{{
			Key: "throw", Roll: func(*gathered) dice.Roll { return r },
			Then: func(g *gathered, o dice.Outcome, _ *procedure.Log) { g.O = o },
		}}})
	}
}
