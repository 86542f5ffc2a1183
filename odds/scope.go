package odds

import (
	"fmt"

	"umpire/procedure"
)

// ScopeError says that the scope of a block is not what its steps have to do with: they change
// something outside of it, or putting a part back where it was taken from changes the whole.
type ScopeError struct {
	Step  string
	Fault string // "outside" or "not-put-back"
}

func (e *ScopeError) Error() string {
	return fmt.Sprintf("odds: block %q does not keep to its scope (%s)", e.Step, e.Fault)
}

// pass carries the steps of a block out once: for all states in one go, or, where the block has a
// scope, for each different part alone, the ends of which are then put into every state that has
// this part. It consumes the frontier. Decisions may depend on what follows, and so on the whole
// state: where the best ones are sought, the block is carried out in one go.
func (e *evaluator[S]) pass(st *procedure.Step[S], in *frontier[S], place int) (*frontier[S], error) {
	if st.Scope == nil || e.opt.Whole || e.trace != nil || e.picks != nil {
		return e.block(st.Steps, in, place+1)
	}
	parts := e.take()
	var first []int // of the states with each part
	of := make([]int, len(in.states))
	var whole S
	for i := range in.states {
		e.state = st.Scope.Of(&in.states[i])
		of[i] = parts.add(&e.state, false)
		if of[i] == len(first) {
			first = append(first, i)
		}
		whole = in.states[i]
		if st.Scope.Put(&whole, &e.state); whole != in.states[i] {
			return nil, &ScopeError{st.Key, "not-put-back"}
		}
	}
	ends := make([]*frontier[S], len(first))
	out := e.take()
	out.den.SetUint64(1)
	for k := range ends {
		one := e.take()
		e.state = parts.states[k]
		one.add(&e.state, e.opt.Exact)
		one.p[0] = 1
		if e.opt.Exact {
			one.num[0].SetUint64(1)
		}
		one.den.SetUint64(1)
		var err error
		if ends[k], err = e.block(st.Steps, one, place+1); err != nil {
			return nil, err
		}
		for i := range ends[k].states {
			e.state = in.states[first[k]]
			st.Scope.Put(&e.state, &ends[k].states[i])
			if st.Scope.Of(&e.state) != ends[k].states[i] {
				return nil, &ScopeError{st.Key, "outside"}
			}
		}
		if e.opt.Exact {
			lcm(&out.den, &ends[k].den)
		}
	}
	out.den.Mul(&out.den, &in.den)
	before := e.stats.Paths
	for i := range in.states {
		f := ends[of[i]]
		if e.opt.Exact {
			e.t1.Quo(&out.den, &in.den)
			e.t1.Quo(&e.t1, &f.den)
			e.t1.Mul(&e.t1, &in.num[i])
		}
		for k := range f.states {
			e.state = in.states[i]
			st.Scope.Put(&e.state, &f.states[k])
			if e.opt.Exact {
				e.spread(out, float64(in.p[i]*f.p[k]), &f.num[k])
			} else {
				e.spread(out, float64(in.p[i]*f.p[k]), nil)
			}
		}
		e.stats.Paths += len(f.states)
		if err := e.check(st.Key, out); err != nil {
			return nil, err
		}
	}
	e.stats.note(st.Key, e.stats.Paths-before, len(out.states))
	for _, f := range ends {
		e.release(f)
	}
	e.release(parts)
	e.release(in)
	return out, nil
}
