package squadww2

import (
	"fmt"
	"slices"

	"umpire/explain"
	"umpire/table"
)

const (
	maxFighters = 64
	maxOthers   = 3    // units beside the named one
	tableCM     = 1000 // no place is further from the origin, in x or y
)

// Bases (SQ-RANGE-07).
const (
	footBase   = 16 * table.MM
	commonBase = 32*table.MM + table.MM/2
)

// Other is a unit of men beside the named one.
type Other struct {
	Side   string `yaml:"side" enum:"enemy,friend" default:"enemy"` // as the firing side sees it
	Target Target `yaml:"target" required:"true"`
}

// Machine is a vehicle or gun under fire.
type Machine struct {
	ID   int    `yaml:"id" required:"true" minimum:"1"`
	Unit string `yaml:"unit"`
	Type string `yaml:"type" enum:"vehicle,gun"`
	// Cover and DugIn are its own.
	Cover      string    `yaml:"cover" enum:"none,6,5" default:"none"`
	DugIn      bool      `yaml:"dug_in"`
	States     []string  `yaml:"states" enum:"marked"`
	Vehicle    Vehicle   `yaml:"vehicle"`
	At         []float64 `yaml:"at" minItems:"2" maxItems:"2"`
	HeadingDeg float64   `yaml:"heading_deg" minimum:"0" maximum:"360"`
	HullCM     []float64 `yaml:"hull_cm" minItems:"2" maxItems:"2"`
}

// Fighters are models of one unit with ascending ids, and where they stand.
type Fighters struct {
	Of     int `yaml:"of" minimum:"0" maximum:"3"` // 0 the named unit, 1 the first of the others
	FromID int `yaml:"from_id" minimum:"1" default:"1"`
	Class  int `yaml:"class" minimum:"1" maximum:"4" default:"1"` // of the unit's models
	// At are the places in cm; a common-base weapon has one for its whole crew. Count is used
	// where there are none.
	At       [][]float64 `yaml:"at" maxItems:"64"`
	Count    *int        `yaml:"count" minimum:"1" maximum:"64"`
	Inside   *int        `yaml:"inside" minimum:"1"` // id of the open vehicle that carries them
	RadiusCM *float64    `yaml:"base_radius_cm" minimum:"0" maximum:"10"`
	Downed   []int       `yaml:"downed" maxItems:"64"` // ids of men already down
}

// ground is everything that a template can touch in one engagement.
type ground struct {
	units    []*Target // the named unit first, nil where there is none; then the others
	friends  []bool    // which of them belong to the side that fires
	fighters []fighter // the living, in ascending order of ids
	machines []*machine
	downed   bool     // some lie on the ground already
	thinned  bool     // fire without places, whose victims are not known one by one, comes before the templates
	reasons  []reason // what was found on the way
	o        options
}

// fighter is one model of a unit of men; the crew of a common-base weapon are fighters on one base.
type fighter struct {
	id, unit, class int
	base            table.Base
	placed          bool
	inside          int // index of the machine that carries him, -1 for none
	down            bool
}

// machine is a vehicle or gun that a template can touch.
type machine struct {
	id      int
	hull    table.Hull
	placed  bool
	people  uint64 // the fighters inside
	armour  *armour
	empty   bool   // nobody serves it from the start (SQ-CREW-04)
	confirm number // 4+ (SQ-TEMPLATE-22)
	easy    number // 2+ when nobody serves it
}

// edgeWounds is up to how many wounds touching the hull is enough (SQ-TEMPLATE-20); with more the
// centre must lie on it (SQ-TEMPLATE-21).
const edgeWounds = 3

// edge says whether touching the hull is enough from the start. The initial wounds decide
// (SQ-TEMPLATE-23), or those left under OPT-ap-wounds-basis = current.
func (m *machine) edge() bool { return m.armour.counted() <= edgeWounds }

// edgeNow says whether touching the hull is enough as the vehicle now is.
func (m *machine) edgeNow(s *State) bool {
	return m.edge() || m.armour.currentBasis() && m.armour.left(s) <= edgeWounds
}

