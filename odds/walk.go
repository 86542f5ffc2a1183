package odds

import (
	"math"
	"math/big"
)

// walk is one pool of a fold on its way from the highest value of its dice to the lowest.
type walk struct {
	n      int
	exact  bool
	values []shown // those still to come, highest first
	total  *big.Int

	here   bool // the dice have the value being taken
	last   bool // they have none that is lower
	weight big.Int
	below  big.Int // sum of the weights of the values still to come
	p      float64 // weight over total

	at   int // counts the values taken
	rows []weights
	free []weight // of dice that show any lower value, by their number; made when asked for
	has  int      // the value, as at counts them, for which free holds
}

// weight is the chance of something, and exactly its numerator.
type weight struct {
	p   float64
	num big.Int
}

// weights are the chances that 0, 1, 2 … of the l dice left show the value; the others may show
// anything or nothing, and are not counted.
type weights struct {
	l, at int // of what they are
	p     []float64
	num   []big.Int
}

// start sets the walk before its first value. It keeps the weights of that many rows at a time.
func (w *walk) start(n, keep int, values []shown, total *big.Int, exact bool) {
	w.n, w.exact, w.values, w.total = n, exact, values, total
	w.below.Set(total)
	w.rows = make([]weights, keep)
}

// more says whether dice of the pool have values still to come.
func (w *walk) more() bool { return w.n > 0 && len(w.values) > 0 }

// top is the next value.
func (w *walk) top() int {
	if !w.more() {
		return math.MinInt
	}
	return w.values[0].value
}

// enter goes on to a value that is no lower than top.
func (w *walk) enter(value int) {
	w.at++
	w.here = w.more() && w.values[0].value == value
	if w.here {
		w.weight.Set(w.values[0].weight)
		w.below.Sub(&w.below, &w.weight)
		w.p = fraction(&w.weight, w.total)
		w.values = w.values[1:]
	}
	w.last = len(w.values) == 0
}

// fraction returns a/b, correctly rounded.
func fraction(a, b *big.Int) float64 {
	p, _ := new(big.Rat).SetFrac(a, b).Float64()
	return p
}

// least and most bound how many of l dice can show the value, when all that have shown no higher
// one must show one at last.
func (w *walk) least(l int) int {
	if w.here && w.last {
		return l
	}
	return 0
}

func (w *walk) most(l int) int {
	if w.here {
		return l
	}
	return 0
}

// row returns the weights of l dice at the value.
func (w *walk) row(l int) *weights {
	r := &w.rows[l%len(w.rows)]
	if r.l == l && r.at == w.at {
		return r
	}
	r.l, r.at, r.p = l, w.at, append(r.p[:0], 1)
	if w.exact {
		r.num = zeros(r.num, w.most(l)+1)
		r.num[0].SetUint64(1)
	}
	var x big.Int
	for n := 1; n <= w.most(l); n++ {
		// C(l, n)·pⁿ from C(l, n−1)·pⁿ⁻¹
		r.p = append(r.p, float64(r.p[n-1]*float64(w.p*float64(l-n+1)))/float64(n))
		if w.exact {
			r.num[n].Mul(&r.num[n-1], x.SetUint64(uint64(l-n+1)))
			r.num[n].Mul(&r.num[n], &w.weight)
			r.num[n].Quo(&r.num[n], x.SetUint64(uint64(n)))
		}
	}
	return r
}

// zeros returns n integers, with their memory kept.
func zeros(s []big.Int, n int) []big.Int {
	if cap(s) < n {
		return make([]big.Int, n)
	}
	return s[:n]
}

// lower returns the weight of l dice that all show values still to come.
func (w *walk) lower(l int) *weight {
	if w.has == w.at {
		return &w.free[l]
	}
	w.has = w.at
	if w.free == nil {
		w.free = make([]weight, w.n+1)
	}
	w.free[0].p = 1
	w.free[0].num.SetUint64(1)
	p := fraction(&w.below, w.total)
	for k := 1; k <= w.n; k++ {
		w.free[k].p = float64(w.free[k-1].p * p)
		if w.exact {
			w.free[k].num.Mul(&w.free[k-1].num, &w.below)
		}
	}
	return &w.free[l]
}

// whole is the number of ways in which all dice of the pool can fall.
func (w *walk) whole() *big.Int {
	return new(big.Int).Exp(w.total, big.NewInt(int64(w.n)), nil)
}
