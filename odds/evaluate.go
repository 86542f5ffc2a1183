// Package odds evaluates procedures exactly: it follows every outcome of every roll, merges
// equal states after each step, and returns the probability of each final state.
package odds

import (
	"context"
	"fmt"
	"math/big"

	"umpire/dice"
	"umpire/procedure"
)

// Options bound and direct an evaluation. The zero value gives floats within the default bounds.
type Options struct {
	// Exact asks for fractions beside the floats.
	Exact bool
	// MaxStates bounds the states held at once; 0 means DefaultStates.
	MaxStates int
	// MaxPaths bounds the outcomes followed in all; 0 means DefaultPaths.
	MaxPaths int
	// Whole carries every block out from each state as it is, even one with a scope. The result is
	// the same; it is for the tests of scopes.
	Whole bool
}

const (
	// DefaultStates is the bound on states held at once.
	DefaultStates = 500_000
	// DefaultPaths is the bound on outcomes followed.
	DefaultPaths = 20_000_000
)

// LimitError says that an evaluation went over a bound, and at which step.
type LimitError struct {
	Step   string
	Bound  string // "states", "paths" or "outcomes" (of a single roll)
	Limit  int
	States int
	Paths  int
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("odds: step %q goes over the limit of %d %s", e.Step, e.Limit, e.Bound)
}

// Dist is an exact distribution over final states, in an order that depends on the procedure alone.
type Dist[S comparable] struct {
	States []S
	P      []float64
	Num    []*big.Int // numerators over Den; nil unless fractions were asked for
	Den    *big.Int
	Stats  Stats
}

// Stats tell the cost of an evaluation.
type Stats struct {
	Paths     int    `json:"paths"`     // outcomes followed
	States    int    `json:"states"`    // most states held at once
	WorstStep string `json:"worstStep"` // the step that followed most outcomes
	worst     int
}

// note takes down what one step has cost.
func (s *Stats) note(step string, paths, states int) {
	if paths > s.worst {
		s.worst, s.WorstStep = paths, step
	}
	s.States = max(s.States, states)
}

// Goal directs decisions: every decision of the side is taken so that the expected value is as
// large as possible, or as small when Least is set. An empty Side means both sides.
type Goal[S comparable] struct {
	Side  string
	Least bool
	Of    func(*S) int
}

// Evaluate returns the distribution of the final state. Decisions follow their policy. It ends
// with a *LimitError when a bound is passed, with a *RetryError for a block that can never end, and
// with the context's error when it is cancelled.
func Evaluate[S comparable](ctx context.Context, p *procedure.Procedure[S], opt Options) (*Dist[S], error) {
	return newEvaluator(ctx, p, opt).dist()
}

// EvaluateBest is Evaluate with the decisions of a side taken as the goal wants them.
func EvaluateBest[S comparable](ctx context.Context, p *procedure.Procedure[S], goal Goal[S], opt Options) (*Dist[S], error) {
	scout := newEvaluator(ctx, p, Options{MaxStates: opt.MaxStates, MaxPaths: opt.MaxPaths})
	scout.trace = &trace[S]{goal: goal}
	if _, err := scout.dist(); err != nil {
		return nil, err
	}
	e := newEvaluator(ctx, p, opt)
	e.picks = scout.trace.best()
	return e.dist()
}

type evaluator[S comparable] struct {
	*scratch[S]
	ctx   context.Context
	proc  *procedure.Procedure[S]
	opt   Options
	stats Stats
	state S
	rows  []*dice.Row
	trace *trace[S]
	picks map[pickAt[S]]int
	pause int // paths at which to check again
	t1    big.Int
	t2    big.Int
}

func newEvaluator[S comparable](ctx context.Context, p *procedure.Procedure[S], opt Options) *evaluator[S] {
	if opt.MaxStates <= 0 {
		opt.MaxStates = DefaultStates
	}
	if opt.MaxPaths <= 0 {
		opt.MaxPaths = DefaultPaths
	}
	return &evaluator[S]{ctx: ctx, proc: p, opt: opt, pause: min(1024, opt.MaxPaths), scratch: borrow[S]()}
}