// of returns the set of the fighters of a unit.
func (g *ground) of(unit int) uint64 {
	var set uint64
	for i, f := range g.fighters {
		if f.unit == unit {
			set |= 1 << i
		}
	}
	return set
}

// left is how many wounds a unit can still lose.
func (g *ground) left(s *State, unit int) int {
	if unit == 0 {
		return g.units[0].left(s)
	}
	return g.units[unit].lives() - int(s.Fall.Others[unit-1])
}

// settleGround checks the facts of everything that a template can touch.
func settleGround(target *Target, others []Other, vehicles []Machine, crowd []Fighters, o options) (*ground, explain.Problems) {
	g := &ground{o: o, units: []*Target{nil}, friends: []bool{false}}
	if target == nil && len(vehicles) == 0 {
		return nil, explain.Problems{explain.Wrong("target", "field-missing")}
	}
	var ps explain.Problems
	if target != nil {
		ps = append(ps, g.addUnit(0, "target", target)...)
	}
	for i := range others {
		g.units, g.friends = append(g.units, nil), append(g.friends, others[i].Side == "friend")
		ps = append(ps, g.addUnit(i+1, fmt.Sprintf("others[%d].target", i), &others[i].Target)...)
	}
	for i := range vehicles {
		ps = append(ps, g.addMachine(fmt.Sprintf("vehicles[%d]", i), &vehicles[i])...)
	}
	if ps != nil {
		return nil, ps
	}
	for i := range crowd {
		ps = append(ps, g.addFighters(fmt.Sprintf("fighters[%d]", i), &crowd[i])...)
	}
	if ps != nil {
		return nil, ps
	}
	g.addUnplaced()
	slices.SortStableFunc(g.fighters, func(a, b fighter) int { return a.id - b.id })
	if ps := g.check(); ps != nil {
		return nil, ps
	}
	return g, nil
}

// addUnit settles a unit of men.
func (g *ground) addUnit(unit int, field string, from *Target) explain.Problems {
	t := from.clone()
	if ps := t.settle(field); ps != nil {
		return ps
	}
	if !t.menTarget() {
		return explain.Problems{explain.Wrong(field+".type", "listed-as-vehicle")}
	}
	g.units[unit] = &t
	return nil
}

// addMachine settles a vehicle or gun.
func (g *ground) addMachine(field string, in *Machine) explain.Problems {
	kind, size := in.Type, in.HullCM
	u, ps := checkRoster(field+".unit", in.Unit)
	if ps != nil {
		return ps
	}
	if u != nil {
		if kind == "" {
			kind = u.Type
		}
		if size == nil {
			size = u.HullCM
		}
	}
	wrong := func(at, key string, facts ...explain.Fact) {
		ps = append(ps, explain.Wrong(field+at, key, facts...))
	}
	switch {
	case kind == "":
		wrong(".type", "field-missing")
	case kind != "vehicle" && kind != "gun":
		wrong(".unit", "not-a-vehicle", is("value", in.Unit))
	case g.machine(in.ID) >= 0:
		wrong(".id", "id-twice", is("value", in.ID))
	case in.At != nil && !onTable(in.At):
		wrong(".at", "off-the-table", is("want", tableCM))
	case in.At != nil && size == nil:
		wrong(".hull_cm", "field-missing")
	}
	for i, cm := range in.HullCM {
		if !(cm > 0 && cm <= 100) {
			wrong(fmt.Sprintf(".hull_cm[%d]", i), "not-a-size", is("value", cm))
		}
	}
	v := in.Vehicle
	ps = append(ps, v.settle(field+".vehicle", u, kind == "gun")...)
	if ps != nil {
		return ps
	}
	m := &machine{id: in.ID, placed: in.At != nil, armour: v.armour(len(g.machines), in.Cover, in.DugIn, g.o), empty: v.abandoned(g.o)}
	if m.placed {
		m.hull = table.Hull{
			Centre: point(in.At), Heading: table.Degrees(in.HeadingDeg),
			Length: table.Centimetres(size[0]), Width: table.Centimetres(size[1]),
		}
	}
	g.reasons = append(g.reasons, m.armour.withNear(v.Near)...)
	marked := slices.Contains(in.States, "marked")
	m.confirm = g.marked(explain.Needed("confirm", explain.Worth("SQ-TEMPLATE-22", "template-confirm", 4)), marked)
	m.easy = explain.Needed("confirm", explain.Worth("SQ-HIT-13", "hit-abandoned", 2).And("SQ-TEMPLATE-22", "SQ-CREW-04"))
	if g.o.is("abandoned-hit", "base-2+-then-modifiers") {
		m.easy = g.marked(m.easy, marked)
	}
	g.machines = append(g.machines, m)
	return nil
}

