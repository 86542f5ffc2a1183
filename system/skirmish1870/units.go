package skirmish1870

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"umpire/internal/datafile"
	"umpire/rulebook"
)

// Weapon is one row of the weapons table. Lengths are centimetres.
type Weapon struct {
	ID          string        `yaml:"id"`
	Name        rulebook.Text `yaml:"name"`
	EffectiveCM float64       `yaml:"effective_cm"`
	MaxCM       float64       `yaml:"max_cm"`
	Dice        int           `yaml:"dice"`
	Reload      int           `yaml:"reload"` // Reload actions from unloaded to loaded (SK-AMMO-01)
	Artillery   bool          `yaml:"artillery"`
}

// Unit is one row of the table of soldiers.
type Unit struct {
	ID      string        `yaml:"id"`
	Side    string        `yaml:"side"`
	Name    rulebook.Text `yaml:"name"`
	Role    string        `yaml:"role"` // private, officer, sergeant, standard, musician, hero, sniper
	Cost    string        `yaml:"cost"` // prices of the first, second and third action: "1/2/3"
	Weapon  string        `yaml:"weapon"`
	Melee   int           `yaml:"melee"`
	Mounted bool          `yaml:"mounted"`
	Scout   bool          `yaml:"scout"`
	Command int           `yaml:"command"` // AP that a leader adds to the pool (SK-TURN-02)
	Points  int           `yaml:"points"`
}

// Cost is the prices of a model's first, second and third action in a turn, in AP.
type Cost [3]int

// test is the last figure: a test needs a roll above it (SK-TEST-01).
func (c Cost) test() int { return c[2] }

// String writes the cost as "1/2/3".
func (c Cost) String() string { return fmt.Sprintf("%d/%d/%d", c[0], c[1], c[2]) }

// parseCost reads "a/b/c" with 0 ≤ a ≤ b ≤ c and 1 ≤ c ≤ 5.
func parseCost(s string) (Cost, bool) {
	var c Cost
	parts := strings.Split(s, "/")
	if len(parts) != 3 {
		return c, false
	}
	for i, p := range parts {
		n, err := strconv.Atoi(strings.TrimSpace(p))
		if err != nil {
			return c, false
		}
		c[i] = n
	}
	return c, 0 <= c[0] && c[0] <= c[1] && c[1] <= c[2] && 1 <= c[2] && c[2] <= 5
}

// leads says whether a role can lead a Group.
func leads(role string) bool { return role == "officer" || role == "sergeant" }

// saves says whether a role has a save against hits (SK-SAVE-01).
func saves(role string) bool { return role != "private" }

// Data is the weapons and the soldiers.
type Data struct {
	Weapons []Weapon `yaml:"weapons"`
	Units   []Unit   `yaml:"units"`
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

// Unit returns the soldier with that id, or nil.
func (d *Data) Unit(id string) *Unit {
	for i := range d.Units {
		if d.Units[i].ID == id {
			return &d.Units[i]
		}
	}
	return nil
}

func (d *Data) check() error {
	for _, u := range d.Units {
		if _, ok := parseCost(u.Cost); !ok {
			return fmt.Errorf("data.yaml: unit %s has cost %q", u.ID, u.Cost)
		}
		if u.Weapon != "" && d.Weapon(u.Weapon) == nil {
			return fmt.Errorf("data.yaml: unit %s carries the unknown weapon %s", u.ID, u.Weapon)
		}
	}
	return nil
}

// Roster returns the system's weapons and soldiers.
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
