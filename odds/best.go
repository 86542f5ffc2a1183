package odds

import (
	"math"

	"umpire/dice"
	"umpire/procedure"
)

// pickAt is a decision in a state. What follows depends on these two alone, so the best answer does.
type pickAt[S comparable] struct {
	// place numbers the steps of a procedure, those of blocks included, from its beginning. The
	// address of a step would not do: two blocks may share a slice of steps.
	place int
	state S
}

// places is how many places a step and those within it take.
func places[S comparable](st *procedure.Step[S]) int {
	n := 1
	for i := range st.Steps {
		n += places(&st.Steps[i])
	}
	return n
}

// trace is the graph of an evaluation: nodes are states at points of the procedure, numbered so
// that every edge leads to a higher number. A nil trace keeps nothing.
type trace[S comparable] struct {
	goal  Goal[S]
	nodes int
	base  int // number of the first node of the frontier being filled
	edges []edge
	final []S
	picks []pickNode[S]
}

// edge is how one node goes on: by chance (a row), by decision (a pick), or straight.
type edge struct {
	from int
	row  *dice.Row
	pick int // index into picks, -1 for none
	to   []int
	// scale is what the value of the node that follows counts for, in a straight edge; 0 means 1.
	scale float64
}

type pickNode[S comparable] struct {
	at     pickAt[S]
	policy int
	mine   bool
}

// begin announces a frontier whose nodes are about to be filled.
func (t *trace[S]) begin(*frontier[S]) {
	if t != nil {
		t.base = t.nodes
	}
}

// open numbers the nodes of a filled frontier.
func (t *trace[S]) open(f *frontier[S]) {
	if t != nil {
		f.node = t.nodes
		t.nodes += len(f.states)
	}
}

func (t *trace[S]) close(f *frontier[S]) {
	if t != nil {
		t.final = append(t.final, f.states...)
		t.base = f.node
	}
}

// pass records that a node goes on unchanged to the j-th state of the frontier being filled.
func (t *trace[S]) pass(from, j int) {
	if t != nil {
		t.edges = append(t.edges, edge{from: from, pick: -1, to: []int{t.base + j}})
	}
}

func (t *trace[S]) chance(from int, row *dice.Row) {
	t.edges = append(t.edges, edge{from: from, row: row, pick: -1, to: make([]int, len(row.Branches))})
}

func (t *trace[S]) branch(k, j int) { t.edges[len(t.edges)-1].to[k] = t.base + j }

func (t *trace[S]) split(cond func(*S) bool, in, no, yes *frontier[S]) {
	if t == nil {
		return
	}
	t.open(no)
	t.open(yes)
	n, y := no.node, yes.node
	for i := range in.states {
		to := &n
		if cond(&in.states[i]) {
			to = &y
		}
		t.edges = append(t.edges, edge{from: in.node + i, pick: -1, to: []int{*to}})
		*to++
	}
}

// explore follows every option of a decision.
func (e *evaluator[S]) explore(st *procedure.Step[S], at pickAt[S], node int, c procedure.Choice, out *frontier[S]) {
	t := e.trace
	ed := edge{from: node, pick: len(t.picks), to: make([]int, len(c.Options))}
	t.picks = append(t.picks, pickNode[S]{at, c.Policy, t.goal.Side == "" || t.goal.Side == c.Side})
	for k := range c.Options {
		e.state = at.state
		st.Then(&e.state, dice.Outcome{Value: int32(k)}, nil)
		ed.to[k] = t.base + out.add(&e.state, e.opt.Exact)
	}
	t.edges = append(t.edges, ed)
}

// best returns the best answer of every decision by backward induction. Among equal answers the
// policy is kept, then the first.
func (t *trace[S]) best() map[pickAt[S]]int {
	value := make([]float64, t.nodes)
	// A gain below rounding is no gain: the policy stands.
	rounding := 0.0
	for i := range t.final {
		v := float64(t.goal.Of(&t.final[i]))
		rounding = max(rounding, math.Abs(v)*1e-12)
		if t.goal.Least {
			v = -v
		}
		value[t.base+i] = v
	}
	picks := make(map[pickAt[S]]int, len(t.picks))
	for k := len(t.edges) - 1; k >= 0; k-- {
		ed := &t.edges[k]
		switch {
		case ed.row != nil:
			v := 0.0
			for b, to := range ed.to {
				v += float64(ed.row.Branches[b].P * value[to])
			}
			value[ed.from] = v
		case ed.pick >= 0:
			p := &t.picks[ed.pick]
			pick := p.policy
			if p.mine {
				for o, to := range ed.to {
					if value[to] > value[ed.to[pick]]+rounding {
						pick = o
					}
				}
			}
			picks[p.at] = pick
			value[ed.from] = value[ed.to[pick]]
		case ed.scale != 0:
			value[ed.from] = ed.scale * value[ed.to[0]]
		default:
			value[ed.from] = value[ed.to[0]]
		}
	}
	return picks
}
