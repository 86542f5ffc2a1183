package squadww2

import (
	"fmt"
	"math/bits"

	"umpire/explain"
	"umpire/table"
)

// Covered is who lies under a template.
type Covered struct {
	Men      int   `yaml:"men" minimum:"0" maximum:"60"` // living models of the named unit
	Others   []int `yaml:"others" maxItems:"3"`          // of each other unit
	IDs      []int `yaml:"ids" maxItems:"64"`            // or fighters one by one
	Vehicles []int `yaml:"vehicles" maxItems:"4"`        // ids of vehicles and guns that it touches
	CentreOn *int  `yaml:"centre_on" minimum:"1"`        // id of the one that its centre lies on
}

// coverage is what lies under a template at one place.
type coverage struct {
	ids    uint64               // fighters known one by one
	men    [1 + maxOthers]uint8 // or how many of a unit
	struck uint8                // machines that it hits, before the confirming die
	grazed uint8                // machines that it hits once they are down to edgeWounds
}

// lowest is the set of the first n fighters.
func lowest(n int) uint64 {
	if n >= 64 {
		return ^uint64(0)
	}
	return 1<<n - 1
}

// first returns the first n of a set.
func first(set uint64, n int) uint64 {
	var out uint64
	for ; n > 0 && set != 0; n-- {
		out |= set & -set
		set &= set - 1
	}
	return out
}

// hit notes that an AP template touches the i-th machine, with its centre on the hull or not.
func (c *coverage) hit(i int, m *machine, centred bool) {
	switch {
	case centred || m.edge():
		c.struck |= 1 << i
	case m.armour.currentBasis():
		c.grazed |= 1 << i
	}
}

// under returns what lies under a template on the table.
func (g *ground) under(t table.Template, ap bool) coverage {
	var c coverage
	var touched uint8
	for i, m := range g.machines {
		if !m.placed || !t.TouchesHull(m.hull) {
			continue
		}
		touched |= 1 << i
		if ap {
			c.hit(i, m, t.CentredOn(m.hull))
		}
	}
	for i := range g.fighters {
		f := &g.fighters[i]
		if f.inside >= 0 && touched>>f.inside&1 == 1 || f.placed && t.TouchesBase(f.base) {
			c.ids |= 1 << i
		}
	}
	return c
}

// checkAim checks the facts of an aim: typed coverages, or the mark and the places of everybody.
func (g *ground) checkAim(field string, a aim) explain.Problems {
	var ps explain.Problems
	wrong := func(at, key string, facts ...explain.Fact) {
		ps = append(ps, explain.Wrong(at, key, facts...))
	}
	switch {
	case a.covered != nil:
		return g.checkCovered(field+".covered", a.covered, a.own)
	case a.spots != nil:
		for i := range a.spots {
			ps = append(ps, g.checkCovered(fmt.Sprintf("%s.spots[%d].under", field, i), &a.spots[i].Under, a.own)...)
		}
		return ps
	case a.mark == nil && a.at == nil:
		wrong(field+".mark", "mark-missing")
	case a.mark != nil && a.at != nil:
		wrong(field+".mark_at", "one-mark-only")
	case a.at != nil:
		if !onTable(a.at) {
			wrong(field+".mark_at", "off-the-table", is("want", tableCM))
		}
	case g.fighter(*a.mark) < 0 && g.machine(*a.mark) < 0:
		wrong(field+".mark", "unknown-id", is("value", *a.mark))
	}
	for _, f := range g.fighters {
		if !f.placed && f.inside < 0 {
			wrong("fighters", "place-missing", is("value", f.id))
			break
		}
	}
	for i, m := range g.machines {
		if !m.placed {
			wrong(fmt.Sprintf("vehicles[%d].at", i), "place-missing", is("value", m.id))
		}
	}
	return ps
}

// checkCovered checks the ids and numbers of a typed coverage. own is the unit whose men are typed
// as men, the others follow in their order.
func (g *ground) checkCovered(field string, c *Covered, own int) explain.Problems {
	var ps explain.Problems
	wrong := func(at, key string, facts ...explain.Fact) {
		ps = append(ps, explain.Wrong(field+at, key, facts...))
	}
	counts := append([]int{c.Men}, c.Others...)
	for u, n := range counts {
		at := ".men"
		switch {
		case u < own:
			at = fmt.Sprintf(".others[%d]", u)
		case u > own:
			at = fmt.Sprintf(".others[%d]", u-1)
		}
		switch {
		case n == 0:
		case n < 0:
			wrong(at, "field-below", is("value", n), is("want", 0))
		case u >= len(g.units) || g.units[u] == nil:
			wrong(at, "no-such-unit", is("value", u))
		case bits.OnesCount64(g.of(u)) < n:
			wrong(at, "field-above", is("value", n), is("want", bits.OnesCount64(g.of(u))))
		case len(g.units[u].Models) > 1:
			wrong(at, "ids-needed")
		}
	}
	for i, id := range c.IDs {
		k := g.fighter(id)
		switch {
		case k < 0:
			wrong(fmt.Sprintf(".ids[%d]", i), "unknown-id", is("value", id))
		case g.fighters[k].unit < len(counts) && counts[g.fighters[k].unit] > 0:
			wrong(fmt.Sprintf(".ids[%d]", i), "ids-or-numbers", is("value", id))
		}
	}
	for i, id := range c.Vehicles {
		if g.machine(id) < 0 {
			wrong(fmt.Sprintf(".vehicles[%d]", i), "unknown-id", is("value", id))
		}
	}
	if c.CentreOn != nil && g.machine(*c.CentreOn) < 0 {
		wrong(".centre_on", "unknown-id", is("value", *c.CentreOn))
	}
	return ps
}

// covered turns a typed coverage into bits. People inside a vehicle that is touched, and the
// whole crew of a common base, are covered with it.
func (g *ground) covered(c *Covered, ap bool) coverage {
	var out coverage
	for u, n := range append([]int{c.Men}, c.Others...) {
		if n > 0 && g.units[u].Type == "heavy_team" {
			n = bits.OnesCount64(g.of(u))
		}
		out.men[u] = uint8(n)
	}
	for _, id := range c.IDs {
		k := g.fighter(id)
		if u := g.fighters[k].unit; g.units[u].Type == "heavy_team" {
			out.ids |= g.of(u)
		}
		out.ids |= 1 << k
	}
	touched := c.Vehicles
	if c.CentreOn != nil {
		touched = append(touched[:len(touched):len(touched)], *c.CentreOn)
	}
	for _, id := range touched {
		k := g.machine(id)
		if ap {
			out.hit(k, g.machines[k], c.CentreOn != nil && *c.CentreOn == id)
		}
		for i, f := range g.fighters {
			if f.inside == k {
				out.ids |= 1 << i
			}
		}
	}
	return out
}
