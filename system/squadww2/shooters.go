package squadww2

import (
	"fmt"
	"slices"

	"umpire/explain"
)

// Group is weapons of one sort that fire together with the same numbers (SQ-DICE-04).
type Group struct {
	// Shooter names the firing unit; groups with the same name belong to one unit.
	Shooter string `yaml:"shooter"`
	// Unit is a roster id that fills skills and crew.
	Unit   string `yaml:"unit"`
	Weapon string `yaml:"weapon" required:"true"`
	// Count is how many of these weapons reach and see at least one model of the target (SQ-ELIG-04).
	Count int `yaml:"count" minimum:"0" maximum:"60" default:"1"`
	// RangeCM is the distance to the target in cm; absent means in range.
	RangeCM *float64 `yaml:"range_cm" minimum:"0" maximum:"1000"`
	// ShadowCM and FlightLineCM are the distances to an aircraft's shadow and to the nearest point
	// of its flight line; the smaller one counts (SQ-RANGE-10).
	ShadowCM     *float64 `yaml:"shadow_cm" minimum:"0" maximum:"1000"`
	FlightLineCM *float64 `yaml:"flight_line_cm" minimum:"0" maximum:"1000"`

	Sees  bool `yaml:"sees" default:"true"`
	InArc bool `yaml:"in_arc" default:"true"`
	// Pool is how many enemy models the group reaches and sees; absent means all (SQ-ELIG-05).
	Pool *int `yaml:"pool" minimum:"0" maximum:"120"`
	// Pairs gives reach and sight one by one: a line for each firing model, in it a letter for
	// each enemy model: b both, r reached only, s seen only, - neither. It replaces Count and Pool.
	Pairs  []string `yaml:"pairs" maxItems:"60"`
	Leader bool     `yaml:"leader"`
	// Burst of an Overheat weapon: full, or short for one shot less without risk (SQ-DICE-06).
	Burst string `yaml:"burst" enum:"full,short" default:"full"`
	// Crew is the living men who serve the weapon, or the living crew of the vehicle; CrewFull its full number.
	Crew     *int     `yaml:"crew" minimum:"0" maximum:"20"`
	CrewFull *int     `yaml:"crew_full" minimum:"1" maximum:"20"`
	Traits   []string `yaml:"traits" enum:"militia,commando,unskilled"`
	// From is where the firer is: on foot, carried in an open vehicle with personal weapons, or
	// the vehicle's own gun.
	From string `yaml:"from" enum:"foot,open_vehicle,vehicle" default:"foot"`
	// Role of a vehicle's weapon; absent means that its machine gun is the MG and all else the main gun.
	Role         string   `yaml:"role" enum:"main,mg"`
	VehicleMoved bool     `yaml:"vehicle_moved"`
	Facing       string   `yaml:"facing" enum:"front,side,left,right,rear" default:"front"`
	States       []string `yaml:"states" enum:"pinned,retreating,in_melee,acted,jammed,weapon_out,spent"`

	weapon *Weapon
	unit   *UnitType
}

func (g *Group) has(trait string) bool {
	return slices.Contains(g.Traits, trait) || g.unit != nil && g.unit.Has(trait)
}

// heavy says whether the weapon is a heavy one: served by two or more men (SQ-HIT-03).
func (g *Group) heavy() bool { return g.weapon.Crew >= 2 && g.From != "vehicle" }

// settle looks up the group's weapon and unit and checks its facts. field is the group's path.
func (g *Group) settle(field string, enemies int) explain.Problems {
	if g.weapon = Roster().Weapon(g.Weapon); g.weapon == nil {
		return explain.Problems{explain.Wrong(field+".weapon", "unknown-weapon", is("value", g.Weapon))}
	}
	if g.weapon.Template != "" || g.weapon.Has("flight_line") {
		return explain.Problems{explain.Wrong(field+".weapon", "not-direct-fire", is("weapon", g.weapon.Name))}
	}
	var ps explain.Problems
	if g.unit, ps = checkRoster(field+".unit", g.Unit); ps != nil {
		return ps
	}
	if g.unit != nil {
		if g.CrewFull == nil && g.unit.Crew > 0 {
			g.CrewFull = &g.unit.Crew
		}
		if g.unit.Type == "vehicle" && g.From == "foot" {
			g.From = "vehicle"
		}
	}
	if g.Role == "" {
		g.Role = "main"
		if g.weapon.ID == "tank_mg" {
			g.Role = "mg"
		}
	}
	if g.From == "vehicle" && g.Crew != nil && g.CrewFull == nil {
		return explain.Problems{explain.Wrong(field+".crew_full", "field-missing")}
	}
	if g.CrewFull == nil && g.From != "vehicle" {
		g.CrewFull = &g.weapon.Crew
	}
	if g.Crew != nil && g.CrewFull != nil && *g.Crew > max(*g.CrewFull, 1) {
		return explain.Problems{explain.Wrong(field+".crew", "field-above", is("value", *g.Crew), is("want", *g.CrewFull))}
	}
	if g.Burst == "short" && !g.weapon.Has("overheat") {
		return explain.Problems{explain.Wrong(field+".burst", "no-short-burst", is("weapon", g.weapon.Name))}
	}
	for i, line := range g.Pairs {
		if len(line) != enemies {
			return explain.Problems{explain.Wrong(fmt.Sprintf("%s.pairs[%d]", field, i), "pairs-length", is("value", len(line)), is("want", enemies))}
		}
		for _, c := range line {
			if c != 'b' && c != 'r' && c != 's' && c != '-' {
				return explain.Problems{explain.Wrong(fmt.Sprintf("%s.pairs[%d]", field, i), "pairs-letter", is("value", string(c)))}
			}
		}
	}
	return nil
}

// SQ-ELIG-04, SQ-ELIG-06: who fires and who can be hit, from reach and sight pair by pair.
func (g *Group) readPairs(o options) (reason, bool) {
	if len(g.Pairs) == 0 {
		return reason{}, false
	}
	firing, pool := 0, 0
	for _, line := range g.Pairs {
		if slices.Contains([]byte(line), 'b') {
			firing++
		}
	}
	for v := range g.Pairs[0] {
		reached, seen, both := false, false, false
		for _, line := range g.Pairs {
			if !slices.Contains([]byte(line), 'b') {
				continue // not a firing model
			}
			c := line[v]
			reached = reached || c == 'b' || c == 'r'
			seen = seen || c == 'b' || c == 's'
			both = both || c == 'b'
		}
		if both || o.is("victim-pool", "union") && reached && seen {
			pool++
		}
	}
	g.Count, g.Pool = firing, &pool
	return explain.Because("SQ-ELIG-06", "pool-of-pairs", is("firing", firing), is("pool", pool)).And("SQ-ELIG-05", "SQ-RANGE-12"), true
}
