package squadww2

import (
	"fmt"

	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// PinTest is the tests of a unit when the enemy's Shooting phase is over, from its losses: of one
// enemy turn, or of two in a row.
type PinTest struct {
	// Target is the unit; its men are those at the start of the phase.
	Target Target `yaml:"target" required:"true"`
	// Losses are those by each weapon, in the order of its fire.
	Losses []Loss `yaml:"losses" minItems:"1" maxItems:"12" required:"true"`
	// NextTurn are the losses of the enemy's next turn, when its tests are wanted as well.
	NextTurn []Loss `yaml:"next_turn" maxItems:"12"`
	// EdgeCM is how far it is to the own table edge.
	EdgeCM *float64 `yaml:"edge_cm" minimum:"0" maximum:"1000"`
}

// Loss is what one weapon did to the unit.
type Loss struct {
	// Shooter names the firing unit; weapons with the same name belong to one unit.
	Shooter string `yaml:"shooter"`
	By      string `yaml:"by" enum:"sight,template" default:"sight"`
	// Lost are casualties of the class of men; Unsaved are wounds whose saves are still to be thrown.
	Lost    int `yaml:"lost" minimum:"0" maximum:"120"`
	Class   int `yaml:"class" minimum:"1" maximum:"4" default:"1"`
	Unsaved int `yaml:"unsaved" minimum:"0" maximum:"120"`
}

var pinKind = system.Kind{
	ID:   "pin",
	Name: rulebook.Text{RU: "Тест на залегание", EN: "Pin test"},
	New:  func() system.Engagement { return new(PinTest) },
	Sample: `
target: {type: infantry, men: 6, cover: 6}
losses: [{by: template, lost: 3}]
next_turn: [{by: template, unsaved: 3}]
edge_cm: 7
`,
}

// Judge implements system.Engagement.
func (p *PinTest) Judge(c rulebook.Choices) (*system.Judgement, error) {
	o := options{c}
	in := *p
	in.Target = p.Target.clone()
	p = &in
	t := &p.Target
	if ps := p.settle(); ps != nil {
		return nil, ps
	}
	j := &system.Judgement{Reasons: append(o.older(), explain.Because("SQ-PIN-01", "two-thresholds").And("SQ-PIN-09"))}
	if !o.is("pin-timing", "per-weapon") {
		j.Reasons = append(j.Reasons, explain.Because("SQ-TURN-05", "tests-after-all").And("SQ-PIN-08"))
	}
	first := t.pinFacts(o)
	if first.exempt != nil {
		j.Reasons = append(j.Reasons, *first.exempt)
	}
	first.runs = first.runs || len(p.NextTurn) > 0
	for _, l := range p.Losses {
		if l.Unsaved > 0 {
			saves, _ := t.savesFor(attack{ap: NoAP, template: l.By == "template"})
			for c := range saves {
				if len(saves) > 1 {
					saves[c].Of = explain.Word(className(c))
				}
			}
			j.Numbers = append(j.Numbers, saves...)
		}
	}
	j.Numbers = append(j.Numbers, first.numbers()...)
	steps := p.phase(first, p.Losses)
	if len(p.NextTurn) > 0 {
		second := *first
		for _, l := range p.Losses {
			second.before += l.Lost
		}
		second.strength, second.earlier = first.lives-second.before, Squad{}
		if second.exempt == nil {
			j.Numbers = append(j.Numbers, second.thresholds()...)
		}
		steps = append(steps, nextTurn(&second, p.phase(&second, p.NextTurn)))
	}
	j.Program = system.Run(procedure.Procedure[State]{Key: "pin", Start: first.start(), Steps: steps, Measures: p.measures(first)})
	return j, nil
}

// settle checks that the losses agree with the men.
func (p *PinTest) settle() explain.Problems {
	t := &p.Target
	if ps := t.settle("target"); ps != nil {
		return ps
	}
	if !t.menTarget() {
		return explain.Problems{explain.Wrong("target.type", "not-men", is("value", explain.Word(t.Type)))}
	}
	var ps explain.Problems
	var lost [maxClasses]int
	check := func(field string, losses []Loss) {
		for i, l := range losses {
			at := fmt.Sprintf("%s[%d]", field, i)
			switch {
			case l.Class > len(t.Models):
				ps = append(ps, explain.Wrong(at+".class", "field-above", is("value", l.Class), is("want", len(t.Models))))
				continue
			case l.Unsaved > 0 && field == "losses" && len(p.NextTurn) > 0:
				ps = append(ps, explain.Wrong(at+".unsaved", "saves-first"))
			}
			if left := t.Models[l.Class-1].Count - lost[l.Class-1]; l.Lost > left {
				ps = append(ps, explain.Wrong(at+".lost", "field-above", is("value", l.Lost), is("want", left)))
			}
			lost[l.Class-1] += l.Lost
		}
	}
	check("losses", p.Losses)
	check("next_turn", p.NextTurn)
	return ps
}

// phase are the losses of one enemy turn with the tests after them.
func (p *PinTest) phase(pin *pinFacts, losses []Loss) []step {
	t := &p.Target
	var fire [][]step
	ends := make([]bool, len(losses))
	for i, l := range losses {
		v := volley{
			key: "losses", rule: ruleIDs{"SQ-PIN-09"},
			attack: attack{ap: NoAP, template: l.By == "template"}, pool: t.lives(),
			dice: explain.Amount("unsaved", explain.Worth("SQ-PIN-09", "unsaved", l.Unsaved)), toHit: explain.Sure("to-hit"),
		}
		var steps []step
		if l.Lost > 0 {
			steps = append(steps, step{
				Key: "losses", Rule: "SQ-PIN-09",
				If:   func(s *State) bool { return !s.Squad.Retreats }, // SQ-ELIG-10
				Then: func(s *State, _ outcome, log *log) { t.lose(s, l.Class-1, l.Lost, v, log) },
			})
		}
		if l.Unsaved > 0 {
			wounds := t.volleySteps(v, pin.o)
			wounds[0].Why = nil // nothing is thrown to hit
			steps = append(steps, wounds...)
		}
		fire = append(fire, steps)
		ends[i] = l.Shooter == "" || i+1 == len(losses) || losses[i+1].Shooter != l.Shooter
	}
	steps := append(pin.around(fire, ends), pin.quietStep())
	if p.EdgeCM != nil {
		steps = append(steps, step{
			Key: "table-edge", Rule: "SQ-RETREAT-12",
			If: func(s *State) bool { return s.Squad.Retreats && !s.Order.Gone && reached(p.EdgeCM, s.Squad.Flight) },
			Then: func(s *State, _ outcome, l *log) {
				s.Order.Gone = true
				l.Say("SQ-RETREAT-12", "left-the-table")
			},
		})
	}
	return steps
}

// quietStep says why a unit took no test in the phase. It changes nothing.
func (p *pinFacts) quietStep() step {
	return step{
		Key: "no-test", Rule: "SQ-PIN-01",
		Then: func(s *State, _ outcome, l *log) {
			q := &s.Squad
			switch {
			case !l.On():
			case q.losses() >= p.lives:
				l.Say("SQ-PIN-24", "wiped-out")
			case p.exempt == nil && !p.o.is("pin-timing", "per-weapon") && !p.due(int(q.Sight), int(q.Template), p.strength):
				l.Say("SQ-PIN-01", "below-thresholds")
				p.sayCount(s, l)
			}
		},
	}
}

// nextTurn puts the tests of the enemy's next turn after those of this one, where the unit is
// still there and has not begun to retreat. Between the two lies its own turn (SQ-PIN-15).
func nextTurn(p *pinFacts, steps []step) step {
	between := step{
		Key: "own-turn", Rule: "SQ-PIN-15", Also: ruleIDs{"SQ-PIN-17"},
		Then: func(s *State, _ outcome, l *log) {
			q := &s.Squad
			q.Streak, q.Failed, q.Sight, q.Template = q.Failed, false, 0, 0
			if !q.Pinned {
				return
			}
			l.Say("SQ-PIN-15", "loses-own-turn")
			if p.o.is("pin-end", "end-of-own-turn") {
				q.Pinned = false
				l.Say("SQ-PIN-17", "marker-off-own-turn")
			}
		},
	}
	return step{
		Key: "next-turn", Rule: "SQ-RETREAT-01",
		If:    func(s *State) bool { return !s.Squad.Retreats && s.Squad.losses() < p.lives },
		Steps: append([]step{between}, steps...),
	}
}

// measures are the results of the tests.
func (p *PinTest) measures(pin *pinFacts) []measure {
	ms := []measure{
		woundsMeasure,
		{Key: "casualties", Of: func(s *State) int { return s.Squad.losses() }},
		{Key: "left", Of: p.Target.left},
	}
	tests := pin.measures()
	if tests == nil {
		tests = []measure{{Key: "pinned", Event: true, Of: func(s *State) int { return boolInt(s.Squad.Pinned) }}}
	}
	ms = append(ms, tests...)
	if pin.exempt == nil {
		ms = append(ms, measure{Key: "failures", Of: func(s *State) int { return boolInt(s.Squad.Failed && !s.Squad.Retreats) }})
	}
	if pin.runs && p.EdgeCM != nil {
		ms = append(ms, measure{Key: "gone", Event: true, Of: func(s *State) int { return boolInt(s.Order.Gone) }})
	}
	return ms
}
