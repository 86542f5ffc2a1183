package skirmish1870

import (
	"fmt"

	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// Morale is the tests of a detachment at the ends of one or more turns in a row.
type Morale struct {
	// Models is how many models the detachment started the game with.
	Models int `yaml:"models" required:"true" minimum:"1" maximum:"200"`
	// OutBefore are those that were out when the first of the turns began.
	OutBefore int         `yaml:"out_before" minimum:"0" maximum:"200"`
	Turns     []TurnsLoss `yaml:"turns" required:"true" minItems:"1" maxItems:"8"`
	// Leaders and Standard are as they are at the end of each turn, unless a turn says otherwise.
	Leaders  []Chief  `yaml:"leaders" maxItems:"12"`
	Standard *Bearer  `yaml:"standard"`
	Ordinary Ordinary `yaml:"ordinary"`
}

// TurnsLoss is what a detachment lost in one turn.
type TurnsLoss struct {
	Lost     int      `yaml:"lost" minimum:"0" maximum:"200"`
	Leaders  *[]Chief `yaml:"leaders" maxItems:"12"`
	Standard *Bearer  `yaml:"standard"`
}

// Chief is a leader of the detachment.
type Chief struct {
	Name       string `yaml:"name"`
	Unit       string `yaml:"unit"`
	Cost       string `yaml:"cost"`
	Suppressed bool   `yaml:"suppressed"`
	Out        bool   `yaml:"out"`
}

// Bearer is a standard bearer of the detachment.
type Bearer struct {
	Suppressed bool `yaml:"suppressed"`
	Out        bool `yaml:"out"`
}

// Ordinary is the ordinary soldier of a detachment.
type Ordinary struct {
	Unit string `yaml:"unit"`
	Cost string `yaml:"cost"`
}

// Nerve is what morale tests change.
type Nerve struct{ Left bool } // the detachment has left the game

var moraleKind = system.Kind{
	ID:   "morale",
	Name: rulebook.Text{RU: "Тест на мораль", EN: "Morale test"},
	New:  func() system.Engagement { return new(Morale) },
	Sample: `
models: 11
turns: [{lost: 6}, {lost: 0}, {lost: 1}]
leaders: [{unit: P-SGT}]
standard: {}
ordinary: {unit: P-INF}
`,
}

// costOf is the cost of a unit or as typed.
func costOf(field, unit, cost string) (Cost, any, explain.Problems) {
	u, ps := unitOf(field, unit)
	if ps != nil {
		return Cost{}, nil, ps
	}
	var label any
	if u != nil {
		label = u.Name
		if cost == "" {
			cost = u.Cost
		}
	}
	if cost == "" {
		return Cost{}, nil, explain.Problems{explain.Wrong(field+".cost", "field-missing")}
	}
	c, ok := parseCost(cost)
	if !ok {
		return Cost{}, nil, explain.Problems{explain.Wrong(field+".cost", "not-a-cost", is("value", cost))}
	}
	return c, label, nil
}

// Judge implements system.Engagement.
func (e *Morale) Judge(rulebook.Choices) (*system.Judgement, error) {
	j := &system.Judgement{}
	proc := procedure.Procedure[Nerve]{Key: "morale", Measures: []procedure.Measure[Nerve]{
		{Key: "detachment-left", Event: true, Of: func(s *Nerve) int { return boolInt(s.Left) }},
	}}
	half := (e.Models + 1) / 2
	threshold := explain.Amount("half-lost", explain.Worth("SK-MORALE-01", "half-of", half, is("n", e.Models)))
	j.Numbers = append(j.Numbers, threshold)
	lost := e.OutBefore
	var ps explain.Problems
	for i, t := range e.Turns {
		field := fmt.Sprintf("turns[%d]", i)
		lost += t.Lost
		if lost > e.Models {
			return nil, explain.Problems{explain.Wrong(field+".lost", "more-out-than-models", is("value", lost), is("want", e.Models))}
		}
		leaders, at := e.Leaders, "leaders"
		if t.Leaders != nil {
			leaders, at = *t.Leaders, field+".leaders"
		}
		bearer := e.Standard
		if t.Standard != nil {
			bearer = t.Standard
		}
		n, more := e.test(leaders, at, bearer)
		ps = append(ps, more...)
		if more != nil {
			continue
		}
		n.Of = explain.Word(fmt.Sprintf("turn-%d", i+1))
		turn := is("turn", i+1)
		switch {
		case lost < half:
			j.Reasons = append(j.Reasons, explain.Because("SK-MORALE-01", "not-half", turn, is("n", lost), is("half", half)))
		case t.Lost == 0:
			j.Reasons = append(j.Reasons, explain.Because("SK-MORALE-01", "no-new-loss", turn))
		default:
			j.Reasons = append(j.Reasons, explain.Because("SK-MORALE-01", "must-test", turn, is("n", lost), is("half", half)))
			j.Numbers = append(j.Numbers, n)
			proc.Steps = append(proc.Steps, moraleStep(n))
		}
	}
	if ps != nil {
		return nil, ps
	}
	j.Program = system.Run(proc)
	return j, nil
}

// test is what the die of a morale test must show (SK-MORALE-01, SK-MORALE-02, SK-PIN-03).
func (e *Morale) test(leaders []Chief, at string, bearer *Bearer) (number, explain.Problems) {
	var best *explain.Reason
	var n number
	for i, l := range leaders {
		cost, label, ps := costOf(fmt.Sprintf("%s[%d]", at, i), l.Unit, l.Cost)
		if ps != nil {
			return n, ps
		}
		if l.Name != "" {
			label = l.Name
		}
		if label == nil {
			label = explain.Word("role-leader")
		}
		if l.Out || l.Suppressed {
			continue
		}
		r := explain.Worth("SK-MORALE-01", "above-leader", cost.test()+1, is("who", label), is("cost", cost.String()))
		if best == nil || r.Value < best.Value {
			best = &r
		}
	}
	if best == nil {
		cost, _, ps := costOf("ordinary", e.Ordinary.Unit, e.Ordinary.Cost)
		if ps != nil {
			return n, ps
		}
		r := explain.Worth("SK-MORALE-01", "above-ordinary", cost.test()+1, is("cost", cost.String()))
		best = &r
	}
	n = explain.Needed("morale-on", *best)
	switch {
	case bearer == nil || bearer.Out:
	case bearer.Suppressed:
		n = n.Noting(explain.Because("SK-PIN-03", "standard-down").And("SK-MORALE-02"))
	default:
		n = n.With(explain.Worth("SK-MORALE-02", "standard-flies", 1))
	}
	return n, nil
}

func moraleStep(n number) procedure.Step[Nerve] {
	why := []number{n}
	return procedure.Step[Nerve]{
		Key: "morale-die", Rule: "SK-MORALE-01",
		If:   func(s *Nerve) bool { return !s.Left },
		Why:  func(*Nerve) []number { return why },
		Roll: func(*Nerve) dice.Roll { return dice.Count(1, n.Target()) },
		Then: func(s *Nerve, o outcome, l *log) {
			if s.Left = !o.Success(); s.Left {
				l.Say("SK-MORALE-03", "leaves-game")
			} else {
				l.Say("SK-MORALE-01", "holds")
			}
		},
	}
}