func (e *evaluator[S]) dist() (*Dist[S], error) {
	if err := e.ctx.Err(); err != nil {
		return nil, err
	}
	in := e.take()
	e.state = e.proc.Start
	in.add(&e.state, e.opt.Exact)
	in.p[0] = 1
	if e.opt.Exact {
		in.num[0].SetUint64(1)
	}
	in.den.SetUint64(1)
	e.trace.open(in)
	out, err := e.block(e.proc.Steps, in, 0)
	if err != nil {
		return nil, err
	}
	e.trace.close(out)
	d := out.dist(e.opt.Exact, e.stats)
	e.release(out)
	giveBack(e.scratch)
	return d, nil
}

// block runs the steps on the frontier, which it consumes. The first of them is at place.
func (e *evaluator[S]) block(steps []procedure.Step[S], in *frontier[S], place int) (*frontier[S], error) {
	for i := range steps {
		st := &steps[i]
		var err error
		switch {
		case st.Steps != nil:
			in, err = e.inner(st, in, place)
		default:
			in, err = e.step(st, in, place)
		}
		if err != nil {
			return nil, err
		}
		if e.trace != nil || e.picks != nil {
			place += places(st)
		}
	}
	return in, nil
}

// inner runs a block of steps on the states that want it, once or again and again.
func (e *evaluator[S]) inner(st *procedure.Step[S], in *frontier[S], place int) (*frontier[S], error) {
	if st.If == nil {
		if st.Repeat {
			return nil, &RetryError{st.Key, "endless"}
		}
		return e.pass(st, in, place)
	}
	if st.Retry {
		return e.retry(st, in, place)
	}
	var parked []*frontier[S]
	for {
		wait, run := e.split(st.If, in)
		if len(run.states) == 0 {
			e.release(run)
			parked = append(parked, wait)
			break
		}
		if len(wait.states) > 0 {
			parked = append(parked, wait)
		} else {
			e.release(wait)
		}
		out, err := e.pass(st, run, place)
		if err != nil {
			return nil, err
		}
		if !st.Repeat {
			parked = append(parked, out)
			break
		}
		// A pass in which no step has anything to do counts as well, so that no loop is for ever.
		e.stats.Paths += len(out.states)
		if err := e.check(st.Key, out); err != nil {
			return nil, err
		}
		in = out
	}
	return e.join(st.Key, parked)
}

// split divides a frontier by a condition, keeping order; it consumes it.
func (e *evaluator[S]) split(cond func(*S) bool, in *frontier[S]) (no, yes *frontier[S]) {
	count := 0
	for i := range in.states {
		if cond(&in.states[i]) {
			count++
		}
	}
	switch count {
	case 0:
		return in, e.take()
	case len(in.states):
		return e.take(), in
	}
	no, yes = e.take(), e.take()
	no.den.Set(&in.den)
	yes.den.Set(&in.den)
	for i := range in.states {
		to := no
		if cond(&in.states[i]) {
			to = yes
		}
		e.state = in.states[i]
		j := to.add(&e.state, e.opt.Exact)
		to.p[j] = in.p[i]
		if e.opt.Exact {
			to.num[j].Set(&in.num[i])
		}
	}
	e.trace.split(cond, in, no, yes)
	e.release(in)
	return no, yes
}

// join merges frontiers in their order; it consumes them.
func (e *evaluator[S]) join(step string, fs []*frontier[S]) (*frontier[S], error) {
	if len(fs) == 1 {
		return fs[0], nil
	}
	out := e.take()
	if e.opt.Exact {
		out.den.SetUint64(1)
		for _, f := range fs {
			lcm(&out.den, &f.den)
		}
	}
	e.trace.begin(out)
	for _, f := range fs {
		if e.opt.Exact {
			e.t1.Quo(&out.den, &f.den)
		}
		for i := range f.states {
			e.state = f.states[i]
			j := out.add(&e.state, e.opt.Exact)
			out.p[j] += f.p[i]
			if e.opt.Exact {
				out.num[j].Add(&out.num[j], e.t2.Mul(&f.num[i], &e.t1))
			}
			e.trace.pass(f.node+i, j)
		}
	}
	e.trace.open(out)
	for _, f := range fs {
		e.release(f)
	}
	return out, e.check(step, out)
}

// check looks whether a bound is passed and, now and then, whether the context is done.
func (e *evaluator[S]) check(step string, f *frontier[S]) error {
	e.stats.States = max(e.stats.States, len(f.states))
	if len(f.states) > e.opt.MaxStates {
		return &LimitError{step, "states", e.opt.MaxStates, len(f.states), e.stats.Paths}
	}
	if e.stats.Paths > e.opt.MaxPaths {
		return &LimitError{step, "paths", e.opt.MaxPaths, len(f.states), e.stats.Paths}
	}
	if e.stats.Paths <= e.pause {
		return nil
	}
	e.pause = min(e.stats.Paths+1024, e.opt.MaxPaths)
	return e.ctx.Err()
}

