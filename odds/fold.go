package odds

import (
	"context"
	"math/big"

	"umpire/procedure"
)

// Fold returns the distribution of what can be told of a pool of dice once it is sorted: the sum
// of the best three, the number of pairs, the longest run. It looks at no throw one by one.
//
// The values that the dice can show are taken from the highest down. For every value that at
// least one die shows, next is called once with the value and the number of dice that show it,
// and puts into the state what they mean. Equal states are merged, so a state should hold no
// more than the rule needs. When next returns false, the lower dice do not matter any more and
// the state is final.
//
//	// The sum of the best three of four d6.
//	type best struct{ kept, sum int }
//	odds.Fold(ctx, odds.Pool{N: 4, Die: odds.D(6)}, best{}, func(s *best, value, n int) bool {
//		n = min(n, 3-s.kept)
//		s.kept += n
//		s.sum += n * value
//		return s.kept < 3
//	}, odds.Options{})
//
// The state must be plain (procedure.Plain). Like the functions of a procedure, next may look at
// nothing but its arguments and what was fixed before. Fold ends with a *PoolError for a pool
// that cannot be thrown, a *LimitError when a bound is passed, and with the context's error when
// it is cancelled.
func Fold[S comparable](ctx context.Context, p Pool, start S, next func(s *S, value, n int) bool, opt Options) (*Dist[S], error) {
	return fold(ctx, [2]Pool{p, nothing}, start, func(s *S, value, n, _ int) bool { return next(s, value, n) }, opt)
}

// FoldTwo is Fold for two pools that are sorted and then compared, die against die: next gets how
// many dice of the first and of the second pool show the value, at least one of them in all. The
// pools may hold different dice.
func FoldTwo[S comparable](ctx context.Context, a, b Pool, start S, next func(s *S, value, na, nb int) bool, opt Options) (*Dist[S], error) {
	return fold(ctx, [2]Pool{a, b}, start, next, opt)
}

// folder is one walk down the values of up to two pools. Its cells hold the states by the number
// of dice of each pool that show a lower value than those taken so far. The weight of a state is
// that of the dice shown alone, so that a value which no die shows changes nothing, and the
// states of a cell may stay where they are.
type folder[S comparable] struct {
	ctx    context.Context
	opt    Options
	next   func(*S, int, int, int) bool
	pools  [2]walk
	cells  []*frontier[S] // of l dice and m dice left: l·(N of the second + 1) + m; nil until used
	memory *scratch[S]
	state  S
	held   int // states in all cells
	tick   int
	stats  Stats
	t1     big.Int
	t2     big.Int
	t3     big.Int
}

// nothing is the second pool where there is only one.
var nothing = Pool{Die: D(1)}

func fold[S comparable](ctx context.Context, ps [2]Pool, start S, next func(*S, int, int, int) bool, opt Options) (*Dist[S], error) {
	if err := procedure.Plain[S](); err != nil {
		return nil, err
	}
	if opt.MaxStates <= 0 {
		opt.MaxStates = DefaultStates
	}
	if opt.MaxPaths <= 0 {
		opt.MaxPaths = DefaultPaths
	}
	f := &folder[S]{ctx: ctx, opt: opt, next: next}
	for i, p := range ps {
		values, total, err := p.values()
		if err != nil {
			err.Pool = i
			return nil, err
		}
		// The second pool is gone through for every number of dice of the first.
		keep := 1
		if i == 1 {
			keep = p.N + 1
		}
		f.pools[i].start(p.N, keep, values, total, opt.Exact)
	}
	f.memory = borrow[S]()
	f.cells = make([]*frontier[S], (f.pools[0].n+1)*(f.pools[1].n+1))
	if err := f.run(start); err != nil {
		return nil, err
	}
	d := f.cell(0, 0).dist(opt.Exact, f.stats)
	for _, c := range f.cells {
		if c != nil {
			f.memory.release(c)
		}
	}
	giveBack(f.memory)
	return d, nil
}

