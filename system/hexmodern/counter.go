package hexmodern

import (
	"fmt"
	"slices"

	"umpire/explain"
)

// Values are the printed values of a counter that is in no roster, or that differ from it. Fire
// and assault values are those of the full side.
type Values struct {
	Kind     string  `yaml:"kind" enum:"vehicle,infantry,mortar,helicopter"`
	Armoured *bool   `yaml:"armoured"` // hard target; absent: vehicles are
	Recon    *bool   `yaml:"recon"`
	AP       *Weapon `yaml:"ap"`
	HE       *Weapon `yaml:"he"`
	AA       *Weapon `yaml:"aa"`
	Armour   *int    `yaml:"armour" minimum:"0" maximum:"10"` // dice
	Save     *int    `yaml:"save" minimum:"2" maximum:"6"`
	Assault  *int    `yaml:"assault" minimum:"0" maximum:"10"` // 0: no assault factor
	// AssaultReduced is the factor of the reduced side; absent: one lower, at least 1.
	AssaultReduced *int   `yaml:"assault_reduced" minimum:"0" maximum:"10"`
	AssaultHit     *int   `yaml:"assault_hit" minimum:"2" maximum:"6"`
	Move           *int   `yaml:"move" minimum:"0" maximum:"60"` // movement points
	MoveType       string `yaml:"move_type" enum:"leg,track,wheel,air"`
	MovingFire     *bool  `yaml:"moving_fire"`
	Carries        *bool  `yaml:"carries"`
	Steps          *int   `yaml:"steps" minimum:"1" maximum:"2"`
}

// counter is a unit with all its values, as it lies in its hex.
type counter struct {
	field      string // path of the unit in the input
	name       text
	kind       string // vehicle, infantry, mortar, helicopter; hq for a mistaken headquarters
	hard       bool
	recon      bool
	ap, he, aa *Weapon
	armour     int
	save       int
	factor     int // assault factor of the side that lies up; 0 for none
	assaultHit int
	ownHit     bool // the counter gives its assault to-hit number
	move       int
	moveType   string
	movingFire bool
	carries    bool
	steps      int // steps left
	reduced    bool
	disrupted  bool
	done       bool // ops complete
	moving     bool
	flying     bool
}

// onFoot says whether the unit is men on the ground: infantry, or a mortar with its crew.
func (c *counter) onFoot() bool { return c.kind == "infantry" || c.kind == "mortar" }

// missiles says whether the unit is a missile unit (HX-AMMO-01).
func (c *counter) missiles() bool { return c.kind != "mortar" && c.ap != nil && c.ap.Missile }

// piece is the unit as a state.
func (c *counter) piece() Piece { return Piece{Steps: int8(c.steps), Disrupted: c.disrupted} }

