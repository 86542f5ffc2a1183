package hexmodern

import (
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// entry is what entering a hex costs a unit, in half movement points (HX-MOVE-01).
func entry(c *counter, g *Terrain, road bool) int {
	switch {
	case c.moveType == "air":
		return 2
	case c.moveType == "leg" && road:
		return 2
	case road:
		return 1
	}
	return 2 * map[string]int{"leg": g.Leg, "track": g.Track, "wheel": g.Wheel}[c.moveType]
}

// Move is the move of one unit, hex by hex: what it costs and what the unit can still do.
type Move struct {
	Unit   string   `yaml:"unit"`
	Values *Values  `yaml:"values"`
	States []string `yaml:"states" enum:"reduced,disrupted,ops_complete,in_motion,in_flight"`
	// MPLeft is its movement points before the first hex; absent: all that it has.
	MPLeft *float64 `yaml:"mp_left" minimum:"0" maximum:"60"`
	// HexesFlown is how far a helicopter has flown in this activation already.
	HexesFlown int    `yaml:"hexes_flown" minimum:"0" maximum:"60"`
	Path       []Pace `yaml:"path" maxItems:"30"`
	// Unload says that the carrier lets its infantry out.
	Unload bool `yaml:"unload"`
}

// Pace is one hex of a move.
type Pace struct {
	Terrain string `yaml:"terrain" enum:"open,hill,wood,wooded_hill,town,ruins,rough,burnt_wood,field,craters" default:"open"`
	Road    bool   `yaml:"road"`
	Enemy   bool   `yaml:"enemy"`
	Own     int    `yaml:"own_units" minimum:"0" maximum:"2"`
	// Seen are the enemy units that a disrupted unit sees, and how far each is before and after the step.
	Seen []Seen `yaml:"seen" maxItems:"12"`
}

// Seen is an enemy unit in sight of the mover.
type Seen struct {
	Before int `yaml:"before" required:"true" minimum:"1" maximum:"60"`
	After  int `yaml:"after" required:"true" minimum:"1" maximum:"60"`
}

// still is the state of an engagement without dice.
type still struct{}

var moveKind = system.Kind{
	ID:     "move",
	Name:   rulebook.Text{RU: "Движение", EN: "Movement"},
	New:    func() system.Engagement { return new(Move) },
	Sample: "unit: N-M1\npath: [{}, {terrain: wood}, {road: true}]\n",
}

func (m *Move) settle() (*counter, explain.Problems) {
	c, ps := resolve("unit", m.Unit, m.Values, m.States)
	for _, p := range ps { // the unit's fields stand at the top
		if len(p.Field) > len("unit.") {
			p.Field = p.Field[len("unit."):]
		}
	}
	if c == nil {
		return nil, ps
	}
	wrong := func(at, key string, facts ...explain.Fact) { ps = append(ps, explain.Wrong(at, key, facts...)) }
	if m.MPLeft != nil {
		if _, ok := halves(*m.MPLeft); !ok {
			wrong("mp_left", "half-points", is("value", *m.MPLeft))
		} else if *m.MPLeft > float64(c.move) {
			wrong("mp_left", "field-above", is("value", *m.MPLeft), is("want", c.move))
		}
	}
	switch {
	case m.HexesFlown > 0 && c.kind != "helicopter":
		wrong("hexes_flown", "only-helicopters-fly")
	case m.Unload && !c.carries && c.kind != "hq":
		wrong("unload", "no-carrier")
	case len(m.Path) == 0 && !m.Unload:
		wrong("path", "field-missing")
	}
	for i, p := range m.Path {
		for k, s := range p.Seen {
			if d := s.Before - s.After; d > 1 || d < -1 {
				wrong(at(at("path", i)+".seen", k)+".after", "one-hex-a-step", is("value", s.After), is("want", s.Before))
			}
		}
	}
	return c, ps
}

// forbidden returns why the unit may not move so, or nil.
func (m *Move) forbidden(c *counter) *explain.Refusal {
	unit := is("unit", c.name)
	switch {
	case c.kind == "hq":
		return refuse("unit", "HX-HQ-01", "hq-is-no-unit", unit)
	case c.done:
		return refuse("states", "HX-TURN-04", "ops-complete-no-move", unit)
	case c.kind == "helicopter" && !c.flying && len(m.Path) > 0:
		return refuse("states", "HX-AIR-03", "flight-side-to-move", unit)
	}
	for i, p := range m.Path {
		f := at("path", i)
		switch {
		case p.Enemy && c.disrupted:
			return refuse(f+".enemy", "HX-PIN-06", "disrupted-no-assault", unit)
		case p.Enemy:
			return explain.Refuse(f+".enemy", explain.Because("HX-MOVE-01", "enemy-hex", unit).And("HX-ASSAULT-01"))
		case p.Own >= stackLimit:
			return refuse(f+".own_units", "HX-STACK-01", "stack-too-big", is("most", stackLimit))
		}
		if !c.disrupted {
			continue
		}
		for k, s := range p.Seen {
			near := []explain.Fact{unit, is("before", s.Before), is("after", s.After)}
			f := at(f+".seen", k) + ".after"
			switch {
			case s.Before == 1 && s.After == 1:
				return explain.Refuse(f, explain.Because("HX-PIN-03", "must-draw-away", near...), explain.Because("HX-PIN-02", "beside-enemy", near...))
			case s.After == 1:
				return refuse(f, "HX-PIN-02", "beside-enemy", near...)
			case s.After < s.Before:
				return refuse(f, "HX-PIN-02", "nearer-to-enemy", near...)
			}
		}
	}
	return nil
}

// Judge implements system.Engagement.
func (m *Move) Judge(rulebook.Choices) (*system.Judgement, error) {
	c, ps := m.settle()
	if ps != nil {
		return nil, ps
	}
	if no := m.forbidden(c); no != nil {
		return &system.Judgement{Refusal: no}, nil
	}
	j := &system.Judgement{}
	unit := is("unit", c.name)
	left := 2 * c.move
	if m.MPLeft != nil {
		left, _ = halves(*m.MPLeft)
	}
	before := 2*c.move - left
	spent := 0
	pay := func(field string, cost int, r reason) *explain.Refusal {
		if cost > left-spent {
			return refuse(field, "HX-MOVE-01", "entry-too-dear", unit, is("cost", float64(cost)/2), is("left", float64(left-spent)/2))
		}
		spent += cost
		r.Facts = append(r.Facts, is("cost", float64(cost)/2))
		j.Reasons = append(j.Reasons, r)
		return nil
	}
	for i, p := range m.Path {
		g := Roster().Ground(p.Terrain)
		key := "enters"
		if p.Road {
			key = "enters-by-road"
		}
		if no := pay(at("path", i), entry(c, g, p.Road), explain.Because("HX-MOVE-01", key, is("terrain", g.Name))); no != nil {
			return &system.Judgement{Refusal: no}, nil
		}
		if c.disrupted && len(p.Seen) > 0 {
			j.Reasons = append(j.Reasons, explain.Because("HX-PIN-02", "keeps-away").And("HX-PIN-03"))
		}
	}
	if m.Unload {
		if no := pay("unload", 2*(c.move/2), explain.Because("HX-MOVE-01", "unloads").And("HX-TURN-04")); no != nil {
			return &system.Judgement{Refusal: no}, nil
		}
		if c.disrupted {
			j.Reasons = append(j.Reasons, explain.Because("HX-PIN-04", "disrupted-unloads", unit))
		}
	}
	flown := m.HexesFlown
	if c.kind == "helicopter" {
		flown += len(m.Path)
	}
	fires := m.mayFire(c, before+spent, flown, j)
	if len(m.Path) > 0 {
		j.Reasons = append(j.Reasons, explain.Because("HX-TURN-04", "in-motion", unit))
	}
	ms := []procedure.Measure[still]{
		fixed[still]("half-points-spent", spent), fixed[still]("half-points-left", left-spent),
		fixed[still]("hexes", len(m.Path)), certainly[still]("may-fire", fires),
	}
	if c.kind == "helicopter" {
		ms = append(ms, fixed[still]("hexes-flown", flown))
	}
	if m.Unload {
		ms = append(ms, certainly[still]("unloaded", true))
	}
	j.Program = system.Run(procedure.Procedure[still]{Key: "move", Measures: ms})
	return j, nil
}

// mayFire says whether the unit may fire after the move, with the reason (HX-MFIRE-01, HX-AIR-01,
// HX-AIR-02, HX-PIN-01).
func (m *Move) mayFire(c *counter, halves, flown int, j *system.Judgement) bool {
	unit := is("unit", c.name)
	say := func(r reason) { j.Reasons = append(j.Reasons, r) }
	switch {
	case c.disrupted:
		say(explain.Because("HX-PIN-01", "disrupted-no-fire", unit))
		return false
	case c.kind == "helicopter" && flown > maxFlown:
		say(explain.Because("HX-AIR-02", "flown-too-far", unit, is("n", flown), is("most", maxFlown)))
		return false
	case c.kind == "helicopter":
		say(explain.Because("HX-AIR-01", "may-fire-flying", unit, is("n", flown), is("most", maxFlown)))
		return true
	case halves > 0 && !c.movingFire:
		say(explain.Because("HX-MFIRE-01", "no-moving-fire", unit))
		return false
	case halves > 2*(c.move/2):
		say(explain.Because("HX-MFIRE-01", "moved-too-far", unit, is("spent", float64(halves)/2), is("most", c.move/2)))
		return false
	case halves > 0:
		say(explain.Because("HX-MFIRE-01", "may-fire-moving", unit, is("spent", float64(halves)/2), is("most", c.move/2)))
	}
	return true
}
