package skirmish1870

import (
	"fmt"

	"umpire/explain"
)

const (
	// helpCM is how near a helper must be (SK-PIN-05).
	helpCM = 20
	// recoverAlone is how many Recover actions it takes without help (SK-PIN-04).
	recoverAlone = 2
)

// settleHelpers finds who helps the model to recover (SK-PIN-05, SK-PIN-06).
func (a *active) settleHelpers(o options) explain.Problems {
	for i := range a.Helpers {
		h := &a.Helpers[i]
		field := fmt.Sprintf("%s.helpers[%d]", a.field, i)
		u, ps := unitOf(field, h.Unit)
		if ps != nil {
			return ps
		}
		role := h.Role
		if u != nil && role == "" {
			role = u.Role
		}
		if role == "" {
			return explain.Problems{explain.Wrong(field+".role", "field-missing")}
		}
		cm, ps := edge(field, h.DistanceCM, h.Centres)
		if ps != nil {
			return ps
		}
		if cm == nil {
			return explain.Problems{explain.Wrong(field+".distance_cm", "field-missing")}
		}
		limit := o.cm(helpCM)
		facts := []explain.Fact{is("who", explain.Word("role-"+role)), is("cm", *cm), is("limit", limit)}
		no := func(rule ruleID, key string) { a.no = append(a.no, explain.Because(rule, key, facts...)) }
		switch {
		case h.Itself:
			no("SK-PIN-06", "helps-himself")
		case h.Out:
			no("SK-PIN-06", "helper-out")
		case role == "private" || role == "musician" || role == "sniper":
			no("SK-PIN-06", "helper-of-no-use")
		case h.Suppressed:
			no("SK-PIN-05", "helper-down")
		case *cm > limit:
			no("SK-PIN-05", "helper-too-far")
		case a.helper == nil:
			r := explain.Because("SK-PIN-05", "helped", facts...)
			if h.Centres != nil {
				r = r.And("SK-DATA-01")
			}
			a.helper = &r
		}
	}
	return nil
}

// recovers takes one Recover action.
func (x *deed) recovers(m *Soldier, l *log) {
	m.Recover++
	need := int8(recoverAlone)
	if x.a.helper != nil {
		need = 1
	}
	if m.Recover < need {
		l.SayN("SK-PIN-04", "recovery-goes-on", int(need-m.Recover))
		return
	}
	m.Recover = 0
	m.Suppressed = false
	if !l.On() {
		return
	}
	if x.a.helper != nil {
		l.Note(*x.a.helper)
	}
	l.Note(explain.Because("SK-PIN-04", "recovered", is("who", x.a.label)).And("SK-AIM-04"))
}