// addFighters settles an entry of fighters. Men already down get no place in the list: they are
// not rolled for (SQ-TEMPLATE-14).
func (g *ground) addFighters(field string, in *Fighters) explain.Problems {
	var ps explain.Problems
	wrong := func(at, key string, facts ...explain.Fact) {
		ps = append(ps, explain.Wrong(field+at, key, facts...))
	}
	if in.Of >= len(g.units) || g.units[in.Of] == nil {
		wrong(".of", "no-such-unit", is("value", in.Of))
		return ps
	}
	t := g.units[in.Of]
	if in.Class > len(t.Models) {
		wrong(".class", "field-above", is("value", in.Class), is("want", len(t.Models)))
		return ps
	}
	team := t.Type == "heavy_team"
	n := len(in.At)
	switch {
	case n > 0 && in.Count != nil && !team:
		wrong(".count", "at-or-count")
	case n > 1 && team:
		wrong(".at", "one-base", is("value", n))
	case n > 0 && in.Inside != nil:
		wrong(".inside", "at-or-inside")
	case in.Inside != nil && g.machine(*in.Inside) < 0:
		wrong(".inside", "unknown-id", is("value", *in.Inside))
	case in.Inside != nil && !g.machines[g.machine(*in.Inside)].armour.open:
		wrong(".inside", "not-open", is("value", *in.Inside))
	}
	if n == 0 || team {
		n = t.models(in.Class - 1)
		if in.Count != nil {
			n = *in.Count
		}
	}
	inside := -1
	if in.Inside != nil {
		inside = g.machine(*in.Inside)
	}
	radius := footBase
	if team || t.Type == "cavalry" || t.Type == "motor" { // SQ-RANGE-06
		radius = commonBase
	}
	if in.RadiusCM != nil {
		radius = table.Centimetres(*in.RadiusCM)
	}
	for i, at := range in.At {
		if len(at) != 2 || !onTable(at) {
			wrong(fmt.Sprintf(".at[%d]", i), "off-the-table", is("want", tableCM))
		}
	}
	for i, id := range in.Downed {
		if id < in.FromID || id >= in.FromID+n {
			wrong(fmt.Sprintf(".downed[%d]", i), "unknown-id", is("value", id))
		}
	}
	if ps != nil {
		return ps
	}
	for i := range n {
		f := fighter{id: in.FromID + i, unit: in.Of, class: in.Class - 1, inside: inside}
		if len(in.At) > 0 {
			f.placed = true
			f.base = table.Base{Centre: point(in.At[min(i, len(in.At)-1)]), Radius: radius}
		}
		if slices.Contains(in.Downed, f.id) {
			f.down = true
		}
		g.fighters = append(g.fighters, f)
	}
	return nil
}

// addUnplaced gives ids to the men of units of whom no fighters are listed.
func (g *ground) addUnplaced() {
	next := 1
	for _, f := range g.fighters {
		next = max(next, f.id+1)
	}
	for _, m := range g.machines {
		if next == m.id {
			next++
		}
	}
	for u, t := range g.units {
		if t == nil || g.of(u) != 0 {
			continue
		}
		for c := range t.Models {
			for range t.models(c) {
				for g.machine(next) >= 0 {
					next++
				}
				g.fighters = append(g.fighters, fighter{id: next, unit: u, class: c, inside: -1})
				next++
			}
		}
	}
}

