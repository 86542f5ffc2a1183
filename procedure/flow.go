package procedure

import "umpire/rulebook"

// Node is one step of a procedure as a diagram sees it.
type Node struct {
	Key    string        `json:"key"`
	Rules  []rulebook.ID `json:"rules,omitempty"`
	Act    string        `json:"act"` // "roll", "decide", "compute" or "block"
	Maybe  bool          `json:"maybe,omitempty"`
	Repeat bool          `json:"repeat,omitempty"`
	Retry  bool          `json:"retry,omitempty"` // a Repeat without a bound on its passes
	Steps  []Node        `json:"steps,omitempty"`
}

// Flow returns the steps of a procedure without their functions.
func Flow[S comparable](steps []Step[S]) []Node {
	nodes := make([]Node, 0, len(steps))
	for i := range steps {
		st := &steps[i]
		n := Node{Key: st.Key, Maybe: st.If != nil && !st.Repeat, Repeat: st.Repeat, Retry: st.Retry, Act: "compute"}
		if st.Rule != "" {
			n.Rules = append(n.Rules, st.Rule)
		}
		n.Rules = append(n.Rules, st.Also...)
		switch {
		case st.Steps != nil:
			n.Act, n.Steps = "block", Flow(st.Steps)
		case st.Roll != nil:
			n.Act = "roll"
		case st.Choose != nil:
			n.Act = "decide"
		}
		nodes = append(nodes, n)
	}
	return nodes
}
