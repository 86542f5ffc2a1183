package hexmodern

import (
	"fmt"

	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// Activation is the start of a formation's operations phase for the units of one hex: markers off,
// command, rally.
type Activation struct {
	Units []Fighter `yaml:"units" required:"true" minItems:"1" maxItems:"6"` // top first
	// Morale is the formation's morale number; absent: that of its HQ.
	Morale *int `yaml:"morale" minimum:"2" maximum:"12"`
	HQ     *HQ  `yaml:"hq"`
	// HQDistance is how far the HQ is in hexes, 0 for the same hex.
	HQDistance int  `yaml:"hq_distance" minimum:"0" maximum:"60"`
	Position   bool `yaml:"improved_position"`
}

// Muster is the state of an activation.
type Muster struct {
	Idle    bool  // the command check has failed
	Rallied uint8 // units back in good order, bit by place
}

type musterStep = procedure.Step[Muster]

var activationKind = system.Kind{
	ID:     "activation",
	Name:   rulebook.Text{RU: "Начало активации", EN: "Activation begins"},
	New:    func() system.Engagement { return new(Activation) },
	Sample: "units: [{unit: S-T72, states: [disrupted]}, {unit: S-BTR, states: [ops_complete]}]\nhq: {id: S-HQ62}\nhq_distance: 6\nimproved_position: true\n",
}

// settle finds the units and the HQ and checks that the facts agree.
func (a *Activation) settle() ([]*counter, *headquarters, int, explain.Problems) {
	cs, ps := settleFighters("units", a.Units)
	hq, more := a.HQ.settle("hq")
	ps = append(ps, more...)
	morale := -1
	if hq != nil {
		morale = hq.morale
	} else if a.HQDistance > 0 {
		ps = append(ps, explain.Wrong("hq", "field-missing"))
	}
	set(&morale, a.Morale)
	if morale < 0 && ps == nil {
		ps = append(ps, explain.Wrong("morale", "field-missing"))
	}
	if hq != nil && hq.reach < 0 && a.HQDistance > 0 {
		ps = append(ps, explain.Wrong("hq.command_range", "field-missing"))
	}
	return cs, hq, morale, ps
}

// limit is the highest roll that passes a morale check (HX-MORALE-01, HX-POS-03).
func (a *Activation) limit(morale int, hq *headquarters) number {
	n := explain.Amount("roll-at-most", explain.Worth("HX-MORALE-01", "morale", morale))
	if a.Position {
		n = n.With(explain.Worth("HX-POS-03", "position-steadies", 1).And("HX-MORALE-01"))
	}
	if hq != nil && a.HQDistance == 0 {
		n = n.With(explain.Worth("HX-MORALE-01", "leadership", hq.leadership, is("hq", hq.name)))
	}
	return n
}

// Judge implements system.Engagement.
func (a *Activation) Judge(rulebook.Choices) (*system.Judgement, error) {
	cs, hq, morale, ps := a.settle()
	if ps != nil {
		return nil, ps
	}
	if no := noHQ(cs...); no != nil {
		return &system.Judgement{Refusal: no}, nil
	}
	if len(cs) > stackLimit {
		return &system.Judgement{Refusal: refuse("units", "HX-STACK-01", "stack-too-big", is("most", stackLimit))}, nil
	}
	numbered(cs)
	j := &system.Judgement{Reasons: []reason{explain.Because("HX-TURN-02", "formation-acts")}}
	need := a.limit(morale, hq)
	j.Numbers = append(j.Numbers, need)
	proc := procedure.Procedure[Muster]{Key: "activation"}
	for _, c := range cs {
		if c.done {
			j.Reasons = append(j.Reasons, explain.Because("HX-TURN-02", "ops-complete-off", is("unit", c.name)))
		}
	}
	if step, r := a.commandStep(hq, need); step != nil {
		j.Reasons = append(j.Reasons, r)
		proc.Steps = append(proc.Steps, *step)
	} else {
		j.Reasons = append(j.Reasons, r)
	}
	for i, c := range cs {
		if c.disrupted {
			proc.Steps = append(proc.Steps, rallyStep(i, c, need))
		}
	}
	proc.Measures = a.measures(cs)
	j.Program = system.Run(proc)
	return j, nil
}

// commandStep is the command check of the hex, nil where its units are in command (HX-HQ-02).
func (a *Activation) commandStep(hq *headquarters, need number) (*musterStep, reason) {
	if hq != nil && (a.HQDistance == 0 || a.HQDistance <= hq.reach) {
		return nil, explain.Because("HX-HQ-02", "in-command", is("n", a.HQDistance), is("range", max(hq.reach, 0)))
	}
	r := explain.Because("HX-HQ-02", "no-hq-left")
	if hq != nil {
		r = explain.Because("HX-HQ-02", "out-of-command", is("n", a.HQDistance), is("range", hq.reach))
	}
	return &musterStep{
		Key: "command", Rule: "HX-HQ-02", Also: ruleIDs{"HX-MORALE-01"},
		Why:  why[Muster](need),
		Roll: func(*Muster) dice.Roll { return dice.Sum(2) },
		Then: func(s *Muster, o outcome, l *log) {
			if s.Idle = o.Total() > need.Value; s.Idle {
				l.Say("HX-HQ-02", "does-nothing")
				return
			}
			l.Say("HX-HQ-02", "acts-all-the-same")
		},
	}, r
}

// rallyStep is the morale check of a disrupted unit (HX-PIN-07).
func rallyStep(i int, c *counter, need number) musterStep {
	need.Of = c.name
	return musterStep{
		Key: "rally", Rule: "HX-PIN-07", Also: ruleIDs{"HX-MORALE-01"},
		If:   func(s *Muster) bool { return !s.Idle },
		Why:  why[Muster](need),
		Roll: func(*Muster) dice.Roll { return dice.Sum(2) },
		Then: func(s *Muster, o outcome, l *log) {
			key := "stays-disrupted"
			if o.Total() <= need.Value {
				s.Rallied |= 1 << i
				key = "in-good-order"
			}
			if l.On() {
				l.Note(explain.Because("HX-PIN-07", key, is("unit", c.name)))
			}
		},
	}
}

// measures are who may act, and who has rallied.
func (a *Activation) measures(cs []*counter) []procedure.Measure[Muster] {
	ms := []procedure.Measure[Muster]{event("may-act", func(s *Muster) bool { return !s.Idle })}
	for i, c := range cs {
		if c.disrupted {
			ms = append(ms, event(fmt.Sprintf("unit-%d-rallied", i+1), func(s *Muster) bool { return s.Rallied>>i&1 == 1 }))
		}
	}
	return append(ms, count("in-good-order", func(s *Muster) int {
		n := 0
		for i, c := range cs {
			n += boolInt(!c.disrupted || s.Rallied>>i&1 == 1)
		}
		return n
	}))
}
