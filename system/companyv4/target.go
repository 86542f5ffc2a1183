package companyv4

import (
	"fmt"

	"umpire/explain"
)

// Team is one team of the unit shot at.
type Team struct {
	Name      string   `yaml:"name"`
	Apart     *float64 `yaml:"apart" minimum:"0" maximum:"500"` // from the first target team; absent: near
	From      []Apart  `yaml:"from" maxItems:"6"`               // from other target teams
	SeenBy    []int    `yaml:"seen_by" maxItems:"6"`            // batches, from 1; absent: all
	BailedOut bool     `yaml:"bailed_out"`
	Leader    bool     `yaml:"leader"`
	Hiding    *bool    `yaml:"gone_to_ground"`
}

// Apart is the distance of a team from another target team.
type Apart struct {
	Of    string  `yaml:"of" required:"true"`
	Apart float64 `yaml:"apart" required:"true" minimum:"0" maximum:"500"`
}

// Quiet is what decides whether a unit is gone to ground (chapter 9).
type Quiet struct {
	Did       []string `yaml:"did" enum:"moved,shot,assaulted,shot_at_aircraft"` // in its owner's latest turn
	FiredOn   bool     `yaml:"fired_on"`                                         // earlier in this turn
	GameStart bool     `yaml:"game_start"`                                       // it has had no turn yet
}

// Target is the unit shot at.
type Target struct {
	Unit       string   `yaml:"unit"`
	Type       string   `yaml:"type" enum:"tank,infantry,gun,aircraft"`
	Motivation *int     `yaml:"motivation" minimum:"2" maximum:"6"`
	Remount    *int     `yaml:"remount" minimum:"2" maximum:"6"`
	Skill      *int     `yaml:"skill" minimum:"2" maximum:"6"`
	HitOn      *int     `yaml:"hit_on" minimum:"2" maximum:"6"`
	Front      *int     `yaml:"front" minimum:"0" maximum:"20"`
	Side       *int     `yaml:"side" minimum:"0" maximum:"20"`
	Top        *int     `yaml:"top" minimum:"0" maximum:"20"`
	Save       *int     `yaml:"save" minimum:"2" maximum:"6"`
	Traits     []string `yaml:"traits" enum:"scout,independent,formation_commander,heavy_weapon,unarmoured,gun_shield"`

	Teams      []Team   `yaml:"teams" maxItems:"14"` // in listing order; the first is the target team unless a batch names another
	Hiding     bool     `yaml:"gone_to_ground"`
	Quiet      *Quiet   `yaml:"quiet"`
	DugIn      bool     `yaml:"dug_in"`
	InBuilding bool     `yaml:"in_building"`
	StoodStill bool     `yaml:"stood_still"`
	Dashed     bool     `yaml:"dashed"`
	HitsBefore int      `yaml:"hits_before" minimum:"0" maximum:"100" default:"0"` // from other units in this step
	TeamsAtAll *int     `yaml:"teams_at_start_of_step" minimum:"1" maximum:"60"`
	Protect    []string `yaml:"protect" maxItems:"14"` // teams whose hits the defender tries to shift, in the odds
	Join       *Join    `yaml:"join"`
}

// Join is the unit to which the defender may attach a commander or independent team that is shot
// at (C4-ALLOC-08).
type Join struct {
	Unit    string   `yaml:"unit"`
	Type    string   `yaml:"type" enum:"tank,infantry,gun,aircraft"`
	Remount *int     `yaml:"remount" minimum:"2" maximum:"6"`
	Front   *int     `yaml:"front" minimum:"0" maximum:"20"`
	Side    *int     `yaml:"side" minimum:"0" maximum:"20"`
	Save    *int     `yaml:"save" minimum:"2" maximum:"6"`
	Traits  []string `yaml:"traits" enum:"scout,heavy_weapon,unarmoured,gun_shield"`
	Teams   []Team   `yaml:"teams" minItems:"1" maxItems:"13" required:"true"`
	Alone   bool     `yaml:"stay_alone"` // what the defender does in the odds
}

func (t *Target) card() *Card {
	return &Card{
		Unit: t.Unit, Type: t.Type, Motivation: t.Motivation, Remount: t.Remount, Skill: t.Skill, HitOn: t.HitOn,
		Front: t.Front, Side: t.Side, Top: t.Top, Save: t.Save, Traits: t.Traits,
	}
}

func (j *Join) card() *Card {
	return &Card{Unit: j.Unit, Type: j.Type, Remount: j.Remount, Front: j.Front, Side: j.Side, Save: j.Save, Traits: j.Traits}
}

// listed returns the teams of the target, named; a target without listed teams has as many as its
// roster row, all near each other.
func (t *Target) listed(u *UnitType) []Team {
	teams := t.Teams
	if len(teams) == 0 {
		teams = make([]Team, max(1, u.Teams))
	}
	return named(teams, 0)
}

func named(teams []Team, from int) []Team {
	out := make([]Team, len(teams))
	copy(out, teams)
	for i := range out {
		if out[i].Name == "" {
			out[i].Name = fmt.Sprint(from + i + 1)
		}
	}
	return out
}

// gone says whether a team is gone to ground (C4-HIDE-01 to 04).
func (t *Target) gone(team *Team, o options) bool {
	switch {
	case team.Hiding != nil:
		return *team.Hiding
	case t.Quiet == nil:
		return t.Hiding
	}
	g, _ := t.Quiet.gone(t.has("scout"), o)
	return g
}

func (t *Target) has(trait string) bool {
	u, err := t.card().read("target")
	return err == nil && u.Has(trait)
}

// gone says whether a unit of that record is gone to ground, and why or why not.
func (q *Quiet) gone(scout bool, o options) (bool, reason) {
	if q.FiredOn && o.is("gtg_lost_when_fired_on", "yes") {
		return false, explain.Because("C4-HIDE-02", "fired-on")
	}
	for _, did := range q.Did {
		switch {
		case did == "moved" && scout:
		case did == "shot_at_aircraft":
			return false, explain.Because("C4-HIDE-06", "shot-at-aircraft")
		case scout:
			return false, explain.Because("C4-HIDE-03", "scout-gave-away", is("did", explain.Word(did)))
		default:
			return false, explain.Because("C4-HIDE-01", "gave-away", is("did", explain.Word(did)))
		}
	}
	switch {
	case q.GameStart && o.is("initial_gtg", "none"):
		return false, explain.Because("C4-HIDE-04", "no-start-hiding")
	case q.GameStart:
		return true, explain.Because("C4-HIDE-04", "start-hiding")
	case scout && len(q.Did) > 0:
		return true, explain.Because("C4-HIDE-03", "scout-moved")
	}
	return true, explain.Because("C4-HIDE-01", "kept-quiet")
}

// near says whether the team may be given hits of shots at the target team (C4-ALLOC-04).
func (t *Team) near(m measure, at string, first bool) bool {
	for _, f := range t.From {
		if f.Of == at {
			return f.Apart <= m.in(nearTarget)
		}
	}
	return !first || t.Apart == nil || *t.Apart <= m.in(nearTarget)
}

// seenBy says whether the team was itself a valid target of the batch (C4-ALLOC-02).
func (t *Team) seenBy(batch int) bool {
	if t.SeenBy == nil {
		return true
	}
	for _, b := range t.SeenBy {
		if b == batch+1 {
			return true
		}
	}
	return false
}
