package skirmish1870

import (
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// Hits is a number of hits by shooting that have been thrown already, from their allocation on.
type Hits struct {
	Hits int `yaml:"hits" required:"true" minimum:"1" maximum:"24"`
	// Aimed says that the shooters were aimed.
	Aimed  bool   `yaml:"aimed"`
	Target Target `yaml:"target" required:"true"`
	// IgnoreSuppressed leaves suppressed models of the target aside (SK-ALLOC-02).
	IgnoreSuppressed bool `yaml:"ignore_suppressed"`
}

var hitsKind = system.Kind{
	ID:   "hits",
	Name: rulebook.Text{RU: "Тест на повреждения", EN: "Damage tests"},
	New:  func() system.Engagement { return new(Hits) },
	Sample: `
hits: 2
target:
  models:
    - {name: sergeant, unit: P-SGT, near: [{model: uhlan, distance_cm: 4}, {model: private, distance_cm: 3}]}
    - {name: uhlan, unit: P-UHL}
    - {name: private, unit: P-INF, cover: [{kind: hedge}]}
`,
}

// Judge implements system.Engagement.
func (e *Hits) Judge(c rulebook.Choices) (*system.Judgement, error) {
	o := options{c}
	k, ps := newCast(&e.Target, o)
	if ps != nil {
		return nil, ps
	}
	if e.Target.Running {
		return nil, explain.Problems{explain.Wrong("target.running", "before-the-hits")}
	}
	if ps := k.finish(false); ps != nil {
		return nil, ps
	}
	if e.Target.Marker {
		return &system.Judgement{Refusal: explain.Refuse("target.marker", explain.Because("SK-HIDE-13", "marker-no-target"))}, nil
	}
	order, seen, unseen := k.inView(nil, nil)
	if len(order) == 0 {
		return &system.Judgement{Refusal: explain.Refuse("target.models", unseen...)}, nil
	}
	r := newResolver(k, order, []run{{aimed: e.Aimed}})
	start := k.start()
	if start.Under = r.under(&start, e.IgnoreSuppressed); start.Under == 0 {
		return &system.Judgement{Refusal: explain.Refuse("ignore_suppressed", explain.Because("SK-ALLOC-02", "only-suppressed"))}, nil
	}
	start.On = true
	start.Hits[0] = int16(e.Hits)
	j := &system.Judgement{Reasons: append([]reason{explain.Because("SK-EFFECT-01", "hits-to-test", is("n", e.Hits))}, append(seen, unseen...)...)}
	if e.IgnoreSuppressed {
		j.Reasons = append(j.Reasons, explain.Because("SK-ALLOC-02", "suppressed-ignored"))
	}
	j.Numbers = r.numbers()
	j.Program = system.Run(procedure.Procedure[Fight]{Key: "hits", Start: start, Steps: append(r.steps(), r.over(nil)), Measures: k.measures()})
	return j, nil
}

// over ends a volley: nothing of it is left in the state.
func (r *resolver) over(after func(*Fight, *log)) step {
	return step{
		Key: "volley-over", Rule: "SK-ALLOC-01",
		If: func(s *Fight) bool { return s.On },
		Then: func(s *Fight, _ outcome, l *log) {
			s.On, s.Under, s.Next = false, 0, 0
			for i := range s.Men {
				s.Men[i] &^= struck
			}
			r.tidy(s)
			if after != nil && l.On() {
				after(s, l)
			}
		},
	}
}