func (f *folder[S]) run(start S) error {
	a, b := &f.pools[0], &f.pools[1]
	f.state = start
	f.t1.SetUint64(1)
	f.put(f.cell(a.n, b.n), 1, &f.t1)
	for a.more() || b.more() {
		value := max(a.top(), b.top())
		a.enter(value)
		b.enter(value)
		// Dice only leave their cell for one of fewer dice, which has been gone through before.
		for l := range a.n + 1 {
			for m := range b.n + 1 {
				from := f.cells[l*(b.n+1)+m]
				if l+m == 0 || from == nil || len(from.states) == 0 {
					continue
				}
				if err := f.show(value, l, m); err != nil {
					return err
				}
				if l > 0 && a.last || m > 0 && b.last {
					f.held -= len(from.states) // no value is left for these dice
					from.reset()
				}
			}
		}
	}
	f.cell(0, 0).den.Mul(a.whole(), b.whole())
	return nil
}

func (f *folder[S]) cell(l, m int) *frontier[S] {
	c := &f.cells[l*(f.pools[1].n+1)+m]
	if *c == nil {
		*c = f.memory.take()
	}
	return *c
}

// show lets every possible number of the l and m dice of a cell show the value.
func (f *folder[S]) show(value, l, m int) error {
	a, b := &f.pools[0], &f.pools[1]
	rowA, rowB := a.row(l), b.row(m)
	for na := a.least(l); na <= a.most(l); na++ {
		for nb := b.least(m); nb <= b.most(m); nb++ {
			if na+nb == 0 {
				continue
			}
			if f.opt.Exact {
				f.t1.Mul(&rowA.num[na], &rowB.num[nb])
			}
			if err := f.move(value, l, m, na, nb, float64(rowA.p[na]*rowB.p[nb])); err != nil {
				return err
			}
		}
	}
	return nil
}

// move takes the states of the cell of l and m dice on when na and nb of them show the value, the
// weight of which is p, and exactly t1.
func (f *folder[S]) move(value, l, m, na, nb int, p float64) error {
	from, to, final := f.cell(l, m), f.cell(l-na, m-nb), f.cell(0, 0)
	// The weight of a state that is final although dice are left: these show anything lower.
	free, known := 0.0, false
	for i := range from.states {
		f.state = from.states[i]
		if f.next(&f.state, value, na, nb) || to == final {
			f.put(to, float64(from.p[i]*p), f.exactly(from, i, &f.t1))
			continue
		}
		if !known {
			known = true
			x, y := f.pools[0].lower(l-na), f.pools[1].lower(m-nb)
			free = float64(p * float64(x.p*y.p))
			if f.opt.Exact {
				f.t3.Mul(&f.t1, f.t3.Mul(&x.num, &y.num))
			}
		}
		f.put(final, float64(from.p[i]*free), f.exactly(from, i, &f.t3))
	}
	f.stats.Paths += len(from.states)
	f.stats.States = max(f.stats.States, f.held)
	switch {
	case f.held > f.opt.MaxStates:
		return &LimitError{"fold", "states", f.opt.MaxStates, f.held, f.stats.Paths}
	case f.stats.Paths > f.opt.MaxPaths:
		return &LimitError{"fold", "paths", f.opt.MaxPaths, f.held, f.stats.Paths}
	}
	if f.tick += len(from.states); f.tick >= 1024 {
		f.tick = 0
		return f.ctx.Err()
	}
	return nil
}

// exactly returns the exact weight of the i-th state times w, nil when only floats are wanted.
func (f *folder[S]) exactly(from *frontier[S], i int, w *big.Int) *big.Int {
	if !f.opt.Exact {
		return nil
	}
	return f.t2.Mul(&from.num[i], w)
}

// put adds weight to the state in f.state.
func (f *folder[S]) put(to *frontier[S], p float64, num *big.Int) {
	n := len(to.states)
	j := to.add(&f.state, f.opt.Exact)
	f.held += len(to.states) - n
	to.p[j] += p
	if f.opt.Exact {
		to.num[j].Add(&to.num[j], num)
	}
}
