package odds

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"umpire/procedure"
)

// Chance is a probability. Never and Always are true only of what cannot and of what must
// happen, whatever the float says.
type Chance struct {
	P      float64
	Exact  *big.Rat // nil unless fractions were asked for
	Never  bool
	Always bool
}

// Measured names a measure of a result.
type Measured struct {
	Key   string `json:"key"`
	Event bool   `json:"event,omitempty"`
}

// Row is one combination of the values of all measures, with its probability.
type Row struct {
	Values []int
	P      float64
	Exact  *big.Rat
}

// Result is the joint distribution of the measures of a procedure. Its rows are sorted by value.
type Result struct {
	Measures []Measured
	Rows     []Row
	Stats    Stats
	// total is the probability that the rows hold between them: 1 unless conditioned.
	total Row
}

// Measure evaluates the procedure and reads its measures off every final state. With a goal the
// decisions of its side are taken as the goal wants them.
func Measure[S comparable](ctx context.Context, p *procedure.Procedure[S], goal *Goal[S], opt Options) (*Result, error) {
	var d *Dist[S]
	var err error
	if goal != nil {
		d, err = EvaluateBest(ctx, p, *goal, opt)
	} else {
		d, err = Evaluate(ctx, p, opt)
	}
	if err != nil {
		return nil, err
	}
	r := &Result{Stats: d.Stats}
	var of []func(*S) int
	for _, m := range p.Measures {
		if !m.Inner {
			r.Measures = append(r.Measures, Measured{m.Key, m.Event})
			of = append(of, m.Of)
		}
	}
	index := map[string]int{}
	key := make([]byte, 0, 64)
	var nums []*big.Int
	for i := range d.States {
		values := make([]int, len(of))
		key = key[:0]
		for k, f := range of {
			values[k] = f(&d.States[i])
			v := uint64(values[k])
			for range 8 {
				key = append(key, byte(v))
				v >>= 8
			}
		}
		j, ok := index[string(key)]
		if !ok {
			j = len(r.Rows)
			index[string(key)] = j
			r.Rows = append(r.Rows, Row{Values: values})
			nums = append(nums, new(big.Int))
		}
		r.Rows[j].P += d.P[i]
		if d.Num != nil {
			nums[j].Add(nums[j], d.Num[i])
		}
	}
	if d.Num != nil {
		for j := range r.Rows {
			r.Rows[j].Exact = new(big.Rat).SetFrac(nums[j], d.Den)
		}
	}
	slices.SortFunc(r.Rows, func(a, b Row) int { return slices.Compare(a.Values, b.Values) })
	r.total = r.sum(func(Row) bool { return true })
	return r, nil
}

func (r *Result) sum(in func(Row) bool) Row {
	var t Row
	for _, row := range r.Rows {
		if in(row) {
			t.P += row.P
			if row.Exact != nil {
				if t.Exact == nil {
					t.Exact = new(big.Rat)
				}
				t.Exact.Add(t.Exact, row.Exact)
			}
		}
	}
	return t
}

// Index returns the place of a measure in Values, or -1.
func (r *Result) Index(key string) int {
	return slices.IndexFunc(r.Measures, func(m Measured) bool { return m.Key == key })
}

// Chance returns the probability of the rows for which in is true.
func (r *Result) Chance(in func(values []int) bool) Chance {
	some, all := false, true
	t := r.sum(func(row Row) bool {
		ok := in(row.Values)
		some, all = some || ok, all && ok
		return ok
	})
	c := Chance{P: t.P / r.total.P, Never: !some, Always: all && some}
	switch {
	case c.Never:
		c.P = 0
	case c.Always:
		c.P = 1
	}
	if r.total.Exact != nil {
		c.Exact = new(big.Rat)
		if t.Exact != nil {
			c.Exact.Quo(t.Exact, r.total.Exact)
		}
	}
	return c
}

// Where returns the result under a condition, or nil when the condition cannot occur.
func (r *Result) Where(in func(values []int) bool) *Result {
	out := &Result{Measures: r.Measures, Stats: r.Stats}
	for _, row := range r.Rows {
		if in(row.Values) {
			out.Rows = append(out.Rows, row)
		}
	}
	if len(out.Rows) == 0 {
		return nil
	}
	out.total = out.sum(func(Row) bool { return true })
	return out
}

// Bar is one value of a measure with the probability of exactly it, and of it or more.
type Bar struct {
	Value   int
	Exactly Chance
	AtLeast Chance
}

// Bars returns the distribution of the i-th measure in ascending order of its values.
func (r *Result) Bars(i int) []Bar {
	values := make([]int, 0, 16)
	for _, row := range r.Rows {
		values = append(values, row.Values[i])
	}
	slices.SortFunc(values, cmp.Compare[int])
	values = slices.Compact(values)
	bars := make([]Bar, len(values))
	for k, v := range values {
		bars[k] = Bar{
			Value:   v,
			Exactly: r.Chance(func(vs []int) bool { return vs[i] == v }),
			AtLeast: r.Chance(func(vs []int) bool { return vs[i] >= v }),
		}
	}
	return bars
}

// Mean is an expected value, exact when fractions were asked for.
type Mean struct {
	Value float64
	Exact *big.Rat
}

// Mean returns the expected value of the i-th measure.
func (r *Result) Mean(i int) Mean {
	var m Mean
	for _, row := range r.Rows {
		m.Value += float64(row.P * float64(row.Values[i]))
	}
	m.Value /= r.total.P
	if r.total.Exact != nil {
		m.Exact = new(big.Rat)
		for _, row := range r.Rows {
			m.Exact.Add(m.Exact, new(big.Rat).Mul(row.Exact, big.NewRat(int64(row.Values[i]), 1)))
		}
		m.Exact.Quo(m.Exact, r.total.Exact)
	}
	return m
}
