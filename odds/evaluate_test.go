package odds_test

import (
	"context"
	"math/big"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"umpire/dice"
	"umpire/odds"
	"umpire/procedure"
)

func self(s tiny) any { return s }

// TestEvaluateAgainstEveryWay holds random procedures against carrying them out in every way.
func TestEvaluateAgainstEveryWay(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		ops, p := newLot(rt).procedure()
		x := &reading{most: 20_000}
		want := x.ends(ops, p.Start)
		if x.over() {
			rt.Skip("too many ways")
		}
		d, err := odds.Evaluate(context.Background(), p, exact)
		if err != nil {
			rt.Fatal(err)
		}
		if got := read(rt, d, self); got.String() != want.String() {
			rt.Fatalf("got\n%vwant\n%v", got, want)
		}
		d, err = odds.Evaluate(context.Background(), p, odds.Options{Exact: true, Whole: true})
		if err != nil {
			rt.Fatal(err)
		}
		if got := read(rt, d, self); got.String() != want.String() {
			rt.Fatalf("without scopes: got\n%vwant\n%v", got, want)
		}
	})
}

// identical says whether two evaluations agree in every bit and in order.
func identical(a, b *odds.Dist[tiny]) bool {
	same := func(x, y *big.Int) bool { return x.Cmp(y) == 0 }
	return slices.Equal(a.States, b.States) && slices.Equal(a.P, b.P) && slices.EqualFunc(a.Num, b.Num, same) &&
		same(a.Den, b.Den) && a.Stats == b.Stats
}

// TestEvaluateIsDetermined evaluates several procedures one by one, then again in another order
// in memory that the others have used, then all at once in several goroutines.
func TestEvaluateIsDetermined(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var ps []*procedure.Procedure[tiny]
		var first []*odds.Dist[tiny]
		for range 3 {
			_, p := newLot(rt).procedure()
			d, err := odds.Evaluate(context.Background(), p, exact)
			if err != nil {
				rt.Fatal(err)
			}
			ps, first = append(ps, p), append(first, d)
		}
		again := func(i int) bool {
			floats, err := odds.Evaluate(context.Background(), ps[i], odds.Options{})
			if err != nil || !slices.Equal(floats.States, first[i].States) || !slices.Equal(floats.P, first[i].P) {
				return false
			}
			d, err := odds.Evaluate(context.Background(), ps[i], exact)
			return err == nil && identical(d, first[i])
		}
		for i := range slices.Backward(ps) {
			if !again(i) {
				rt.Fatal("another result the second time")
			}
		}
		var all sync.WaitGroup
		ok := make([]bool, 2*len(ps))
		for k := range ok {
			all.Go(func() { ok[k] = again(k % len(ps)) })
		}
		all.Wait()
		if slices.Contains(ok, false) {
			rt.Fatal("another result beside others")
		}
	})
}

// gathered is what one or two rolls have come to, and how many dice there were before.
type gathered struct {
	O    dice.Outcome
	Dice int16
}

// with adds the outcome of a further roll of the same reading.
func (g *gathered) with(r dice.Roll, o dice.Outcome) {
	if r.N == 0 {
		return
	}
	for c, n := range o.Counts {
		g.O.Counts[c] += n
	}
	switch r.Read {
	case dice.Total:
		g.O.Value += o.Value
	case dice.Best:
		g.O.Value = max(g.O.Value, o.Value)
	case dice.Worst:
		if g.Dice == 0 || o.Value < g.O.Value {
			g.O.Value = o.Value
		}
	case dice.Which:
		g.O.Value |= o.Value << g.Dice
	}
	g.Dice += r.N
}

// TestSplitRoll throws n dice at once, and a + b dice one after the other: it must not matter.
func TestSplitRoll(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := newLot(rt).roll(1)
		if r.Read == dice.Direction {
			rt.Skip("one pointer cannot be split")
		}
		r.N = int16(newLot(rt).num("n", 0, 8))
		a := r
		a.N = int16(newLot(rt).num("a", 0, int(r.N)))
		b := r
		b.N -= a.N
		throw := func(rolls ...dice.Roll) string {
			p := &procedure.Procedure[gathered]{Key: "split"}
			for _, r := range rolls {
				p.Steps = append(p.Steps, procedure.Step[gathered]{
					Key: "throw", Roll: func(*gathered) dice.Roll { return r },
					Then: func(g *gathered, o dice.Outcome, _ *procedure.Log) { g.with(r, o) },
				})
			}
			d, err := odds.Evaluate(context.Background(), p, exact)
			if err != nil {
				rt.Fatal(err)
			}
			return read(rt, d, func(g gathered) any { return g.O }).String()
		}
		if one, two := throw(r), throw(a, b); one != two {
			rt.Fatalf("at once\n%vone after the other\n%v", one, two)
		}
	})
}
