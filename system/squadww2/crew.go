package squadww2

import (
	"slices"

	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// sayThinned notes what the losses of a vehicle's crew, inside or under repair, mean for the
// vehicle (SQ-CREW-01 to 04; OPT-crew-loss-modifiers).
func (t *Target) sayThinned(s *State, o options, l *log) {
	if !l.On() || t.Type != "vehicle_crew" && t.Type != "repair_team" {
		return
	}
	full := *t.Men
	if t.Vehicle != nil && t.Vehicle.CrewFull != nil {
		full = *t.Vehicle.CrewFull
	}
	left := t.left(s)
	switch {
	case left == 0:
		l.Say("SQ-CREW-04", "crew-gone")
	case !o.is("crew-loss-modifiers", "on"):
	case 2*left < full:
		l.Note(explain.Because("SQ-CREW-02", "crew-below-half", is("n", left), is("full", full)).And("SQ-CREW-03"))
	default:
		l.Note(explain.Because("SQ-CREW-01", "crew-thinned", is("n", left), is("full", full)).And("SQ-CREW-03"))
	}
}

// Crewing is men who want to get into a vehicle or to a gun, or out of a vehicle.
type Crewing struct {
	Act string `yaml:"act" enum:"enter,leave" default:"enter"`
	// Men are how many; Who is their trade.
	Men *int   `yaml:"men" minimum:"1" maximum:"60"`
	Who string `yaml:"who" enum:"tank_crew,truck_crew,gun_crew,technicians,infantry" required:"true"`
	// States of the men.
	States []string `yaml:"states" enum:"pinned,retreating,in_melee,bailed_out"`
	// DistanceCM is how far they stand from the hull, or want to end up.
	DistanceCM *float64 `yaml:"distance_cm" minimum:"0" maximum:"1000"`
	Phase      string   `yaml:"phase" enum:"movement,shooting,assault" default:"movement"`

	// Unit is the roster id of the vehicle or gun; Class its sort where there is none.
	Unit  string `yaml:"unit"`
	Class string `yaml:"piece" enum:"tank_spg,truck_apc_car,gun"`
	// Owner is whose army the piece belonged to, as the men see it.
	Owner     string `yaml:"owner" enum:"own,allied,enemy" default:"own"`
	CrewFull  *int   `yaml:"crew_full" minimum:"1" maximum:"20"`
	Inside    int    `yaml:"inside" minimum:"0" maximum:"20"` // men who serve it already
	Destroyed bool   `yaml:"destroyed"`
	// As says whether they take the seats of the crew or ride along.
	As string `yaml:"as" enum:"crew,passengers" default:"crew"`
}

var crewingKind = system.Kind{
	ID:     "crewing",
	Name:   rulebook.Text{RU: "Посадка и экипаж", EN: "Boarding and crews"},
	New:    func() system.Engagement { return new(Crewing) },
	Sample: "who: tank_crew\nmen: 2\nunit: de_tiger\nowner: enemy\n",
}

func (c *Crewing) is(state string) bool { return slices.Contains(c.States, state) }

// settle fills the piece from its roster entry and checks that the facts agree.
func (c *Crewing) settle() explain.Problems {
	u, ps := checkRoster("unit", c.Unit)
	if ps != nil {
		return ps
	}
	if u != nil {
		class := u.CrewClass
		if u.Type == "gun" {
			class = "gun"
		}
		switch {
		case class == "":
			return explain.Problems{explain.Wrong("unit", "not-a-vehicle", is("value", c.Unit))}
		case c.Class != "" && c.Class != class:
			return explain.Problems{explain.Wrong("piece", "other-type-of-unit", is("value", c.Class), is("want", class))}
		}
		c.Class = class
		if c.CrewFull == nil {
			c.CrewFull = &u.Crew
		}
	}
	switch {
	case c.Class == "":
		return explain.Problems{explain.Wrong("piece", "field-missing")}
	case c.Class == "gun" && (c.Act == "leave" || c.As == "passengers"):
		return explain.Problems{explain.Wrong("piece", "not-of-a-gun")}
	case c.CrewFull != nil && c.Inside > *c.CrewFull:
		return explain.Problems{explain.Wrong("inside", "field-above", is("value", c.Inside), is("want", *c.CrewFull))}
	}
	return nil
}

// Judge implements system.Engagement.
func (c *Crewing) Judge(choices rulebook.Choices) (*system.Judgement, error) {
	o := options{choices}
	in := *c
	c = &in
	if ps := c.settle(); ps != nil {
		return nil, ps
	}
	j := &system.Judgement{Refusal: c.forbidden()}
	if j.Refusal != nil {
		return j, nil
	}
	j.Reasons = append(o.older(), explain.Because("SQ-CREW-17", "as-often-as-they-like"))
	unskilled := false
	switch {
	case c.Act == "leave":
		j.Reasons = append(j.Reasons, explain.Because("SQ-CREW-18", "leave-takes-movement"))
		if c.Who == "tank_crew" || c.Who == "truck_crew" {
			j.Reasons = append(j.Reasons, explain.Because("SQ-CREW-11", "act-as-infantry"))
		}
	case c.As == "passengers":
		j.Reasons = append(j.Reasons, explain.Because("SQ-CREW-18", "enter-takes-movement"))
	default:
		var r reason
		r, unskilled = c.entitled()
		j.Reasons = append(j.Reasons, r)
		if c.Owner != "own" {
			j.Reasons = append(j.Reasons, explain.Because("SQ-CREW-16", "captured-or-allied"))
		}
		if unskilled {
			j.Reasons = append(j.Reasons, explain.Because("SQ-HIT-16", "hit-unskilled-crew"))
		}
		if c.Class != "gun" {
			j.Reasons = append(j.Reasons, explain.Because("SQ-CREW-18", "enter-takes-movement"))
		}
	}
	c.strength(j, unskilled, o)
	return j, nil
}

// forbidden returns why they may not, or nil.
func (c *Crewing) forbidden() *explain.Refusal {
	switch {
	case c.is("in_melee"):
		return explain.Refuse("states", explain.Because("SQ-MELEE-16", "bound-in-melee"))
	case c.is("retreating"):
		return explain.Refuse("states", explain.Because("SQ-RETREAT-11", "shooter-retreating"))
	case c.is("bailed_out"):
		return explain.Refuse("states", explain.Because("SQ-CREW-08", "still-lying").And("SQ-PIN-14"))
	case c.is("pinned"):
		return explain.Refuse("states", explain.Because("SQ-PIN-14", "pinned-does-nothing").And("SQ-REPAIR-16"))
	case c.Destroyed && c.Act == "enter":
		return explain.Refuse("destroyed", explain.Because("SQ-VEH-32", "wreck-not-manned"))
	case c.Phase != "movement":
		return explain.Refuse("phase", explain.Because("SQ-CREW-18", "movement-phase-only"))
	case c.DistanceCM != nil && *c.DistanceCM > reachOfTeamCM:
		return explain.Refuse("distance_cm", explain.Because("SQ-CREW-18", "too-far-from-hull", is("range", *c.DistanceCM)))
	case c.Act == "leave" || c.As == "passengers":
		return nil
	case c.Inside > 0 && c.Owner == "enemy":
		return explain.Refuse("inside", explain.Because("SQ-CREW-14", "not-empty", is("n", c.Inside)))
	case c.Class == "tank_spg" && c.Who != "tank_crew" && c.Who != "technicians":
		r := explain.Because("SQ-CREW-12", "tank-seats-for-tankers")
		if c.Who == "truck_crew" {
			r = r.And("SQ-CREW-14")
		}
		return explain.Refuse("who", r)
	}
	return nil
}

// entitled says by which rule the men may serve the piece, and whether they lack the skill for
// its weapons (SQ-HIT-16).
func (c *Crewing) entitled() (r reason, unskilled bool) {
	switch {
	case c.Class == "gun" && c.Who == "gun_crew":
		return explain.Because("SQ-CREW-16", "gunners-at-a-gun"), false
	case c.Class == "gun" && c.Who == "tank_crew":
		return explain.Because("SQ-CREW-15", "tankers-at-a-gun").And("SQ-CREW-11"), false
	case c.Class == "gun":
		return explain.Because("SQ-CREW-11", "men-at-a-gun"), true
	case c.Who == "tank_crew" && c.Class == "tank_spg":
		return explain.Because("SQ-CREW-12", "tankers-in-a-tank").And("SQ-CREW-14", "SQ-CREW-15"), false
	case c.Who == "tank_crew":
		return explain.Because("SQ-CREW-15", "tankers-in-a-truck").And("SQ-CREW-13"), false
	case c.Class == "tank_spg":
		return explain.Because("SQ-CREW-12", "technicians-in-a-tank"), false
	case c.Who == "truck_crew":
		return explain.Because("SQ-CREW-14", "drivers-in-a-truck").And("SQ-CREW-13"), false
	}
	return explain.Because("SQ-CREW-13", "anybody-in-a-truck"), false
}

// strength adds what is possible this turn once the men are in their places: the crew that
// results and its losses (SQ-CREW-01 to 03), moving and shooting (SQ-CREW-18).
func (c *Crewing) strength(j *system.Judgement, unskilled bool, o options) {
	enters := c.Act == "enter" && c.As == "crew"
	crew, full, fires := 0, 0, true
	if enters && c.Men != nil && c.CrewFull != nil {
		full = *c.CrewFull
		crew = min(*c.Men+c.Inside, full)
		j.Numbers = append(j.Numbers, explain.Amount("crew", explain.Worth("SQ-CREW-03", "crew-made-up", crew, is("full", full))))
		switch {
		case crew == full || c.Class == "gun" || !o.is("crew-loss-modifiers", "on"):
		case 2*crew < full:
			fires = false
			j.Reasons = append(j.Reasons, explain.Because("SQ-CREW-02", "crew-below-half", is("n", crew), is("full", full)).And("SQ-CREW-03"))
		default:
			j.Reasons = append(j.Reasons, explain.Because("SQ-CREW-01", "crew-thinned", is("n", crew), is("full", full)).And("SQ-CREW-03"))
		}
	}
	fact := func(key string, event bool, v int) measure {
		return measure{Key: key, Event: event, Of: func(*State) int { return v }}
	}
	var ms []measure
	if c.Class != "gun" {
		ms = append(ms, fact("may-move", true, 0))
	}
	if enters {
		ms = append(ms, fact("may-shoot", true, boolInt(fires)), fact("unskilled", true, boolInt(unskilled)))
		if crew > 0 {
			ms = append(ms, fact("crew", false, crew))
		}
	}
	j.Program = system.Run(procedure.Procedure[State]{Key: "crewing", Measures: ms})
}
