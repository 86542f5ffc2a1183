package hexmodern

import (
	"fmt"

	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// maxFormations is the most formations in one cup.
const maxFormations = 6

// Cup is what is left in the cup of a turn (HX-TURN-01).
type Cup struct {
	Formations []Chits `yaml:"formations" required:"true" minItems:"1" maxItems:"6"`
	// EndTurns is the End Turn chits still in the cup.
	EndTurns int `yaml:"end_turns" minimum:"1" maximum:"2" default:"2"`
}

// Chits are one formation's chits still in the cup.
type Chits struct {
	Chits int `yaml:"chits" minimum:"0" maximum:"2" default:"1"`
}

// Draw is the state of the cup.
type Draw struct {
	Left  [maxFormations]int8
	Acted [maxFormations]int8
	Ends  int8 // End Turn chits still in the cup
}

var cupKind = system.Kind{
	ID:     "chit-draw",
	Name:   rulebook.Text{RU: "Жетоны из чашки", EN: "Chits from the cup"},
	New:    func() system.Engagement { return new(Cup) },
	Sample: "formations: [{chits: 1}, {chits: 1}]\n",
}

// total is the chits in the cup.
func (d *Draw) total() int {
	n := int(d.Ends)
	for _, k := range d.Left {
		n += int(k)
	}
	return n
}

// Judge implements system.Engagement.
func (c *Cup) Judge(rulebook.Choices) (*system.Judgement, error) {
	proc := procedure.Procedure[Draw]{Key: "chit-draw"}
	proc.Start.Ends = int8(c.EndTurns)
	for i, f := range c.Formations {
		proc.Start.Left[i] = int8(f.Chits)
		proc.Measures = append(proc.Measures, count(fmt.Sprintf("formation-%d-acts", i+1), func(d *Draw) int { return int(d.Acted[i]) }))
	}
	proc.Measures = append(proc.Measures, count("chits-left", func(d *Draw) int { return d.total() }))
	cup := func(d *Draw) []number {
		return []number{explain.Amount("chits-in-cup", explain.Worth("HX-TURN-01", "chits-in-cup", d.total()))}
	}
	proc.Steps = []procedure.Step[Draw]{{
		Key: "chits", Rule: "HX-TURN-01", Repeat: true,
		If: func(d *Draw) bool { return d.Ends > 0 },
		Steps: []procedure.Step[Draw]{{
			Key: "chit", Rule: "HX-TURN-01", Why: cup,
			Roll: func(d *Draw) dice.Roll { return dice.Roll{N: 1, Sides: int16(d.total()), Read: dice.Total} },
			Then: func(d *Draw, o outcome, l *log) { c.drawn(d, o.Total(), l) },
		}},
	}}
	j := &system.Judgement{
		Reasons: []reason{explain.Because("HX-TURN-01", "chits-one-by-one")},
		Numbers: cup(&proc.Start),
		Program: system.Run(proc),
	}
	return j, nil
}

// drawn takes the n-th chit out, counted formation by formation with the End Turn chits last.
func (c *Cup) drawn(d *Draw, n int, l *log) {
	for i := range c.Formations {
		if n <= int(d.Left[i]) {
			d.Left[i]--
			d.Acted[i]++
			if l.On() {
				l.Note(explain.Because("HX-TURN-01", "formation-drawn", is("n", i+1)).And("HX-TURN-02"))
			}
			return
		}
		n -= int(d.Left[i])
	}
	if d.Ends--; d.Ends == 0 {
		l.Say("HX-TURN-01", "turn-ends")
		return
	}
	l.Say("HX-TURN-01", "first-end-turn")
}

// Removal is the marker removal phase for some units (HX-TURN-03, HX-AMMO-04).
type Removal struct {
	Units []Marked `yaml:"units" required:"true" minItems:"1" maxItems:"6"`
}

// Marked is a unit with its markers.
type Marked struct {
	Unit      string   `yaml:"unit"`
	Values    *Values  `yaml:"values"`
	States    []string `yaml:"states" enum:"reduced,disrupted,ops_complete,in_motion,in_flight"`
	Depletion int      `yaml:"depletion" minimum:"0" maximum:"2"`
	Support   *Support `yaml:"support"`
}

var removalKind = system.Kind{
	ID:     "marker-removal",
	Name:   rulebook.Text{RU: "Снятие маркеров", EN: "Marker removal"},
	New:    func() system.Engagement { return new(Removal) },
	Sample: "units: [{unit: S-BMP2, states: [ops_complete], depletion: 2}]\n",
}

// Judge implements system.Engagement.
func (r *Removal) Judge(rulebook.Choices) (*system.Judgement, error) {
	var ps explain.Problems
	var guns []*gun
	var cs []*counter
	for i, m := range r.Units {
		f := Firer{Unit: m.Unit, Values: m.Values, States: m.States, Depletion: m.Depletion, Support: m.Support}
		g, more := f.settle(at("units", i))
		ps = append(ps, more...)
		if g != nil {
			guns, cs = append(guns, g), append(cs, g.c)
		}
	}
	if ps != nil {
		return nil, ps
	}
	if no := noHQ(cs...); no != nil {
		return &system.Judgement{Refusal: no}, nil
	}
	numbered(cs)
	j := &system.Judgement{Reasons: []reason{explain.Because("HX-TURN-03", "markers-come-off")}}
	var ms []procedure.Measure[still]
	off := 0
	lower := func(level int, name text) int {
		if level == 0 {
			return 0
		}
		key := "depletion-lower"
		if level == 1 {
			key = "depletion-off"
		}
		j.Reasons = append(j.Reasons, explain.Because("HX-AMMO-04", key, is("unit", name)).And("HX-TURN-03"))
		return level - 1
	}
	for i, g := range guns {
		if g.c.done {
			off++
			j.Reasons = append(j.Reasons, explain.Because("HX-TURN-03", "ops-complete-off", is("unit", g.c.name)))
		}
		ms = append(ms, fixed[still](fmt.Sprintf("unit-%d-depletion", i+1), lower(g.depletion, g.c.name)))
		if g.support != nil {
			ms = append(ms, fixed[still](fmt.Sprintf("unit-%d-support-depletion", i+1), lower(g.support.Depletion, g.name)))
		}
	}
	ms = append(ms, fixed[still]("ops-complete-removed", off))
	j.Program = system.Run(procedure.Procedure[still]{Key: "marker-removal", Measures: ms})
	return j, nil
}
