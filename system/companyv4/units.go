package companyv4

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"umpire/explain"
	"umpire/internal/datafile"
	"umpire/rulebook"
)

// Pair is a distance in inches and its printed partner in centimetres; neither is converted
// (C4-GEN-04).
type Pair [2]float64

// Weapon is one row of the arsenal.
type Weapon struct {
	ID        string        `yaml:"id"`
	Name      rulebook.Text `yaml:"name"`
	Range     Pair          `yaml:"range"`
	ROF       int           `yaml:"rof"`        // halted; 0 for weapons of aircraft
	MovingROF int           `yaml:"moving_rof"` // 0: halved (C4-DICE-03)
	AT        int           `yaml:"at"`
	Firepower int           `yaml:"firepower"` // 1 to 6
	Mount     string        `yaml:"mount"`
	ExtraMGs  int           `yaml:"extra_mgs"` // machine guns of a tank beyond the first
	Traits    []string      `yaml:"traits"`
}

// UnitType is one row of the rosters. The special ratings are 0 where the card gives none: then
// they are the motivation, or the skill.
type UnitType struct {
	ID               string        `yaml:"id"`
	Name             rulebook.Text `yaml:"name"`
	Teams            int           `yaml:"teams"`
	Type             string        `yaml:"type"`
	Motivation       int           `yaml:"motivation"`
	Rally            int           `yaml:"rally"`
	Remount          int           `yaml:"remount"`
	Counterattack    int           `yaml:"counterattack"`
	LastStand        int           `yaml:"last_stand"`
	Skill            int           `yaml:"skill"`
	Tactics          int           `yaml:"tactics"`
	Assault          int           `yaml:"assault"`
	HitOn            int           `yaml:"hit_on"`
	Front            int           `yaml:"front"`
	Side             int           `yaml:"side"`
	Top              int           `yaml:"top"`
	Save             int           `yaml:"save"`
	Tactical         Pair          `yaml:"tactical"`
	TerrainDash      Pair          `yaml:"terrain_dash"`
	CrossCountryDash Pair          `yaml:"cross_country_dash"`
	RoadDash         Pair          `yaml:"road_dash"`
	Cross            int           `yaml:"cross"` // 0: no test
	Traits           []string      `yaml:"traits"`
}

// Has says whether the unit has a trait.
func (u *UnitType) Has(trait string) bool { return slices.Contains(u.Traits, trait) }

// armoured says whether armour takes the place of a save (C4-ORG-02).
func (u *UnitType) armoured() bool { return u.Type == "tank" && !u.Has("unarmoured") }

// alone says whether the unit is a formation commander or an independent team (C4-ORG-03).
func (u *UnitType) alone() bool { return u.Has("formation_commander") || u.Has("independent") }

// Data is the arsenal and the rosters.
type Data struct {
	Weapons []Weapon   `yaml:"weapons"`
	Units   []UnitType `yaml:"units"`
}

// Weapon returns the weapon with that id, or nil.
func (d *Data) Weapon(id string) *Weapon {
	if i := slices.IndexFunc(d.Weapons, func(w Weapon) bool { return w.ID == id }); i >= 0 {
		return &d.Weapons[i]
	}
	return nil
}

// Unit returns the unit with that id, or nil.
func (d *Data) Unit(id string) *UnitType {
	if i := slices.IndexFunc(d.Units, func(u UnitType) bool { return u.ID == id }); i >= 0 {
		return &d.Units[i]
	}
	return nil
}

// Roster returns the arsenal and the rosters.
var Roster = sync.OnceValue(func() *Data {
	text, err := files.ReadFile("data.yaml")
	var d Data
	if err == nil {
		err = datafile.Decode("data.yaml", text, &d)
	}
	if err != nil {
		panic(fmt.Errorf("the data are part of the program: %w", err))
	}
	return &d
})

