package squadww2

import (
	"fmt"
	"slices"

	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// aidCM is how near a medic must be to a downed man, in cm, inclusive (SQ-ALLOC-09).
const aidCM = 5

// FirstAid is the medics of one side at work in its Shooting phase. The dice fall man by man, in
// the order in which the men are first named.
type FirstAid struct {
	Turn string `yaml:"turn" enum:"own,enemy" default:"own"`
	// Helpers are those who try, each one man.
	Helpers []Aid `yaml:"helpers" required:"true" minItems:"1" maxItems:"10"`
}

// Aid is one medic who attends to one downed man.
type Aid struct {
	// Name is the helper's, Man that of the man on the ground; without names each helper is another
	// one, with another man.
	Name       string   `yaml:"name"`
	Man        string   `yaml:"man"`
	DistanceCM float64  `yaml:"distance_cm" minimum:"0" maximum:"1000"`
	Figure     string   `yaml:"figure" enum:"medic,leader,fighter" default:"medic"`
	States     []string `yaml:"states" enum:"pinned,retreating,in_melee,acted"`
	// HitBy is what put the man out of action; Side is whose man he is.
	HitBy string `yaml:"hit_by" enum:"ordinary,ap" default:"ordinary"`
	Side  string `yaml:"side" enum:"own,enemy" default:"own"`
}

var aidNumber = explain.Needed("first-aid", explain.Worth("SQ-ALLOC-09", "aid-base", 4))

var firstAidKind = system.Kind{
	ID:     "first-aid",
	Name:   rulebook.Text{RU: "Первая помощь", EN: "First aid"},
	New:    func() system.Engagement { return new(FirstAid) },
	Sample: "helpers: [{name: a, man: ivan, distance_cm: 3}, {name: b, man: ivan, distance_cm: 5}, {distance_cm: 1}]\n",
}

// forbidden returns why the attempt cannot be made, or nil.
func (a *Aid) forbidden(field string) *explain.Refusal {
	state := func(s string) bool { return slices.Contains(a.States, s) }
	switch {
	case a.Figure != "medic":
		return explain.Refuse(field+".figure", explain.Because("SQ-ALLOC-04", "only-medics"))
	case a.HitBy == "ap":
		return explain.Refuse(field+".hit_by", explain.Because("SQ-ALLOC-10", "beyond-help"))
	case a.Side == "enemy":
		return explain.Refuse(field+".side", explain.Because("SQ-ALLOC-09", "own-men-only"))
	case state("retreating"):
		return explain.Refuse(field+".states", explain.Because("SQ-RETREAT-11", "shooter-retreating"))
	case state("pinned"):
		return explain.Refuse(field+".states", explain.Because("SQ-PIN-14", "pinned-does-nothing").And("SQ-PIN-15"))
	case state("in_melee"):
		return explain.Refuse(field+".states", explain.Because("SQ-MELEE-16", "bound-in-melee"))
	case state("acted"):
		return explain.Refuse(field+".states", explain.Because("SQ-TURN-03", "one-action"))
	case a.DistanceCM > aidCM:
		return explain.Refuse(field+".distance_cm", explain.Because("SQ-ALLOC-09", "medic-too-far", is("range", a.DistanceCM)))
	}
	return nil
}

// Judge implements system.Engagement.
func (f *FirstAid) Judge(c rulebook.Choices) (*system.Judgement, error) {
	j := &system.Judgement{Reasons: options{c}.older()}
	if f.Turn == "enemy" {
		j.Refusal = explain.Refuse("turn", explain.Because("SQ-ALLOC-09", "aid-own-phase").And("SQ-TURN-01"))
		j.Reasons = nil
		return j, nil
	}
	var order []string
	busy := map[string]bool{}
	tries := map[string][]step{}
	if !mayAny(j, len(f.Helpers), func(i int) *explain.Refusal {
		a := &f.Helpers[i]
		field := fmt.Sprintf("helpers[%d]", i)
		no := a.forbidden(field)
		if no == nil && a.Name != "" && busy[a.Name] {
			no = explain.Refuse(field+".name", explain.Because("SQ-ALLOC-09", "one-man-each").And("SQ-TURN-03"))
		}
		if no != nil {
			return no
		}
		busy[a.Name] = true
		man := a.Man
		if man == "" {
			man = fmt.Sprintf("#%d", i)
		}
		if tries[man] == nil {
			order = append(order, man)
		}
		tries[man] = append(tries[man], aidStep(i))
		return nil
	}) {
		return j, nil
	}
	var steps []step
	for _, man := range order {
		steps = append(steps, tries[man]...)
		steps = append(steps, step{
			Key: "next-man", Rule: "SQ-ALLOC-09",
			Then: func(s *State, _ outcome, _ *log) { s.Order.Standing = false },
		})
	}
	j.Reasons = append(j.Reasons,
		explain.Because("SQ-ALLOC-04", "medic-may").And("SQ-ALLOC-09"),
		explain.Because("SQ-ALLOC-05", "last-chance", is("n", len(order))))
	j.Numbers = append(j.Numbers, aidNumber)
	j.Program = system.Run(procedure.Procedure[State]{Key: "first-aid", Steps: steps, Measures: []measure{
		{Key: "returned", Of: func(s *State) int { return int(s.Order.Aided) }},
		{Key: "still-down", Of: func(s *State) int { return len(order) - int(s.Order.Aided) }},
	}})
	return j, nil
}

// aidStep is one medic's die for the man now attended to, while he is on the ground (SQ-ALLOC-09).
func aidStep(attempt int) step {
	need := aidNumber
	need.Of = explain.Word(fmt.Sprintf("attempt-%d", attempt+1))
	return step{
		Key: "first-aid", Rule: "SQ-ALLOC-09",
		If:   func(s *State) bool { return !s.Order.Standing },
		Why:  func(*State) []number { return []number{need} },
		Roll: func(*State) dice.Roll { return dice.Count(1, need.Value) },
		Then: func(s *State, o outcome, l *log) {
			if o.Success() {
				s.Order.Aided++
				s.Order.Standing = true
				l.Say("SQ-ALLOC-09", "man-returns")
				return
			}
			l.Say("SQ-ALLOC-09", "not-by-this-medic")
		},
	}
}
