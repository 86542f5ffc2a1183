package skirmish1870

import (
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// Shooting is the fire of one model or Group in its own turn at one enemy model or Group.
type Shooting struct {
	Shooters Party  `yaml:"shooters" required:"true"`
	Target   Target `yaml:"target" required:"true"`
	// Action says which action of the turn the shot is.
	Action int `yaml:"action" minimum:"1" maximum:"3" default:"1"`
	// AP is the pool, when the price is to be kept in mind.
	AP *int `yaml:"ap" minimum:"0" maximum:"99"`
}

var shootingKind = system.Kind{
	ID:   "shooting",
	Name: rulebook.Text{RU: "Стрельба в свой ход", EN: "Shooting"},
	New:  func() system.Engagement { return new(Shooting) },
	Sample: `
shooters:
  models:
    - {unit: F-SGT}
target:
  models:
    - {name: sergeant, unit: P-SGT, distance_cm: 35, near: [{model: uhlan, distance_cm: 4}, {model: private, distance_cm: 3}]}
    - {name: uhlan, unit: P-UHL, distance_cm: 36}
    - {name: private, unit: P-INF, distance_cm: 37, cover: [{kind: hedge}]}
action: 2
ap: 5
`,
}

// Judge implements system.Engagement.
func (e *Shooting) Judge(c rulebook.Choices) (*system.Judgement, error) {
	o := options{c}
	field := "shooters"
	p, ps := e.Shooters.settle(field, o)
	k, more := newCast(&e.Target, o)
	if ps = append(ps, more...); ps != nil {
		return nil, ps
	}
	if ps := k.finish(false); ps != nil {
		return nil, ps
	}
	for _, f := range []struct {
		set  bool
		name string
	}{
		{p.Attempted, "attempted"}, {p.Marker == "revealed_now", "marker"}, {p.Charged != nil, "charged"}, {p.TargetCM != nil, "target_cm"},
	} {
		if f.set {
			return nil, explain.Problems{explain.Wrong(field+"."+f.name, "for-reactions-only")}
		}
	}
	j := &system.Judgement{Reasons: []reason{explain.Because("SK-ELIG-02", "one-target").And("SK-ELIG-01", "SK-TURN-05")}}
	if e.Target.Marker {
		return &system.Judgement{Refusal: explain.Refuse("target.marker", explain.Because("SK-HIDE-13", "marker-no-target"))}, nil
	}
	if no := p.unfit(o); no != nil {
		return &system.Judgement{Refusal: no}, nil
	}
	price := p.price(e.Action)
	if e.AP != nil && price.Value > *e.AP {
		return &system.Judgement{Refusal: explain.Refuse("ap", explain.Because("SK-TURN-04", "too-dear", is("n", price.Value), is("have", *e.AP)))}, nil
	}
	v, no, silent, ps := newVolley(p, k, &e.Target, false, false)
	if ps != nil {
		return nil, ps
	}
	if no != nil {
		return &system.Judgement{Refusal: no}, nil
	}
	j.Reasons = append(j.Reasons, p.reasons()...)
	j.Reasons = append(j.Reasons, silent...)
	j.Numbers = append(j.Numbers, price)
	j.Numbers = append(j.Numbers, v.numbers()...)
	proc := procedure.Procedure[Fight]{Key: "shooting", Start: k.start(), Measures: k.measures()}
	v.begin(&proc.Start)
	proc.Steps = v.steps()
	if e.AP != nil {
		left := *e.AP - price.Value
		proc.Measures = append(proc.Measures, measure{Key: "ap-left", Of: func(*Fight) int { return left }})
	}
	j.Program = system.Run(proc)
	return j, nil
}

// price is what an action costs a model or Group (SK-TURN-04, SK-GROUP-02).
func (p *party) price(action int) number {
	r := explain.Worth("SK-TURN-04", "price-of-action", p.cost[action-1], is("action", action), is("cost", p.cost.String()))
	if p.group {
		r.Key = "price-of-group"
		r = r.And("SK-GROUP-02")
	}
	return explain.Amount("price", r)
}

// reasons are the facts about a party that shoots.
func (p *party) reasons() []reason {
	rs := p.aims
	if p.group {
		rs = append(rs, explain.Because("SK-GROUP-01", "group-of", is("n", p.size), is("leader", p.leader.label)))
	}
	return rs
}
