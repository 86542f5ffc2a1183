package squadww2

import (
	"fmt"
	"slices"

	"umpire/explain"
)

// Target is the enemy unit that a declaration names (SQ-ELIG-01).
type Target struct {
	// Unit is a roster id that fills what is not given here.
	Unit string `yaml:"unit"`
	Type string `yaml:"type" enum:"infantry,cavalry,motor,heavy_team,gun,gun_crew,bailed_crew,repair_team,vehicle,vehicle_crew,passengers,aircraft"`
	// Men are the living men at the start of the enemy's Shooting phase: riders for cavalry.
	Men *int `yaml:"men" minimum:"1" maximum:"60"`
	// Models divides men with different saves into classes; empty means one class of all.
	Models []Models `yaml:"models" maxItems:"4"`
	// Cover is what most of the unit is in, and what the shooter sees it in: 6 (woods, building,
	// partly hidden), 5 (trench, a small part visible).
	Cover  string   `yaml:"cover" enum:"none,6,5" default:"none"`
	DugIn  bool     `yaml:"dug_in"`
	Traits []string `yaml:"traits" enum:"militia,body_armour,camouflage,moral_training"`
	States []string `yaml:"states" enum:"pinned,failed_last_turn,fearless,retreating,retreat_began,in_melee,exposed,bailed_out,marked"`
	Hidden bool     `yaml:"hidden"` // no part of it can be seen by anyone who fires
	// EarlierSight and EarlierTemplate are losses that the unit has suffered before in this
	// phase; Men counts these men as living.
	EarlierSight    int `yaml:"earlier_sight_losses" minimum:"0" maximum:"60"`
	EarlierTemplate int `yaml:"earlier_template_losses" minimum:"0" maximum:"60"`
	// TransportSave is the save of people carried in a vehicle (SQ-SAVE-12).
	TransportSave string `yaml:"transport_save" enum:"none,6,5"`

	// Vehicle is what a vehicle or gun adds to these facts, or the vehicle that the people are in.
	Vehicle *Vehicle `yaml:"vehicle"`
	// Aircraft is what an aircraft adds.
	Aircraft *Aircraft `yaml:"aircraft"`
}

// clone returns a target of its own, for settle to fill.
func (t *Target) clone() Target {
	c := *t
	c.Models, c.Traits = slices.Clone(t.Models), slices.Clone(t.Traits)
	if t.Vehicle != nil {
		v := *t.Vehicle
		c.Vehicle = &v
	}
	if t.Aircraft != nil {
		a := *t.Aircraft
		c.Aircraft = &a
	}
	return c
}

// Models is a class of equal men in a target.
type Models struct {
	Count  int      `yaml:"count" required:"true" minimum:"1" maximum:"60"` // living at the start of the engagement
	Cover  string   `yaml:"cover" enum:"none,6,5" default:"none"`
	Traits []string `yaml:"traits" enum:"body_armour,camouflage"`
}

func (t *Target) has(trait string) bool { return slices.Contains(t.Traits, trait) }
func (t *Target) is(state string) bool  { return slices.Contains(t.States, state) }

// settle fills the target from its roster entry and checks that its facts agree. field is the
// path of the target.
func (t *Target) settle(field string) explain.Problems {
	if n := t.inside(); n != nil {
		switch {
		case *n == 0:
			return explain.Problems{explain.Wrong(field+".vehicle", "nobody-inside")}
		case t.Men != nil && *t.Men != *n:
			return explain.Problems{explain.Wrong(field+".men", "other-number-inside", is("value", *t.Men), is("want", *n))}
		}
		t.Men = n
	}
	u, ps := checkRoster(field+".unit", t.Unit)
	if ps != nil {
		return ps
	}
	if u != nil {
		if t.Type == "" {
			t.Type = u.Type
		}
		if t.Men == nil && t.menTarget() {
			n := max(u.Models, u.Crew)
			if t.Type == "passengers" {
				n = u.Passengers
			}
			if n > 0 {
				t.Men = &n
			}
		}
		for _, tr := range u.Traits {
			if slices.Contains([]string{"militia", "body_armour", "camouflage", "moral_training"}, tr) && !t.has(tr) {
				t.Traits = append(t.Traits, tr)
			}
		}
		if t.TransportSave == "" {
			t.TransportSave = u.TransportSave
		}
	}
	if t.Type == "" {
		return explain.Problems{explain.Wrong(field+".type", "field-missing")}
	}
	if t.Aircraft != nil && t.Type != "aircraft" {
		return explain.Problems{explain.Wrong(field+".aircraft", "only-of-an-aircraft")}
	}
	if t.Vehicle != nil && !slices.Contains([]string{"vehicle", "gun", "vehicle_crew", "passengers"}, t.Type) {
		return explain.Problems{explain.Wrong(field+".vehicle", "only-of-a-vehicle")}
	}
	switch {
	case t.Type == "aircraft":
		return t.settleAircraft(field)
	case t.menTarget():
		t.settleInside(u)
		return t.settleMen(field)
	}
	return t.settleVehicle(field, u)
}

