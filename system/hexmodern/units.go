package hexmodern

import (
	"fmt"
	"sync"

	"umpire/internal/datafile"
	"umpire/rulebook"
)

// Terrain is one row of the terrain table: movement points by way of moving, defence dice, cover.
type Terrain struct {
	ID       string        `yaml:"id"`
	Name     rulebook.Text `yaml:"name"`
	Leg      int           `yaml:"leg"`
	Track    int           `yaml:"track"`
	Wheel    int           `yaml:"wheel"`
	Infantry int           `yaml:"infantry"` // defence dice of men on foot
	Vehicle  int           `yaml:"vehicle"`  // defence dice of everybody else
	Cover    string        `yaml:"cover"`    // none, all, or infantry
	Blocks   bool          `yaml:"blocks"`   // blocks sight
	Hill     bool          `yaml:"hill"`
	Built    bool          `yaml:"built"` // town or ruins
}

// Weapon is one set of fire values of a counter. The schema tags check what a player types.
type Weapon struct {
	Range     int `yaml:"range" required:"true" minimum:"1" maximum:"60"`
	Firepower int `yaml:"firepower" required:"true" minimum:"1" maximum:"20"` // dice
	Hit       int `yaml:"hit" required:"true" minimum:"2" maximum:"6"`
	// Missile is an underlined firepower (HX-AMMO-01), Fixed an underlined range (HX-RANGE-02).
	Missile bool `yaml:"missile"`
	Fixed   bool `yaml:"fixed"`
	// Reduced is the firepower of the reduced side; absent: one lower, at least 1.
	Reduced *int `yaml:"reduced" minimum:"1" maximum:"20"`
}

// power is the firepower of the side of the counter that lies up.
func (w *Weapon) power(reduced bool) int {
	switch {
	case !reduced:
		return w.Firepower
	case w.Reduced != nil:
		return *w.Reduced
	}
	return max(w.Firepower-1, 1)
}

// UnitType is one counter of the roster.
type UnitType struct {
	ID         string        `yaml:"id"`
	Name       rulebook.Text `yaml:"name"`
	Side       string        `yaml:"side"`
	Kind       string        `yaml:"kind"` // vehicle, infantry, mortar, helicopter
	Armoured   bool          `yaml:"armoured"`
	Recon      bool          `yaml:"recon"`
	AP         *Weapon       `yaml:"ap"`
	HE         *Weapon       `yaml:"he"`
	AA         *Weapon       `yaml:"aa"`
	Armour     int           `yaml:"armour"`
	Save       int           `yaml:"save"`
	Assault    int           `yaml:"assault"` // 0 for none
	Move       int           `yaml:"move"`
	MoveType   string        `yaml:"move_type"`
	MovingFire bool          `yaml:"moving_fire"`
	Carries    bool          `yaml:"carries"`
}

// SupportType is a weapon counter that an infantry unit carries.
type SupportType struct {
	ID   string        `yaml:"id"`
	Name rulebook.Text `yaml:"name"`
	AP   *Weapon       `yaml:"ap"`
	HE   *Weapon       `yaml:"he"`
}

// HQType is a headquarters counter.
type HQType struct {
	ID         string        `yaml:"id"`
	Name       rulebook.Text `yaml:"name"`
	Leadership int           `yaml:"leadership"`
	Reduced    int           `yaml:"reduced_leadership"`
	Morale     int           `yaml:"morale"`
	Range      int           `yaml:"command_range"`
}

// KindName names a kind of counter, for counters that are in no roster.
type KindName struct {
	ID   string        `yaml:"id"`
	Name rulebook.Text `yaml:"name"`
}

// Data is the terrain table and the counters.
type Data struct {
	Terrain      []Terrain     `yaml:"terrain"`
	Kinds        []KindName    `yaml:"kinds"`
	Units        []UnitType    `yaml:"units"`
	Support      []SupportType `yaml:"support"`
	Headquarters []HQType      `yaml:"headquarters"`
}

// Ground returns the row of the terrain table, or nil; the empty id is open ground.
func (d *Data) Ground(id string) *Terrain {
	if id == "" {
		id = "open"
	}
	for i := range d.Terrain {
		if d.Terrain[i].ID == id {
			return &d.Terrain[i]
		}
	}
	return nil
}

// Unit returns the counter with that id, or nil.
func (d *Data) Unit(id string) *UnitType {
	for i := range d.Units {
		if d.Units[i].ID == id {
			return &d.Units[i]
		}
	}
	return nil
}

// KindName returns the name of a kind of counter.
func (d *Data) KindName(id string) rulebook.Text {
	for _, k := range d.Kinds {
		if k.ID == id {
			return k.Name
		}
	}
	return rulebook.Text{RU: id, EN: id}
}

// SupportWeapon returns the support weapon with that id, or nil.
func (d *Data) SupportWeapon(id string) *SupportType {
	for i := range d.Support {
		if d.Support[i].ID == id {
			return &d.Support[i]
		}
	}
	return nil
}

// HQ returns the headquarters with that id, or nil.
func (d *Data) HQ(id string) *HQType {
	for i := range d.Headquarters {
		if d.Headquarters[i].ID == id {
			return &d.Headquarters[i]
		}
	}
	return nil
}

func (d *Data) check() error {
	for i := range d.Units {
		if u := &d.Units[i]; u.Save < 2 || u.Save > 6 || u.Name.RU == "" || u.Name.EN == "" {
			return fmt.Errorf("data.yaml: unit %s lacks a save or a name", u.ID)
		}
	}
	return nil
}

// Roster returns the system's terrain and counters.
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
