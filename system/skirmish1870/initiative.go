package skirmish1870

import (
	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// Initiative is the throw for the first turn. It needs no facts.
type Initiative struct{}

// FirstTurn is what the throw for the first turn changes.
type FirstTurn struct {
	Die    int8 // of the first player, while the second has not thrown
	Winner int8 // 1 or 2; 0 while nobody has won
}

var initiativeKind = system.Kind{
	ID:     "initiative",
	Name:   rulebook.Text{RU: "Кто ходит первым", EN: "Who goes first"},
	New:    func() system.Engagement { return new(Initiative) },
	Sample: "",
}

// Judge implements system.Engagement.
func (*Initiative) Judge(rulebook.Choices) (*system.Judgement, error) {
	die := func(*FirstTurn) dice.Roll { return dice.Face() }
	numbers := []number{explain.Amount("turn-die", explain.Worth("SK-TURN-01", "one-die", 1))}
	why := func(*FirstTurn) []number { return numbers }
	p := procedure.Procedure[FirstTurn]{
		Key: "initiative",
		Steps: []procedure.Step[FirstTurn]{{
			Key: "dice-for-turn", Rule: "SK-TURN-01", Repeat: true, Retry: true,
			If: func(s *FirstTurn) bool { return s.Winner == 0 },
			Steps: []procedure.Step[FirstTurn]{{
				Key: "die-of-first", Rule: "SK-TURN-01", Roll: die, Why: why,
				Then: func(s *FirstTurn, o outcome, _ *log) { s.Die = int8(o.Value) },
			}, {
				Key: "die-of-second", Rule: "SK-TURN-01", Roll: die, Why: why,
				Then: func(s *FirstTurn, o outcome, l *log) {
					mine := int(s.Die)
					s.Die = 0
					switch {
					case mine > o.Total():
						s.Winner = 1
					case mine < o.Total():
						s.Winner = 2
					default:
						l.Say("SK-TURN-01", "dice-equal")
						return
					}
					l.SayN("SK-TURN-01", "begins", int(s.Winner))
				},
			}},
		}},
		Measures: []procedure.Measure[FirstTurn]{{Key: "first-begins", Event: true, Of: func(s *FirstTurn) int { return boolInt(s.Winner == 1) }}},
	}
	return &system.Judgement{Numbers: numbers, Program: system.Run(p)}, nil
}