// Card is a unit as typed: a row of the roster, or values of one's own, or both; a typed value
// stands before that of the roster.
type Card struct {
	Unit          string   `yaml:"unit"`
	Type          string   `yaml:"type" enum:"tank,infantry,gun,aircraft"`
	Motivation    *int     `yaml:"motivation" minimum:"2" maximum:"6"`
	Rally         *int     `yaml:"rally" minimum:"2" maximum:"6"`
	Remount       *int     `yaml:"remount" minimum:"2" maximum:"6"`
	Counterattack *int     `yaml:"counterattack" minimum:"2" maximum:"6"`
	LastStand     *int     `yaml:"last_stand" minimum:"2" maximum:"6"`
	Skill         *int     `yaml:"skill" minimum:"2" maximum:"6"`
	Tactics       *int     `yaml:"tactics" minimum:"2" maximum:"6"`
	Assault       *int     `yaml:"assault" minimum:"2" maximum:"6"`
	HitOn         *int     `yaml:"hit_on" minimum:"2" maximum:"6"`
	Front         *int     `yaml:"front" minimum:"0" maximum:"20"`
	Side          *int     `yaml:"side" minimum:"0" maximum:"20"`
	Top           *int     `yaml:"top" minimum:"0" maximum:"20"`
	Save          *int     `yaml:"save" minimum:"2" maximum:"6"`
	Cross         *int     `yaml:"cross" minimum:"2" maximum:"6"`
	Traits        []string `yaml:"traits" enum:"scout,independent,formation_commander,heavy_weapon,unarmoured,gun_shield"`
}

// read joins the typed values with the roster. field is the path of the card.
func (c *Card) read(field string) (*UnitType, error) {
	var u UnitType
	if c.Unit != "" {
		r := Roster().Unit(c.Unit)
		if r == nil {
			var ids []string
			for _, x := range Roster().Units {
				ids = append(ids, x.ID)
			}
			return nil, explain.Wrong(field+".unit", "unknown-unit", is("value", c.Unit), is("want", ids))
		}
		u = *r
	}
	if c.Type != "" {
		u.Type = c.Type
	}
	if u.Type == "" {
		return nil, explain.Wrong(field+".type", "unit-or-type")
	}
	for _, v := range []struct {
		to   *int
		from *int
	}{
		{&u.Motivation, c.Motivation}, {&u.Rally, c.Rally}, {&u.Remount, c.Remount}, {&u.Counterattack, c.Counterattack},
		{&u.LastStand, c.LastStand}, {&u.Skill, c.Skill}, {&u.Tactics, c.Tactics}, {&u.Assault, c.Assault}, {&u.HitOn, c.HitOn},
		{&u.Front, c.Front}, {&u.Side, c.Side}, {&u.Top, c.Top}, {&u.Save, c.Save}, {&u.Cross, c.Cross},
	} {
		if v.from != nil {
			*v.to = *v.from
		}
	}
	if c.Traits != nil {
		u.Traits = c.Traits
	}
	if u.Motivation == 0 {
		u.Motivation = 4
	}
	if u.Skill == 0 {
		u.Skill = 4
	}
	for _, v := range []struct {
		to   *int
		from int
	}{
		{&u.Rally, u.Motivation}, {&u.Remount, u.Motivation}, {&u.Counterattack, u.Motivation}, {&u.LastStand, u.Motivation},
		{&u.Tactics, u.Skill}, {&u.Assault, u.Skill},
	} {
		if *v.to == 0 {
			*v.to = v.from
		}
	}
	if u.Save == 0 && !u.armoured() {
		return nil, explain.Wrong(field+".save", "save-wanted")
	}
	return &u, nil
}

// profile is a weapon ready to fire, in the measure of the table.
type profile struct {
	name   any // rulebook.Text, or the typed id
	reach  float64
	rof    int // halted
	moving int
	pinned int
	at     int
	fp     int
	mount  string
	extra  int
	traits []string
}

func (p *profile) has(trait string) bool { return slices.Contains(p.traits, trait) }

// rof1 says whether it is a weapon of rate of fire 1 (C4-DICE-04).
func (p *profile) rof1() bool { return p.rof == 1 && p.moving == 1 }

// rename puts other names for the first parts of a field: pairs of old and new.
func rename(field string, names ...string) string {
	for i := 0; i < len(names); i += 2 {
		if rest, ok := strings.CutPrefix(field, names[i]); ok && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			return names[i+1] + rest
		}
	}
	return field
}

// renamed renames the fields of problems.
func renamed(err error, names ...string) error {
	var ps explain.Problems
	var p *explain.Problem
	switch {
	case errors.As(err, &ps):
	case errors.As(err, &p):
		ps = explain.Problems{p}
	default:
		return err
	}
	for _, p := range ps {
		p.Field = rename(p.Field, names...)
	}
	return ps
}
