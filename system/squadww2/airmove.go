package squadww2

import (
	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// Limits of an aircraft's move (SQ-AIR-27).
const (
	maxTurnDeg  = 45
	minFlightCM = 40
	maxFlightCM = 90
)

// AircraftMove is an aircraft at the start of its Movement phase: out of a spin or down, then
// the move that its player wants to make.
type AircraftMove struct {
	Aircraft Aircraft `yaml:"aircraft" required:"true"`
	// Move may be absent while the aircraft spins.
	Move *Flight `yaml:"move"`
}

// Flight is one move: a turn, then straight on, with a change of height.
type Flight struct {
	TurnDeg  float64 `yaml:"turn_deg" minimum:"0" maximum:"180"`
	FlightCM float64 `yaml:"flight_cm" required:"true" minimum:"0" maximum:"1000"`
	// Height is the level at the end; absent means unchanged.
	Height *int `yaml:"height" minimum:"0" maximum:"9"`
}

// recovery is what a spinning aircraft needs to come out of it (SQ-AIR-25).
var recovery = explain.Needed("recovery", explain.Worth("SQ-AIR-25", "spin-recovery", 4))

// Judge implements system.Engagement.
func (m *AircraftMove) Judge(c rulebook.Choices) (*system.Judgement, error) {
	o := options{c}
	plane := m.Aircraft
	p := &plane
	if ps := p.settle("aircraft"); ps != nil {
		return nil, ps
	}
	spinning := p.is("spinning")
	switch {
	case spinning && o.is("aircraft-damage", "as-vehicles"):
		return nil, explain.Problems{explain.Wrong("aircraft.states", "no-spin-as-vehicle")}
	case p.is("gear_out") && !o.is("aircraft-damage", "as-vehicles"):
		return nil, explain.Problems{explain.Wrong("aircraft.states", "gear-only-as-vehicle")}
	case p.is("gear_out"):
		return &system.Judgement{Refusal: explain.Refuse("aircraft.states", explain.Because("SQ-VEH-22", "aircraft-gear-out"))}, nil
	case !spinning && m.Move == nil:
		return nil, explain.Problems{explain.Wrong("move", "field-missing")}
	}
	if m.Move != nil {
		if no := m.Move.forbidden(p.Height); no != nil {
			return &system.Judgement{Refusal: no}, nil
		}
	}
	j := &system.Judgement{Reasons: o.older()}
	if m.Move != nil {
		j.Reasons = append(j.Reasons, explain.Because("SQ-AIR-27", "move-allowed", is("turn", m.Move.TurnDeg), is("distance", m.Move.FlightCM)))
	}
	var start State
	start.Plane = Plane{Height: int8(p.Height), Spin: spinning}
	var steps []step
	if spinning {
		j.Numbers = append(j.Numbers, recovery)
		steps = append(steps, recoveryStep())
	}
	if m.Move != nil && m.Move.Height != nil {
		steps = append(steps, step{
			Key: "climb", Rule: "SQ-AIR-27",
			If:   func(s *State) bool { return !s.Plane.Spin },
			Then: func(s *State, _ outcome, _ *log) { s.Plane.Height = int8(*m.Move.Height) },
		})
	}
	ms := []measure{
		{Key: "height", Of: func(s *State) int { return int(s.Plane.Height) }},
		{Key: "spin", Event: true, Of: func(s *State) int { return boolInt(s.Plane.Spin) }},
		{Key: "crashed", Event: true, Of: func(s *State) int { return boolInt(s.Plane.Crashed) }},
	}
	if m.Move != nil {
		ms = append(ms, measure{Key: "moves", Event: true, Of: func(s *State) int { return boolInt(!s.Plane.Spin) }})
	}
	j.Program = system.Run(procedure.Procedure[State]{Key: "aircraft-move", Start: start, Steps: steps, Measures: ms})
	return j, nil
}

// recoveryStep is the die of a spinning aircraft: it comes out, or drops another level.
func recoveryStep() step {
	return step{
		Key: "recovery", Rule: "SQ-AIR-25",
		Why:  func(*State) []number { return []number{recovery} },
		Roll: func(*State) dice.Roll { return dice.Count(1, recovery.Value) },
		Then: func(s *State, o outcome, l *log) {
			if o.Success() {
				s.Plane.Spin = false
				l.Say("SQ-AIR-25", "spin-over")
				if l.On() {
					l.Note(explain.Because("SQ-AIR-26", "new-spin-possible"))
				}
				return
			}
			s.Plane.Height--
			l.Say("SQ-AIR-25", "falls-further")
			if s.Plane.Height < 1 {
				s.Plane.Crashed = true
				l.Say("SQ-AIR-25", "crashes")
				l.Say("SQ-AIR-29", "aircraft-removed")
			}
		},
	}
}

// forbidden returns why the move breaks the limits, or nil. from is the height before it.
func (m *Flight) forbidden(from int) *explain.Refusal {
	switch {
	case m.TurnDeg > maxTurnDeg:
		return explain.Refuse("move.turn_deg", explain.Because("SQ-AIR-27", "turn-too-sharp", is("n", m.TurnDeg), is("limit", maxTurnDeg)))
	case m.FlightCM < minFlightCM || m.FlightCM > maxFlightCM:
		return explain.Refuse("move.flight_cm", explain.Because("SQ-AIR-27", "flight-length", is("range", m.FlightCM), is("lo", minFlightCM), is("hi", maxFlightCM)))
	case m.Height != nil && (*m.Height < 1 || *m.Height > 3):
		return explain.Refuse("move.height", explain.Because("SQ-AIR-27", "no-such-height", is("n", *m.Height)))
	case m.Height != nil && (*m.Height > from+1 || *m.Height < from-1):
		return explain.Refuse("move.height", explain.Because("SQ-AIR-27", "one-level-only", is("from", from), is("n", *m.Height)))
	}
	return nil
}

var aircraftMoveKind = system.Kind{
	ID:   "aircraft-move",
	Name: rulebook.Text{RU: "Движение самолёта", EN: "Aircraft movement"},
	New:  func() system.Engagement { return new(AircraftMove) },
	Sample: `
aircraft: {unit: su_il2, height: 2, states: [spinning]}
move: {turn_deg: 30, flight_cm: 60, height: 3}
`,
}
