package odds

import (
	"fmt"

	"umpire/procedure"
)

// RetryError says that a block cannot be carried out again and again: it can never end, or, being
// marked Retry, a pass of it came back to another state than it began with, or a side decides
// within it while the best answers are sought.
type RetryError struct {
	Step  string
	Fault string // "other-state", "endless" or "decides"
}

func (e *RetryError) Error() string {
	return fmt.Sprintf("odds: block %q cannot be repeated (%s)", e.Step, e.Fault)
}

// retry carries out a block that is thrown again until it ends. From each state one pass is
// followed; its ends have their chances divided by the chance that the pass is the last one.
// It consumes the frontier.
func (e *evaluator[S]) retry(st *procedure.Step[S], in *frontier[S], place int) (*frontier[S], error) {
	if e.trace != nil && decides(st.Steps) {
		return nil, &RetryError{st.Key, "decides"}
	}
	wait, run := e.split(st.If, in)
	if len(run.states) == 0 {
		e.release(run)
		return wait, nil
	}
	var parked []*frontier[S]
	if len(wait.states) > 0 {
		parked = append(parked, wait)
	} else {
		e.release(wait)
	}
	for i := range run.states {
		one := e.take()
		e.state = run.states[i]
		one.add(&e.state, e.opt.Exact)
		one.p[0] = 1
		if e.opt.Exact {
			one.num[0].SetUint64(1)
		}
		one.den.SetUint64(1)
		enter := e.trace.enter(run.node+i, one)
		out, err := e.block(st.Steps, one, place+1)
		if err != nil {
			return nil, err
		}
		ends, back := e.split(st.If, out)
		switch {
		case len(ends.states) == 0:
			return nil, &RetryError{st.Key, "endless"}
		case len(back.states) > 1 || len(back.states) == 1 && back.states[0] != run.states[i]:
			return nil, &RetryError{st.Key, "other-state"}
		}
		scale := 1.0
		if len(back.states) == 1 {
			scale = 1 / (1 - back.p[0])
		}
		e.trace.enlarge(enter, scale)
		for k := range ends.states {
			ends.p[k] *= float64(run.p[i] * scale)
		}
		if e.opt.Exact {
			// num/den over 1 − back/den is num over den − back.
			if len(back.states) == 1 {
				ends.den.Sub(&ends.den, &back.num[0])
			}
			ends.den.Mul(&ends.den, &run.den)
			for k := range ends.num {
				ends.num[k].Mul(&ends.num[k], &run.num[i])
			}
		}
		e.release(back)
		parked = append(parked, ends)
	}
	e.release(run)
	return e.join(st.Key, parked)
}

// decides says whether a side takes a decision in the steps.
func decides[S comparable](steps []procedure.Step[S]) bool {
	for i := range steps {
		if steps[i].Choose != nil || decides(steps[i].Steps) {
			return true
		}
	}
	return false
}

// enter records that a node goes on into one pass of a Retry block, and returns the edge. The
// node in which the pass comes back has no edge and so the value 0; enlarge makes up for it.
func (t *trace[S]) enter(from int, one *frontier[S]) int {
	if t == nil {
		return 0
	}
	t.open(one)
	t.edges = append(t.edges, edge{from: from, pick: -1, to: []int{one.node}})
	return len(t.edges) - 1
}

// enlarge sets what the value of one pass counts for.
func (t *trace[S]) enlarge(edge int, scale float64) {
	if t != nil {
		t.edges[edge].scale = scale
	}
}
