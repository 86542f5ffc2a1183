package odds_test

import (
	"context"
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"umpire/odds"
	"umpire/procedure"
)

// measured are the measures of a random procedure: a number, an inner one, an event, and a
// number that may be below zero.
var measured = []procedure.Measure[tiny]{
	{Key: "first", Of: func(s *tiny) int { return int(s.R[0]) }},
	{Key: "inner", Of: func(s *tiny) int { return int(s.R[2]) }, Inner: true},
	{Key: "event", Of: func(s *tiny) int { return int(s.R[1]) / 2 }, Event: true},
	{Key: "less", Of: func(s *tiny) int { return int(s.R[0]) - 2*int(s.R[2]) }},
}

// end is a final state and its chance, as met on one way.
type end struct {
	values []int
	p      *big.Rat
}

// counted is what a list of ends says of a condition, under another one.
func counted(ends []end, in, given func([]int) bool) (p *big.Rat, some, all bool) {
	p, whole := new(big.Rat), new(big.Rat)
	all = true
	for _, e := range ends {
		if !given(e.values) {
			continue
		}
		whole.Add(whole, e.p)
		if in(e.values) {
			p.Add(p, e.p)
			some = true
		} else {
			all = false
		}
	}
	return p.Quo(p, whole), some, all && some
}

func anything([]int) bool { return true }

// agree holds a chance against the count.
func agree(t *rapid.T, what string, c odds.Chance, ends []end, in, given func([]int) bool) {
	t.Helper()
	want, some, all := counted(ends, in, given)
	if c.Exact == nil || c.Exact.Cmp(want) != 0 || c.Never == some || c.Always != all {
		t.Fatalf("%s: %+v, want %v (some %v, all %v)", what, c, want, some, all)
	}
	f, _ := want.Float64()
	if math.Abs(c.P-f) > 1e-12 || c.P == 0 != c.Never || c.Always && c.P != 1 {
		t.Fatalf("%s: float %v, want %v", what, c.P, f)
	}
}

// TestMeasures holds joint rows, chances, bars, means and conditions of random procedures against
// sums over all ways of carrying them out.
func TestMeasures(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		l := newLot(rt)
		ops, p := l.procedure()
		p.Measures = measured
		var ends []end
		x := &reading{most: 3000}
		x.run(ops, "", p.Start, big.NewRat(1, 1), func(s tiny, q *big.Rat) {
			e := end{p: q}
			for _, m := range measured {
				if !m.Inner {
					e.values = append(e.values, m.Of(&s))
				}
			}
			ends = append(ends, e)
		})
		if x.over() {
			rt.Skip("too many ways")
		}
		r, err := odds.Measure(context.Background(), p, nil, exact)
		if err != nil {
			rt.Fatal(err)
		}
		if r.Index("first") != 0 || r.Index("event") != 1 || r.Index("less") != 2 || r.Index("inner") != -1 || !r.Measures[1].Event {
			rt.Fatalf("measures %+v", r.Measures)
		}
		examine(rt, r, ends, anything)
		k, v := l.num("measure", 0, 2), l.num("value", -6, 3)
		given := func(vs []int) bool { return vs[k] >= v }
		under := r.Where(given)
		if _, some, _ := counted(ends, given, anything); !some {
			if under != nil {
				rt.Fatal("a view of what cannot be")
			}
			return
		}
		examine(rt, under, ends, given)
		also := func(vs []int) bool { return given(vs) && vs[1] == 0 }
		if twice := under.Where(func(vs []int) bool { return vs[1] == 0 }); twice != nil {
			examine(rt, twice, ends, also)
		}
	})
}

// examine holds a result against the ends that meet a condition.
func examine(t *rapid.T, r *odds.Result, ends []end, given func([]int) bool) {
	t.Helper()
	byValues := func(a, b odds.Row) int { return slices.Compare(a.Values, b.Values) }
	if !slices.IsSortedFunc(r.Rows, byValues) {
		t.Fatal("the rows are not sorted")
	}
	for i, row := range r.Rows {
		if i > 0 && byValues(r.Rows[i-1], row) == 0 {
			t.Fatalf("the row %v stands twice", row.Values)
		}
		this := func(vs []int) bool { return slices.Equal(vs, row.Values) }
		agree(t, "row", r.Chance(this), ends, this, given)
	}
	agree(t, "everything", r.Chance(anything), ends, anything, given)
	nothing := func([]int) bool { return false }
	agree(t, "nothing", r.Chance(nothing), ends, nothing, given)
	for i := range r.Measures {
		var values []int
		mean, whole := new(big.Rat), new(big.Rat)
		for _, e := range ends {
			if given(e.values) {
				values = append(values, e.values[i])
				whole.Add(whole, e.p)
				mean.Add(mean, new(big.Rat).Mul(e.p, big.NewRat(int64(e.values[i]), 1)))
			}
		}
		mean.Quo(mean, whole)
		slices.Sort(values)
		values = slices.Compact(values)
		bars := r.Bars(i)
		if len(bars) != len(values) {
			t.Fatalf("%d bars for the values %v", len(bars), values)
		}
		for k, v := range values {
			if bars[k].Value != v {
				t.Fatalf("bar %d is of %d, want %d", k, bars[k].Value, v)
			}
			agree(t, "exactly", bars[k].Exactly, ends, func(vs []int) bool { return vs[i] == v }, given)
			agree(t, "at least", bars[k].AtLeast, ends, func(vs []int) bool { return vs[i] >= v }, given)
		}
		m := r.Mean(i)
		f, _ := mean.Float64()
		if m.Exact == nil || m.Exact.Cmp(mean) != 0 || math.Abs(m.Value-f) > 1e-11 {
			t.Fatalf("mean %v and %v, want %v", m.Value, m.Exact, mean)
		}
	}
}

// TestMeasureForGoal holds that a goal reaches the decisions and that floats need no fractions.
func TestMeasureForGoal(t *testing.T) {
	pick := op{kind: "decide", pick: procedure.Choice{Key: "k", Options: []string{"a", "b", "c"}}}
	pick.then.per[0] = 1
	p := &procedure.Procedure[tiny]{Key: "pick", Steps: steps([]op{pick}), Measures: measured}
	for least, want := range map[bool]float64{false: 2, true: 0} {
		goal := &odds.Goal[tiny]{Least: least, Of: func(s *tiny) int { return int(s.R[0]) }}
		r, err := odds.Measure(context.Background(), p, goal, odds.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if m := r.Mean(0); m.Value != want || m.Exact != nil || r.Rows[0].Exact != nil {
			t.Errorf("least %v: %+v, want %v", least, m, want)
		}
	}
}
