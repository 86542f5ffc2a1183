package squadww2

import (
	"fmt"
	"slices"
	"sync"

	"umpire/explain"
	"umpire/internal/datafile"
	"umpire/rulebook"
)

// AP is the class of a weapon against armour (SQ-VEH-02 to 04), weakest first.
type AP string

const (
	NoAP   AP = "none"
	WeakAP AP = "weak"
	// LightAP works against vehicles of up to 4 wounds.
	LightAP AP = "light"
	FullAP  AP = "full"
)

// Weapon is one row of the weapons table (SQ-DATA-01).
type Weapon struct {
	ID         string        `yaml:"id"`
	Name       rulebook.Text `yaml:"name"`
	Crew       int           `yaml:"crew"`         // nominal crew; 0 for weapons of a vehicle or aircraft
	RangeCM    float64       `yaml:"range_cm"`     // 0 for flight-line weapons
	MinRangeCM float64       `yaml:"min_range_cm"` // nearest target of an indirect weapon
	Shots      int           `yaml:"shots"`        // dice, or templates of a template weapon
	AP         AP            `yaml:"ap"`
	CalibreMM  float64       `yaml:"calibre_mm"`
	Template   string        `yaml:"template"` // small, large, apocalyptic, or empty
	Traits     []string      `yaml:"traits"`
	Origin     string        `yaml:"origin"`
}

// Has says whether the weapon has a trait.
func (w *Weapon) Has(trait string) bool { return slices.Contains(w.Traits, trait) }

// Carried is a weapon of a unit and how many of it there are.
type Carried struct {
	ID     string `yaml:"id"`
	Count  int    `yaml:"count"`
	Leader bool   `yaml:"leader"`
	// NoAA marks an anti-aircraft weapon that cannot be raised on this mount.
	NoAA bool `yaml:"no_aa"`
}

// Flying is what only an aircraft has.
type Flying struct {
	Class      string   `yaml:"class"` // light_fighter, heavy_fighter, bomber, superheavy_bomber
	TurretGuns int      `yaml:"turret_guns"`
	Bombs      []string `yaml:"bombs"`
}

// UnitType is one row of a roster (SQ-DATA-05).
type UnitType struct {
	ID            string        `yaml:"id"`
	Side          string        `yaml:"side"`
	Name          rulebook.Text `yaml:"name"`
	Type          string        `yaml:"type"` // infantry, cavalry, motor, heavy_team, gun, vehicle, aircraft
	Models        int           `yaml:"models"`
	Crew          int           `yaml:"crew"`
	Passengers    int           `yaml:"passengers"`
	Weapons       []Carried     `yaml:"weapons"`
	Wounds        int           `yaml:"wounds"`
	Save          string        `yaml:"save"`
	TransportSave string        `yaml:"transport_save"`
	ArmourClass   string        `yaml:"armour_class"`
	CrewClass     string        `yaml:"crew_class"`
	OpenFaces     []string      `yaml:"open_faces"`
	Turret        bool          `yaml:"turret"`
	HullCM        []float64     `yaml:"hull_cm"`
	MoveCM        float64       `yaml:"move_cm"`
	Traits        []string      `yaml:"traits"`
	Aircraft      *Flying       `yaml:"aircraft"`
}

// Has says whether the unit has a trait.
func (u *UnitType) Has(trait string) bool { return slices.Contains(u.Traits, trait) }

// Data is the weapons table and the rosters.
type Data struct {
	Weapons []Weapon   `yaml:"weapons"`
	Units   []UnitType `yaml:"units"`
}

// Weapon returns the weapon with that id, or nil.
func (d *Data) Weapon(id string) *Weapon {
	for i := range d.Weapons {
		if d.Weapons[i].ID == id {
			return &d.Weapons[i]
		}
	}
	return nil
}

// Unit returns the unit type with that id, or nil.
func (d *Data) Unit(id string) *UnitType {
	for i := range d.Units {
		if d.Units[i].ID == id {
			return &d.Units[i]
		}
	}
	return nil
}

func (d *Data) check() error {
	for _, w := range d.Weapons {
		direct := w.Template == "" && !w.Has("flight_line")
		if direct && w.CalibreMM > 0 && w.AP != apByCalibre(w.CalibreMM) { // SQ-DATA-03
			return fmt.Errorf("data.yaml: weapon %s of %v mm has AP %s", w.ID, w.CalibreMM, w.AP)
		}
	}
	for _, u := range d.Units {
		for _, c := range u.Weapons {
			if d.Weapon(c.ID) == nil {
				return fmt.Errorf("data.yaml: unit %s carries the unknown weapon %s", u.ID, c.ID)
			}
		}
	}
	return nil
}

// checkRoster returns the unit type of a roster id, nil for none. field is the path of the id.
func checkRoster(field, id string) (*UnitType, explain.Problems) {
	if id == "" {
		return nil, nil
	}
	if u := Roster().Unit(id); u != nil {
		return u, nil
	}
	return nil, explain.Problems{explain.Wrong(field, "unknown-unit", is("value", id))}
}

// groundUnit returns the unit type of a roster id, nil for none, and fills the type of the unit
// from it. A type is needed, and it must be one that stands on the ground.
func groundUnit(id string, kind *string) (*UnitType, explain.Problems) {
	u, ps := checkRoster("unit", id)
	switch {
	case ps != nil:
		return nil, ps
	case u == nil && *kind == "":
		return nil, explain.Problems{explain.Wrong("type", "field-missing")}
	case u == nil:
		return nil, nil
	case u.Type == "aircraft":
		return nil, explain.Problems{explain.Wrong("unit", "not-on-the-ground", is("value", u.ID))}
	case *kind != "" && *kind != u.Type:
		return nil, explain.Problems{explain.Wrong("type", "other-type-of-unit", is("value", *kind), is("want", u.Type))}
	}
	*kind = u.Type
	return u, nil
}

// Roster returns the system's weapons and units.
var Roster = sync.OnceValue(func() *Data {
	text, err := files.ReadFile("data.yaml")
	var d Data
	if err == nil {
		err = datafile.Decode("data.yaml", text, &d)
	}
	if err == nil {
		err = d.check()
	}
	if err != nil {
		panic(err) // the data are part of the program; a test loads them
	}
	return &d
})