// check holds the list of fighters against the strengths of their units, and takes out those
// already down.
func (g *ground) check() explain.Problems {
	var ps explain.Problems
	living := map[[2]int]int{}
	for i, f := range g.fighters {
		if i > 0 && g.fighters[i-1].id == f.id || g.machine(f.id) >= 0 {
			ps = append(ps, explain.Wrong("fighters", "id-twice", is("value", f.id)))
		}
		if !f.down {
			living[[2]int{f.unit, f.class}]++
		}
	}
	for u, t := range g.units {
		if t == nil {
			continue
		}
		for c := range t.Models {
			if n := living[[2]int{u, c}]; n != t.models(c) {
				ps = append(ps, explain.Wrong("fighters", "fighters-sum", is("value", n), is("want", t.models(c))))
			}
		}
	}
	g.downed = slices.ContainsFunc(g.fighters, func(f fighter) bool { return f.down })
	g.fighters = slices.DeleteFunc(g.fighters, func(f fighter) bool { return f.down })
	if len(g.fighters) > maxFighters {
		ps = append(ps, explain.Wrong("fighters", "field-many", is("value", len(g.fighters)), is("want", maxFighters)))
	}
	return append(ps, g.board()...)
}

// board holds the people inside vehicles against what the vehicles say of them.
func (g *ground) board() explain.Problems {
	var ps explain.Problems
	for k, m := range g.machines {
		crew, riders := 0, 0
		for i, f := range g.fighters {
			if f.inside != k {
				continue
			}
			m.people |= 1 << (i % maxFighters)
			if g.units[f.unit].Type == "vehicle_crew" {
				crew++
			} else {
				riders++
			}
		}
		if crew > 0 && crew != m.armour.crew {
			ps = append(ps, explain.Wrong(fmt.Sprintf("vehicles[%d].vehicle.crew", k), "inside-sum", is("value", m.armour.crew), is("want", crew)))
		}
		if m.armour.passengers == 0 {
			m.armour.passengers = riders
		}
		if riders > 0 && riders != m.armour.passengers {
			ps = append(ps, explain.Wrong(fmt.Sprintf("vehicles[%d].vehicle.passengers", k), "inside-sum", is("value", m.armour.passengers), is("want", riders)))
		}
	}
	return ps
}

// models is how many living models of a class the unit has.
func (t *Target) models(class int) int {
	w := t.wounds()
	return (t.Models[class].Count + w - 1) / w
}

// fighter returns the index of a fighter, machine that of a vehicle or gun; -1 when there is none.
func (g *ground) fighter(id int) int {
	return slices.IndexFunc(g.fighters, func(f fighter) bool { return f.id == id })
}

func (g *ground) machine(id int) int {
	return slices.IndexFunc(g.machines, func(m *machine) bool { return m.id == id })
}

// point turns centimetres into a place.
func point(at []float64) table.Point {
	return table.Point{X: table.Centimetres(at[0]), Y: table.Centimetres(at[1])}
}

// onTable says whether a place is two coordinates within the bounds of any table.
func onTable(at []float64) bool {
	return len(at) == 2 && at[0] >= -tableCM && at[0] <= tableCM && at[1] >= -tableCM && at[1] <= tableCM
}

// modelAt says whether a place lies on a fighter's base or on a hull (SQ-TEMPLATE-06).
func (g *ground) modelAt(p table.Point) bool {
	return slices.ContainsFunc(g.machines, func(m *machine) bool { return m.placed && m.hull.Contains(p) }) ||
		slices.ContainsFunc(g.fighters, func(f fighter) bool { return f.placed && table.Lay(p, 0).TouchesBase(f.base) })
}

// place returns the place of an aim that is measured.
func (g *ground) place(a aim) table.Point {
	if a.mark == nil {
		return point(a.at)
	}
	if k := g.machine(*a.mark); k >= 0 {
		return g.machines[k].hull.Centre
	}
	f := g.fighters[g.fighter(*a.mark)]
	if f.inside >= 0 {
		return g.machines[f.inside].hull.Centre
	}
	return f.base.Centre
}