var certain = dice.None().Distribution()

// step follows every outcome of one step from every state; it consumes the frontier.
func (e *evaluator[S]) step(st *procedure.Step[S], in *frontier[S], place int) (*frontier[S], error) {
	// The row of each state, nil where the step is skipped.
	e.rows = e.rows[:0]
	any := false
	for i := range in.states {
		if st.If != nil && !st.If(&in.states[i]) {
			e.rows = append(e.rows, nil)
			continue
		}
		any = true
		row := certain
		if st.Roll != nil {
			if r := st.Roll(&in.states[i]); r.N > 0 {
				if row = r.Distribution(); row == nil {
					return nil, &LimitError{st.Key, "outcomes", dice.MaxOutcomes, len(in.states), e.stats.Paths}
				}
			}
		}
		e.rows = append(e.rows, row)
	}
	if !any {
		return in, nil
	}
	out := e.take()
	if e.opt.Exact {
		e.commonDen(in, out)
	}
	e.trace.begin(out)
	before := e.stats.Paths
	for i, row := range e.rows {
		p := in.p[i]
		if e.opt.Exact {
			den := certain.Den
			if row != nil {
				den = row.Den
			}
			// weight over the common denominator: num · (out.den / in.den / row.den)
			e.t1.Quo(&out.den, &in.den)
			if den != certain.Den {
				e.t1.Quo(&e.t1, den)
			}
			e.t1.Mul(&e.t1, &in.num[i])
		}
		switch {
		case row == nil:
			e.state = in.states[i]
			e.trace.pass(in.node+i, e.spread(out, p, nil))
			e.stats.Paths++
		case st.Choose != nil:
			e.state = in.states[i]
			c := st.Choose(&e.state)
			pick := c.Policy
			if e.picks != nil {
				if best, ok := e.picks[pickAt[S]{place, in.states[i]}]; ok {
					pick = best
				}
			}
			if e.trace != nil {
				e.explore(st, pickAt[S]{place, in.states[i]}, in.node+i, c, out)
			} else {
				st.Then(&e.state, dice.Outcome{Value: int32(pick)}, nil)
				e.spread(out, p, nil)
			}
			e.stats.Paths += len(c.Options)
		default:
			if e.trace != nil {
				e.trace.chance(in.node+i, row)
			}
			for k := range row.Branches {
				br := &row.Branches[k]
				e.state = in.states[i]
				st.Then(&e.state, br.Outcome, nil)
				j := e.spread(out, float64(p*br.P), br.Num)
				if e.trace != nil {
					e.trace.branch(k, j)
				}
			}
			e.stats.Paths += len(row.Branches)
		}
		if len(out.states) > e.opt.MaxStates || e.stats.Paths > e.pause {
			if err := e.check(st.Key, out); err != nil {
				return nil, err
			}
		}
	}
	e.stats.note(st.Key, e.stats.Paths-before, len(out.states))
	e.trace.open(out)
	e.release(in)
	return out, nil
}

// spread adds weight p, and exactly t1 times num, to the state in e.state.
func (e *evaluator[S]) spread(out *frontier[S], p float64, num *big.Int) int {
	j := out.add(&e.state, e.opt.Exact)
	out.p[j] += p
	if e.opt.Exact {
		if num == nil {
			out.num[j].Add(&out.num[j], &e.t1)
		} else {
			out.num[j].Add(&out.num[j], e.t2.Mul(&e.t1, num))
		}
	}
	return j
}

// commonDen sets the denominator over which every row of the step can be added.
func (e *evaluator[S]) commonDen(in, out *frontier[S]) {
	var l big.Int
	l.SetUint64(1)
	var last *dice.Row
	for _, row := range e.rows {
		if row != nil && row != last {
			lcm(&l, row.Den)
			last = row
		}
	}
	out.den.Mul(&in.den, &l)
}

// lcm sets a to the least common multiple of a and b.
func lcm(a, b *big.Int) {
	if a.Cmp(b) == 0 {
		return
	}
	var g, r big.Int
	if r.Rem(a, b); r.Sign() == 0 {
		return
	}
	g.GCD(nil, nil, a, b)
	a.Quo(a, &g)
	a.Mul(a, b)
}
