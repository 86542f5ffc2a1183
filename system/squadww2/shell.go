package squadww2

import (
	"umpire/dice"
	"umpire/explain"
	"umpire/table"
)

// Sizes of the templates (SQ-TEMPLATE-04).
var radii = map[string]table.Length{
	"small": 37*table.MM + table.MM/2, "large": 62*table.MM + table.MM/2, "apocalyptic": 125 * table.MM,
}

// shell is one template of one weapon, ready for dice.
type shell struct {
	of      any // the weapon's name
	ap      bool
	scatter *scatter // nil when the place is known
	landing *landing
	wounds  *reason  // the base of its wound dice; nil for the 4+ of templates
	notes   []reason // what else explains them

	later uint64 // fighters that templates after this one can touch one by one
	runs  []run
}

// run is fighters who follow each other in the order of ids and are alike to the dice.
type run struct {
	mask        uint64
	first, size int
	unit, class int
	each        bool // it matters later who of them falls
	team        bool // one die for all: an AP template on a common base (SQ-TEMPLATE-26)
	wound       number
	save        number
	savePinned  number // once the unit has gone to ground between two weapons
}

// shell makes a template of the weapon. Bombs scatter like an observed weapon with a complete
// crew (SQ-AIR-19, SQ-AIR-20): scattering(false, nil, o).
func (g *ground) shell(w *Weapon, sc *scatter, a aim) *shell {
	sh := &shell{of: w.Name, ap: w.AP != NoAP, scatter: sc}
	switch {
	case a.covered != nil:
		c := g.covered(a.covered, sh.ap)
		sh.scatter = nil
		sh.landing = sh.scatter.lands(func(int, int) coverage { return c })
	case a.spots != nil:
		sh.landing = sc.lands(func(deg, cm int) coverage {
			for i := range a.spots {
				if s := &a.spots[i]; s.holds(deg, cm) {
					return g.covered(&s.Under, sh.ap)
				}
			}
			return coverage{}
		})
	default:
		mark := table.Lay(g.place(a), radii[w.Template])
		sh.landing = sc.lands(func(deg, cm int) coverage {
			return g.under(mark.Shift(table.Angle(deg)*table.Degree, table.Length(cm)*table.CM), sh.ap)
		})
		sh.landing.known = true
	}
	return sh
}

// prepare orders the shells of an engagement: which fighters later ones can touch, and how the
// dice of each fall into runs.
func (g *ground) prepare(shells []*shell) {
	var later uint64
	for i := len(shells) - 1; i >= 0; i-- {
		sh := shells[i]
		sh.later = later
		for _, c := range sh.landing.covers {
			later |= c.ids
		}
		sh.runs = g.runs(sh)
	}
}

func (g *ground) runs(sh *shell) []run {
	var out []run
	for i, f := range g.fighters {
		team := sh.ap && g.units[f.unit].Type == "heavy_team"
		if n := len(out) - 1; n >= 0 {
			r := &out[n]
			each := (r.mask|1<<i)&sh.later != 0
			if r.unit == f.unit && r.class == f.class && r.team == team && g.fighters[r.first].inside == f.inside && (!each || r.size < dice.MaxWhich) {
				r.mask |= 1 << i
				r.size++
				continue
			}
		}
		out = append(out, run{mask: 1 << i, first: i, size: 1, unit: f.unit, class: f.class, team: team})
	}
	for i := range out {
		r := &out[i]
		r.each = !r.team && r.mask&sh.later != 0
		r.wound = g.woundNumber(r.unit, sh)
		r.save, r.savePinned = g.saves(r, sh)
	}
	return out
}

// woundNumber is the number for each fighter touched (SQ-TEMPLATE-14); only the mark of a
// reconnaissance aircraft changes it (SQ-MOD-15).
func (g *ground) woundNumber(unit int, sh *shell) number {
	base := explain.Worth("SQ-TEMPLATE-14", "template-wounds", 4).And("SQ-HIT-18")
	if sh.wounds != nil {
		base = *sh.wounds
	}
	n := explain.Needed("to-hit", base)
	n.Of = sh.of
	for _, r := range sh.notes {
		n = n.Noting(r)
	}
	return g.marked(n, g.units[unit].is("marked"))
}

func (g *ground) marked(n number, marked bool) number {
	if !marked {
		return n
	}
	return modified(n, []reason{explain.Worth("SQ-MOD-12", "mod-marked", 1).And("SQ-MOD-15")}, g.o)
}

// attack is what the shell is to saves and casualties.
func (sh *shell) attack() attack {
	a := attack{ap: NoAP, template: true}
	if sh.ap {
		a.ap = FullAP
	}
	return a
}

// saves returns the save of a run against the shell, before and after going to ground. A
// common-base weapon keeps its save against an AP template (SQ-EFFECT-02, SQ-SAVE-08).
func (g *ground) saves(r *run, sh *shell) (standing, pinned number) {
	t := g.units[r.unit]
	a := sh.attack()
	if r.team {
		a.ap = NoAP
	}
	get := func(now bool) number {
		n := t.save(t.Models[r.class], a, now)
		if r.team && n.Possible() {
			n = n.Noting(explain.Because("SQ-SAVE-08", "team-may-save"))
		}
		if a.ap != NoAP && (t.Type == "passengers" || t.Type == "vehicle_crew") {
			n = n.Noting(explain.Because("SQ-TEMPLATE-25", "no-transport-save"))
		}
		return n
	}
	return get(false), get(true)
}