// settleVehicle fills a target that is a vehicle or a gun itself.
func (t *Target) settleVehicle(field string, u *UnitType) explain.Problems {
	switch {
	case u != nil && u.Type != t.Type:
		return explain.Problems{explain.Wrong(field+".type", "other-type-of-unit", is("value", t.Type), is("want", u.Type))}
	case t.Men != nil:
		return explain.Problems{explain.Wrong(field+".men", "only-of-men")}
	case len(t.Models) > 0:
		return explain.Problems{explain.Wrong(field+".models", "only-of-men")}
	}
	if t.Vehicle == nil {
		t.Vehicle = &Vehicle{}
	}
	return t.Vehicle.settle(field+".vehicle", u, t.Type == "gun")
}

// inside is how many the people are who are the target, where the facts of their vehicle say it.
func (t *Target) inside() *int {
	switch {
	case t.Vehicle == nil:
		return nil
	case t.Type == "vehicle_crew":
		return t.Vehicle.Crew
	case t.Type == "passengers":
		return t.Vehicle.Passengers
	}
	return nil
}

// settleInside fills what matters of the vehicle whose people are the target.
func (t *Target) settleInside(u *UnitType) {
	if u == nil || u.Type != "vehicle" || t.Type != "vehicle_crew" && t.Type != "passengers" {
		return
	}
	if t.Vehicle == nil {
		t.Vehicle = &Vehicle{}
	}
	t.Vehicle.fromRoster(u)
}

// menTarget says whether the dice go against men rather than against a vehicle, gun or aircraft.
func (t *Target) menTarget() bool {
	switch t.Type {
	case "vehicle", "gun", "aircraft":
		return false
	}
	return true
}

func (t *Target) settleMen(field string) explain.Problems {
	total := 0
	for _, m := range t.Models {
		total += m.Count
	}
	switch {
	case t.Men == nil && total == 0:
		return explain.Problems{explain.Wrong(field+".men", "field-missing")}
	case t.Men == nil:
		men := total + t.earlier()/t.wounds()
		t.Men = &men
	}
	switch {
	case t.earlier() >= t.strength():
		return explain.Problems{explain.Wrong(field+".men", "nobody-left", is("value", t.earlier()), is("want", t.strength()-1))}
	case total > 0 && total != t.living():
		return explain.Problems{explain.Wrong(field+".models", "models-sum", is("value", total), is("want", t.living()))}
	}
	if len(t.Models) == 0 {
		t.Models = []Models{{Count: t.lives(), Cover: t.Cover}}
	} else if t.wounds() == 2 { // from here on the wounds that a class can lose
		for i := range t.Models {
			t.Models[i].Count *= 2
		}
		t.Models[len(t.Models)-1].Count -= 2*total - t.lives()
	}
	for i, m := range t.Models {
		if m.Count > 120 {
			return explain.Problems{explain.Wrong(fmt.Sprintf("%s.models[%d].count", field, i), "field-above", is("value", m.Count), is("want", 60))}
		}
	}
	return nil
}

// wounds is what one model can take: two for cavalry (SQ-ALLOC-06).
func (t *Target) wounds() int {
	if t.Type == "cavalry" {
		return 2
	}
	return 1
}

// strength counts the men for the thresholds at the start of the phase (SQ-PIN-09, SQ-ALLOC-06).
func (t *Target) strength() int { return *t.Men * t.wounds() }

// earlier is what was lost before in this phase.
func (t *Target) earlier() int { return t.EarlierSight + t.EarlierTemplate }

// lives is how many wounds the unit can still lose.
func (t *Target) lives() int { return t.strength() - t.earlier() }

// living is how many models are still there at the start of the engagement; of models of two
// wounds no more than one is half gone.
func (t *Target) living() int { return (t.lives() + t.wounds() - 1) / t.wounds() }
