package squadww2

import (
	"fmt"

	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// Marker is a pinned marker that lies beside a unit.
type Marker struct {
	// Cause is a failed test, the last-man rule, or a crew's leap from its wreck.
	Cause string `yaml:"cause" enum:"test,last_man,bail_out" default:"test"`
	// Since says whether the unit has already spent one own turn under it.
	Since string `yaml:"since" enum:"last_enemy_turn,earlier" default:"last_enemy_turn"`
}

// comesOffAtStart says whether the marker is removed at the start of the owner's turn (SQ-PIN-17;
// OPT-pin-end).
func (m *Marker) comesOffAtStart() bool { return m != nil && m.Since == "earlier" }

// settle reports a marker that cannot lie there any more.
func (m *Marker) settle(field string, o options) explain.Problems {
	if m.comesOffAtStart() && o.is("pin-end", "end-of-own-turn") {
		return explain.Problems{explain.Wrong(field+".since", "marker-long-gone")}
	}
	return nil
}

// TurnStart is one unit of men at the start of its owner's turn (SQ-TURN-02): its marker, its
// digging in, its rally test and the flight that follows a failure.
type TurnStart struct {
	Unit   string  `yaml:"unit"`
	Type   string  `yaml:"type" enum:"infantry,cavalry,motor,heavy_team,gun_crew,bailed_crew,repair_team"`
	Men    *int    `yaml:"men" minimum:"1" maximum:"60"`
	Marker *Marker `yaml:"marker"`
	// Dug says whether the unit dug in in its last turn or before, and has stayed there.
	Dug        string `yaml:"dug" enum:"no,last_turn,earlier" default:"no"`
	Retreating bool   `yaml:"retreating"`
	// Attempt says whether the owner wants the rally test; without it the flight goes on.
	Attempt bool     `yaml:"attempt" default:"true"`
	Friends []Helper `yaml:"friends" maxItems:"8"`
	// EnemiesCM are the distances of enemy units.
	EnemiesCM []float64 `yaml:"enemies_cm" maxItems:"8"`
	// MoveCM is the full allowance, EdgeCM how far it is to the own table edge.
	MoveCM *int     `yaml:"move_cm" minimum:"0" maximum:"60"`
	EdgeCM *float64 `yaml:"edge_cm" minimum:"0" maximum:"1000"`
}

var turnStartKind = system.Kind{
	ID:   "turn-start",
	Name: rulebook.Text{RU: "Начало хода отряда", EN: "A unit's turn begins"},
	New:  func() system.Engagement { return new(TurnStart) },
	Sample: `
unit: de_grenadier
retreating: true
friends: [{figure: standard_bearer, distance_cm: 14}, {figure: commissar, distance_cm: 12}]
enemies_cm: [4]
edge_cm: 15
`,
}

// settle fills what the roster says and checks that the facts agree.
func (t *TurnStart) settle(o options) explain.Problems {
	u, ps := checkRoster("unit", t.Unit)
	switch {
	case ps != nil:
		return ps
	case u == nil:
	case u.Type == "vehicle" || u.Type == "aircraft":
		return explain.Problems{explain.Wrong("unit", "not-men", is("value", explain.Word(u.Type)))}
	case u.Type == "gun": // its crew, who leave it (SQ-RETREAT-18)
		if t.Type == "" {
			t.Type = "gun_crew"
		}
	default:
		if t.Type == "" {
			t.Type = u.Type
		}
		if t.MoveCM == nil {
			cm := int(u.MoveCM)
			t.MoveCM = &cm
		}
	}
	if t.Type == "" {
		return explain.Problems{explain.Wrong("type", "field-missing")}
	}
	if t.MoveCM == nil {
		cm := allowances[t.Type]
		if cm == 0 {
			cm = allowances["infantry"] // crews on foot
		}
		t.MoveCM = &cm
	}
	ps = append(ps, t.Marker.settle("marker", o)...)
	if t.Retreating && t.Marker != nil {
		ps = append(ps, explain.Wrong("marker", "no-marker-in-flight"))
	}
	if t.Retreating && t.Dug != "no" {
		ps = append(ps, explain.Wrong("dug", "not-dug-in-flight"))
	}
	if t.Marker != nil && t.Marker.Cause == "last_man" && t.Men != nil && *t.Men > 1 {
		ps = append(ps, explain.Wrong("men", "field-above", is("value", *t.Men), is("want", 1)))
	}
	return append(ps, checkDistances("enemies_cm", t.EnemiesCM)...)
}

// Judge implements system.Engagement.
func (t *TurnStart) Judge(c rulebook.Choices) (*system.Judgement, error) {
	o := options{c}
	in := *t
	t = &in
	if ps := t.settle(o); ps != nil {
		return nil, ps
	}
	j := &system.Judgement{Reasons: append(o.older(), explain.Because("SQ-TURN-02", "markers-then-rally"))}
	proc := procedure.Procedure[State]{Key: "turn-start"}
	if t.Marker != nil {
		proc.Start.Squad.Pinned = true
		proc.Steps = append(proc.Steps, t.markerStep())
		if !t.Marker.comesOffAtStart() {
			j.Reasons = append(j.Reasons, explain.Because("SQ-PIN-15", "loses-own-turn").And("SQ-PIN-14"))
			if o.is("pin-end", "end-of-own-turn") {
				j.Reasons = append(j.Reasons, explain.Because("SQ-PIN-17", "marker-off-own-turn"))
			} else {
				j.Reasons = append(j.Reasons, explain.Because("SQ-PIN-17", "marker-stays"))
			}
		}
	}
	switch t.Dug {
	case "last_turn":
		j.Reasons = append(j.Reasons, explain.Because("SQ-MOVE-09", "dug-in-last-turn"), explain.Because("SQ-MOVE-04", "dug-in-may-dash"))
	case "earlier":
		j.Reasons = append(j.Reasons, explain.Because("SQ-MOVE-10", "dug-in-until-it-moves"))
	}
	if t.Retreating {
		proc.Start.Squad.Retreats = true
		proc.Steps = append(proc.Steps, t.flight(j)...)
	}
	proc.Measures = t.measures()
	j.Program = system.Run(proc)
	return j, nil
}

// markerStep takes the marker off when its time has come (SQ-PIN-17, SQ-PIN-19).
func (t *TurnStart) markerStep() step {
	return step{
		Key: "marker", Rule: "SQ-PIN-17", Also: ruleIDs{"SQ-TURN-02"},
		If: func(*State) bool { return t.Marker.comesOffAtStart() },
		Then: func(s *State, _ outcome, l *log) {
			s.Squad.Pinned = false
			l.Say("SQ-PIN-17", "marker-off")
			switch {
			case t.Marker.Cause == "last_man":
				s.Order.Fearless = true
				l.Say("SQ-PIN-19", "now-fearless")
			case t.Marker.Cause == "test" && t.Men != nil && *t.Men == 1:
				l.Say("SQ-PIN-20", "not-fearless")
			}
		},
	}
}

// flight gives the rally test and the flight, with their numbers and reasons.
func (t *TurnStart) flight(j *system.Judgement) []step {
	f := flight{allowance: *t.MoveCM, edge: t.EdgeCM, cavalry: t.Type == "cavalry"}
	if t.Attempt {
		r := rallyAfterFlight(t.Friends, t.EnemiesCM)
		f.rally = &r
		j.Numbers = append(j.Numbers, r.need)
	} else {
		j.Reasons = append(j.Reasons, explain.Because("SQ-RETREAT-09", "no-attempt"))
	}
	j.Numbers = append(j.Numbers,
		explain.Amount("flight-cm", explain.Worth("SQ-RETREAT-11", "allowance", f.allowance).And("SQ-MOVE-01")),
		explain.Amount("flight-dice", explain.Worth("SQ-RETREAT-11", "dice-of-flight", flightDice(f.cavalry)).And("SQ-RETREAT-04")))
	switch t.Type {
	case "gun_crew":
		j.Reasons = append(j.Reasons, explain.Because("SQ-RETREAT-18", "gun-left-behind"))
	case "heavy_team":
		j.Reasons = append(j.Reasons, explain.Because("SQ-RETREAT-18", "weapon-taken-along"))
	}
	return f.steps()
}

// measures are the results of the turn's start, and what the unit may do in the turn.
func (t *TurnStart) measures() []measure {
	event := func(key string, of func(s *State) bool) measure {
		return measure{Key: key, Event: true, Of: func(s *State) int { return boolInt(of(s)) }}
	}
	var ms []measure
	if t.Marker != nil {
		ms = append(ms, event("pinned", func(s *State) bool { return s.Squad.Pinned }))
		if t.Marker.Cause == "last_man" {
			ms = append(ms, event("fearless", func(s *State) bool { return s.Order.Fearless }))
		}
	}
	if t.Retreating {
		if t.Attempt {
			ms = append(ms, event("rallied", func(s *State) bool { return s.Order.Rallied }))
		}
		ms = append(ms, measure{Key: "flight", Of: func(s *State) int { return int(s.Order.Moved) }})
		if t.EdgeCM != nil {
			ms = append(ms, event("gone", func(s *State) bool { return s.Order.Gone }))
		}
	}
	free := func(s *State) bool { return !s.Squad.Pinned && !s.Squad.Retreats }
	still := func(s *State) bool { return free(s) && t.Dug != "last_turn" }
	return append(ms,
		event("may-move", still), event("may-dash", free), event("may-shoot", free), event("may-assault", still))
}

// TurnEnd is the end of a player's turn for one of his units: the men who lie downed, and the
// marker under OPT-pin-end = end-of-own-turn.
type TurnEnd struct {
	Downed []Downed `yaml:"downed" maxItems:"8"`
	Marker *Marker  `yaml:"marker"`
}

// Downed is men of the unit who fell in the same turn.
type Downed struct {
	Count int `yaml:"count" minimum:"1" maximum:"60" default:"1"`
	// Since is when they fell, counted from the turn that now ends, which is their owner's.
	Since string `yaml:"fell" enum:"this_turn,enemy_turn,earlier" default:"enemy_turn"`
	// Saved of them stand again thanks to medics (SQ-ALLOC-09).
	Saved int `yaml:"saved" minimum:"0" maximum:"60"`
}

var turnEndKind = system.Kind{
	ID:     "turn-end",
	Name:   rulebook.Text{RU: "Конец хода", EN: "A turn ends"},
	New:    func() system.Engagement { return new(TurnEnd) },
	Sample: "downed: [{count: 3, fell: enemy_turn, saved: 1}, {count: 2, fell: this_turn}]\n",
}

// Judge implements system.Engagement.
func (t *TurnEnd) Judge(c rulebook.Choices) (*system.Judgement, error) {
	o := options{c}
	ps := t.Marker.settle("marker", o)
	if t.Marker.comesOffAtStart() && ps == nil {
		ps = append(ps, explain.Wrong("marker.since", "marker-off-at-start"))
	}
	for i, d := range t.Downed {
		if d.Saved > d.Count {
			ps = append(ps, explain.Wrong(fmt.Sprintf("downed[%d].saved", i), "field-above", is("value", d.Saved), is("want", d.Count)))
		}
	}
	if len(t.Downed) == 0 && t.Marker == nil {
		ps = append(ps, explain.Wrong("downed", "field-missing"))
	}
	if ps != nil {
		return nil, ps
	}
	j := &system.Judgement{Reasons: o.older()}
	dead, lie := 0, 0
	for _, d := range t.Downed {
		switch n := d.Count - d.Saved; {
		case n == 0:
		case d.Since == "this_turn":
			lie += n
		default:
			dead += n
		}
	}
	var ms []measure
	if len(t.Downed) > 0 {
		if dead > 0 {
			j.Reasons = append(j.Reasons, explain.Because("SQ-TURN-06", "downed-die", is("n", dead)).And("SQ-ALLOC-05"))
		}
		if lie > 0 {
			j.Reasons = append(j.Reasons, explain.Because("SQ-ALLOC-05", "downed-wait", is("n", lie)))
		}
		ms = append(ms, fact("removed", dead), fact("still-down", lie))
	}
	if t.Marker != nil {
		off := o.is("pin-end", "end-of-own-turn")
		if off {
			j.Reasons = append(j.Reasons, explain.Because("SQ-PIN-17", "marker-off"))
		} else {
			j.Reasons = append(j.Reasons, explain.Because("SQ-PIN-17", "marker-stays"))
		}
		ms = append(ms, certainly("pinned", !off))
		if t.Marker.Cause == "last_man" {
			if off {
				j.Reasons = append(j.Reasons, explain.Because("SQ-PIN-19", "now-fearless"))
			}
			ms = append(ms, certainly("fearless", off))
		}
	}
	j.Program = system.Run(procedure.Procedure[State]{Key: "turn-end", Measures: ms})
	return j, nil
}

// fact is a measure that no die changes, certainly an event of that sort.
func fact(key string, v int) measure { return measure{Key: key, Of: func(*State) int { return v }} }

func certainly(key string, b bool) measure {
	return measure{Key: key, Event: true, Of: func(*State) int { return boolInt(b) }}
}

// RollOff decides who has the first turn (SQ-TURN-07).
type RollOff struct{}

// draw is the state of a roll-off: who chooses, who is first (1 or 2), and the first player's
// face while the dice lie.
type draw struct{ Face, Chooser, First int8 }

var rollOffKind = system.Kind{
	ID:   "roll-off",
	Name: rulebook.Text{RU: "Кто ходит первым", EN: "Who goes first"},
	New:  func() system.Engagement { return new(RollOff) },
}

// Judge implements system.Engagement.
func (*RollOff) Judge(c rulebook.Choices) (*system.Judgement, error) {
	type drawStep = procedure.Step[draw]
	face := func(*draw) dice.Roll { return dice.Face() }
	steps := []drawStep{
		{
			Key: "roll-off", Rule: "SQ-TURN-07", Repeat: true, Retry: true,
			If: func(d *draw) bool { return d.Chooser == 0 },
			Steps: []drawStep{
				{
					Key: "first-player-die", Rule: "SQ-TURN-07", Roll: face,
					Then: func(d *draw, o outcome, _ *log) { d.Face = int8(o.Total()) },
				},
				{
					Key: "second-player-die", Rule: "SQ-TURN-07", Roll: face,
					Then: func(d *draw, o outcome, l *log) {
						switch n := int8(o.Total()); {
						case n == d.Face:
							l.Say("SQ-TURN-07", "tie-again")
						case n > d.Face:
							d.Chooser = 2
						default:
							d.Chooser = 1
						}
						d.Face = 0
					},
				},
			},
		},
		{
			Key: "first-turn", Rule: "SQ-TURN-07", Also: ruleIDs{"SQ-TURN-01"},
			Choose: func(d *draw) procedure.Choice {
				side := "player-1"
				if d.Chooser == 2 {
					side = "player-2"
				}
				return procedure.Choice{Key: "first-turn", Side: side, Options: []string{"go-first", "go-second"}}
			},
			Then: func(d *draw, o outcome, l *log) {
				d.First = d.Chooser
				if o.Value == 1 {
					d.First = 3 - d.Chooser
				}
				l.Say("SQ-TURN-01", "turns-alternate")
			},
		},
	}
	return &system.Judgement{
		Reasons: append(options{c}.older(), explain.Because("SQ-TURN-07", "higher-chooses")),
		Program: system.Run(procedure.Procedure[draw]{Key: "roll-off", Steps: steps, Measures: []procedure.Measure[draw]{
			{Key: "player-1-chooses", Event: true, Of: func(d *draw) int { return boolInt(d.Chooser == 1) }},
			{Key: "player-1-first", Event: true, Of: func(d *draw) int { return boolInt(d.First == 1) }},
		}}),
	}, nil
}

// gameRounds is the length of a game (SQ-TURN-07).
const gameRounds = 6

// Score is the standing of a game: who has won once its rounds are over.
type Score struct {
	// Rounds are those played to the end.
	Rounds int  `yaml:"rounds" minimum:"0" maximum:"100" required:"true"`
	Own    Toll `yaml:"own"`
	Enemy  Toll `yaml:"enemy"`
}

// Toll is the units that one side has lost.
type Toll struct {
	Destroyed int `yaml:"units_destroyed" minimum:"0" maximum:"200"`
	Fled      int `yaml:"units_fled" minimum:"0" maximum:"200"`
}

var scoreKind = system.Kind{
	ID:     "score",
	Name:   rulebook.Text{RU: "Итог игры", EN: "The score"},
	New:    func() system.Engagement { return new(Score) },
	Sample: "rounds: 6\nown: {units_destroyed: 1, units_fled: 1}\nenemy: {units_destroyed: 3}\n",
}

// Judge implements system.Engagement.
func (s *Score) Judge(c rulebook.Choices) (*system.Judgement, error) {
	own, enemy := s.Own.Destroyed+s.Own.Fled, s.Enemy.Destroyed+s.Enemy.Fled
	j := &system.Judgement{Reasons: options{c}.older()}
	over := s.Rounds >= gameRounds
	count := func(side string, n int) number {
		a := explain.Amount("units-lost", explain.Worth("SQ-TURN-07", "units-lost", n).And("SQ-RETREAT-12"))
		a.Of = explain.Word(side)
		return a
	}
	j.Numbers = append(j.Numbers, count("own-side", own), count("enemy-side", enemy))
	switch {
	case !over:
		j.Reasons = append(j.Reasons, explain.Because("SQ-TURN-07", "game-goes-on", is("n", gameRounds-s.Rounds)).And("SQ-TURN-01"))
	case own < enemy:
		j.Reasons = append(j.Reasons, explain.Because("SQ-TURN-07", "own-victory", is("own", own), is("enemy", enemy)))
	case own > enemy:
		j.Reasons = append(j.Reasons, explain.Because("SQ-TURN-07", "enemy-victory", is("own", own), is("enemy", enemy)))
	default:
		j.Reasons = append(j.Reasons, explain.Because("SQ-TURN-07", "drawn", is("own", own)))
	}
	j.Program = system.Run(procedure.Procedure[State]{Key: "score", Measures: []measure{
		certainly("over", over), certainly("victory", over && own < enemy),
		certainly("defeat", over && own > enemy), certainly("draw", over && own == enemy),
	}})
	return j, nil
}