func set[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

// resolve finds a unit's values from the roster and from what was typed, and checks that its states
// agree with them.
func resolve(field, id string, v *Values, states []string) (*counter, explain.Problems) {
	c := &counter{field: field, assaultHit: 4, moveType: "track"}
	var ps explain.Problems
	if id != "" {
		u := Roster().Unit(id)
		if u == nil {
			if h := Roster().HQ(id); h != nil {
				return &counter{field: field, kind: "hq", name: h.Name}, nil
			}
			return nil, explain.Problems{explain.Wrong(field+".unit", "unknown-unit", is("value", id))}
		}
		*c = counter{
			field: field, name: u.Name, kind: u.Kind, hard: u.Armoured, recon: u.Recon, ap: u.AP, he: u.HE, aa: u.AA,
			armour: u.Armour, save: u.Save, factor: u.Assault, assaultHit: 4, move: u.Move, moveType: u.MoveType,
			movingFire: u.MovingFire, carries: u.Carries,
		}
	}
	factorReduced := -1
	full := 2
	if v != nil {
		if v.Kind != "" {
			if id == "" {
				c.name = Roster().KindName(v.Kind)
			}
			if c.kind != v.Kind {
				c.hard = v.Kind == "vehicle"
				if id == "" {
					c.moveType = map[string]string{"vehicle": "track", "infantry": "leg", "mortar": "leg", "helicopter": "air"}[v.Kind]
				}
			}
			c.kind = v.Kind
		}
		set(&c.hard, v.Armoured)
		set(&c.recon, v.Recon)
		set(&c.armour, v.Armour)
		set(&c.save, v.Save)
		set(&c.factor, v.Assault)
		set(&c.assaultHit, v.AssaultHit)
		c.ownHit = v.AssaultHit != nil
		set(&factorReduced, v.AssaultReduced)
		set(&c.move, v.Move)
		set(&c.movingFire, v.MovingFire)
		set(&c.carries, v.Carries)
		set(&full, v.Steps)
		if v.AP != nil {
			c.ap = v.AP
		}
		if v.HE != nil {
			c.he = v.HE
		}
		if v.AA != nil {
			c.aa = v.AA
		}
		if v.MoveType != "" {
			c.moveType = v.MoveType
		}
	}
	if c.kind == "" {
		at := ".unit"
		if v != nil {
			at = ".values.kind"
		}
		return nil, explain.Problems{explain.Wrong(field+at, "field-missing")}
	}
	has := func(s string) bool { return slices.Contains(states, s) }
	wrong := func(at, key string, facts ...explain.Fact) {
		ps = append(ps, explain.Wrong(field+at, key, facts...))
	}
	c.reduced, c.disrupted, c.done, c.moving, c.flying = has("reduced"), has("disrupted"), has("ops_complete"), has("in_motion"), has("in_flight")
	c.steps = full
	switch {
	case c.reduced && full == 1:
		wrong(".states", "one-step-unit")
	case c.reduced:
		c.steps = 1
		if c.factor > 0 {
			c.factor = max(c.factor-1, 1)
		}
		if factorReduced >= 0 {
			c.factor = factorReduced
		}
	}
	if c.flying && c.kind != "helicopter" {
		wrong(".states", "only-helicopters-fly")
	}
	if c.done && c.moving {
		wrong(".states", "done-and-moving")
	}
	if (c.kind == "helicopter") != (c.moveType == "air") {
		wrong(".values.move_type", "move-type-of-kind", is("kind", Roster().KindName(c.kind)))
	}
	return c, ps
}

// numbered tells units of the same name in one list apart.
func numbered(cs []*counter) {
	names := make([]text, len(cs))
	for i, c := range cs {
		names[i] = c.name
	}
	for i, c := range cs {
		if slices.Index(names, names[i]) != i || slices.Contains(names[i+1:], names[i]) {
			c.name = text{RU: fmt.Sprintf("%s (%d)", c.name.RU, i+1), EN: fmt.Sprintf("%s (%d)", c.name.EN, i+1)}
		}
	}
}

// noHQ refuses headquarters that stand where a unit is wanted (HX-HQ-01).
func noHQ(cs ...*counter) *explain.Refusal {
	for _, c := range cs {
		if c != nil && c.kind == "hq" {
			return refuse(c.field+".unit", "HX-HQ-01", "hq-is-no-unit", is("unit", c.name))
		}
	}
	return nil
}

// Hex is the ground of one hex.
type Hex struct {
	Terrain  string `yaml:"terrain" enum:"open,hill,wood,wooded_hill,town,ruins,rough,burnt_wood,field,craters" default:"open"`
	Wreck    bool   `yaml:"wreck"`
	Position bool   `yaml:"improved_position"`
}

func (h *Hex) ground() *Terrain { return Roster().Ground(h.Terrain) }

// HQ is a headquarters that takes part.
type HQ struct {
	ID      string `yaml:"id"`
	Reduced bool   `yaml:"reduced"`
	// Leadership, Morale and CommandRange are those of the side that lies up, for an HQ that is in no roster.
	Leadership   *int `yaml:"leadership" minimum:"0" maximum:"6"`
	Morale       *int `yaml:"morale" minimum:"2" maximum:"12"`
	CommandRange *int `yaml:"command_range" minimum:"0" maximum:"60"`
}

// headquarters is an HQ with all its values.
type headquarters struct {
	name          text
	leadership    int
	morale, reach int // -1 when unknown
	steps         int8
	reduced       bool
}

// settle finds the values of an HQ; a nil HQ gives nil.
func (h *HQ) settle(field string) (*headquarters, explain.Problems) {
	if h == nil {
		return nil, nil
	}
	q := &headquarters{name: Roster().KindName("hq"), morale: -1, reach: -1, steps: 2, reduced: h.Reduced, leadership: -1}
	if h.ID != "" {
		t := Roster().HQ(h.ID)
		if t == nil {
			return nil, explain.Problems{explain.Wrong(field+".id", "unknown-hq", is("value", h.ID))}
		}
		q.name, q.leadership, q.morale, q.reach = t.Name, t.Leadership, t.Morale, t.Range
		if h.Reduced {
			q.leadership = t.Reduced
		}
	}
	set(&q.leadership, h.Leadership)
	set(&q.morale, h.Morale)
	set(&q.reach, h.CommandRange)
	if h.Reduced {
		q.steps = 1
	}
	if q.leadership < 0 {
		return nil, explain.Problems{explain.Wrong(field+".leadership", "field-missing")}
	}
	return q, nil
}
