package skirmish1870

import (
	"fmt"
	"math"
	"slices"

	"umpire/explain"
)

// Target is one enemy model or one enemy Group (SK-ELIG-02), with the friends around it that may
// have to take a hit over.
type Target struct {
	Models []Figure `yaml:"models" required:"true" minItems:"1" maxItems:"12"`
	// Others are friends of the target that were not shot at, near enough to matter.
	Others  []Figure `yaml:"others" maxItems:"12"`
	Running bool     `yaml:"running"`
	// Marker says that the target is an ambush marker that has not been revealed.
	Marker bool `yaml:"marker"`
}

// Figure is one model that can be struck, or several that are alike and stand at one distance.
type Figure struct {
	Name  string `yaml:"name"`
	Unit  string `yaml:"unit"`
	Role  string `yaml:"role" enum:"private,officer,sergeant,standard,musician,hero,sniper"`
	Count int    `yaml:"count" minimum:"1" maximum:"24" default:"1"`
	// Horse is what a rider sits on; none for a man on foot.
	Horse      string `yaml:"horse" enum:"none,sound,wounded"`
	Suppressed bool   `yaml:"suppressed"`
	// DistanceCM is measured from the first shooter.
	DistanceCM *float64 `yaml:"distance_cm" minimum:"0" maximum:"1000"`
	Centres    *Centres `yaml:"centres"`
	// Where is the ground that the model stands on; in a wood DepthCM is how far from its edge.
	Where   string   `yaml:"where" enum:"open,wood,house" default:"open"`
	DepthCM *float64 `yaml:"depth_cm" minimum:"0" maximum:"1000"`
	Cover   []Piece  `yaml:"cover" maxItems:"6"`
	Blocked bool     `yaml:"blocked"`
	Near    []Near   `yaml:"near" maxItems:"24"`
	// Melee are its melee dice, when they are not those of the unit.
	Melee *int `yaml:"melee_dice" minimum:"0" maximum:"4"`
}

// Near is a friend and how far from the model it stands.
type Near struct {
	Model      string  `yaml:"model" required:"true"`
	DistanceCM float64 `yaml:"distance_cm" required:"true" minimum:"0" maximum:"1000"`
}

// line is one line of figures as settled.
type line struct {
	*Figure
	field  string
	label  any // a name as typed, or that of the unit or role
	number int // from 1, over all lines
	role   string
	horse  string
	melee  int
	aside  bool // not a model of the target
	foe    bool // of the side that the target fights
	depth  float64
	sight  sight
	first  int // index of its first body
	class  int
	base   int   // class without regard to who is near
	near   []int // lines within reach of a save
	duel   bool  // will fight in melee, so it is nobody's like
}

// body is one model.
type body struct {
	*line
	start   status
	shelter [2]shelter // cover on foot and on a sound horse
	equals  []int      // bodies of its class, in ascending order
	kin     []int      // bodies that differ from it in who may pass hits on to them at most
	reached uint32     // models that may pass hits on to it
}

// unitOf finds the unit of a figure.
func unitOf(field, id string) (*Unit, explain.Problems) {
	if id == "" {
		return nil, nil
	}
	u := Roster().Unit(id)
	if u == nil {
		return nil, explain.Problems{explain.Wrong(field+".unit", "unknown-soldier", is("value", id))}
	}
	return u, nil
}

// settle fills a figure from its unit and checks that its facts agree.
func (f *Figure) settle(field string, o options) (*line, explain.Problems) {
	copied := *f
	f = &copied
	u, ps := unitOf(field, f.Unit)
	if ps != nil {
		return nil, ps
	}
	l := &line{Figure: f, field: field, role: "private", horse: "none"}
	if u != nil {
		l.role, l.melee, l.label = u.Role, u.Melee, u.Name
		if u.Mounted {
			l.horse = "sound"
		}
	}
	if f.Role != "" {
		l.role = f.Role
	}
	switch {
	case f.Horse == "none" && l.horse == "sound", f.Horse != "" && f.Horse != "none" && u != nil && !u.Mounted:
		return nil, explain.Problems{explain.Wrong(field+".horse", "horse-of-unit", is("value", f.Horse))}
	case f.Horse != "":
		l.horse = f.Horse
	}
	if f.Melee != nil {
		l.melee = *f.Melee
	}
	if f.Name != "" {
		l.label = f.Name
	}
	if l.label == nil {
		l.label = explain.Word("role-" + l.role)
	}
	cm, ps := edge(field, f.DistanceCM, f.Centres)
	if ps != nil {
		return nil, ps
	}
	f.DistanceCM = cm
	switch {
	case f.Where == "wood" && f.DepthCM == nil:
		return nil, explain.Problems{explain.Wrong(field+".depth_cm", "field-missing")}
	case f.Where != "wood" && f.DepthCM != nil:
		return nil, explain.Problems{explain.Wrong(field+".depth_cm", "depth-outside-wood")}
	case f.Where == "wood":
		l.depth = *f.DepthCM
	}
	l.sight = sightOf(f.Where, l.depth, f.Blocked, f.Cover, o)
	return l, nil
}

// pieces are the pieces of cover of a line; others take the place of those that were typed for it.
func (l *line) pieces(others []Piece) []Piece {
	ps := l.Cover
	if others != nil && !l.aside {
		ps = others
	}
	if l.Where != "open" {
		ps = append(ps[:len(ps):len(ps)], Piece{Kind: l.Where, Level: 1, Place: "inside"})
	}
	return ps
}

// cast is everybody who can be struck in an engagement.
type cast struct {
	lines  []*line
	bodies []body
	target int // lines of the target; those of others follow
	byName map[string]*line
	alikes bool // some models are alike
	o      options
}

// add appends a line of figures; nil figures are not expected.
func (c *cast) add(f *Figure, field string) (*line, explain.Problems) {
	l, ps := f.settle(field, c.o)
	if ps != nil {
		return nil, ps
	}
	l.number = len(c.lines) + 1
	if f.Name != "" {
		if c.byName[f.Name] != nil {
			return nil, explain.Problems{explain.Wrong(field+".name", "name-twice", is("value", f.Name))}
		}
		c.byName[f.Name] = l
	}
	c.lines = append(c.lines, l)
	return l, nil
}

// newCast settles the target and the friends around it.
func newCast(t *Target, o options) (*cast, explain.Problems) {
	c := &cast{byName: map[string]*line{}, o: o, target: len(t.Models)}
	var ps explain.Problems
	for i := range t.Models {
		_, more := c.add(&t.Models[i], fmt.Sprintf("target.models[%d]", i))
		ps = append(ps, more...)
	}
	for i := range t.Others {
		l, more := c.add(&t.Others[i], fmt.Sprintf("target.others[%d]", i))
		ps = append(ps, more...)
		if l != nil {
			l.aside = true
		}
	}
	return c, ps
}

// finish resolves who is near whom and lays the models out; no line may be added afterwards.
// strict keeps lines apart that several volleys might tell apart.
func (c *cast) finish(strict bool) explain.Problems {
	total := 0
	for _, l := range c.lines {
		total += l.Count
	}
	if total > maxBody {
		return explain.Problems{explain.Wrong("target.models", "too-many-figures", is("value", total), is("want", maxBody))}
	}
	if ps := c.neighbours(); ps != nil {
		return ps
	}
	c.classes(strict)
	// Bodies of one base stand together, and among these those of one class.
	for base := range c.lines {
		for class := range c.lines {
			for _, l := range c.lines {
				if l.base != base || l.class != class {
					continue
				}
				l.first = len(c.bodies)
				for range l.Count {
					c.bodies = append(c.bodies, c.body(l))
				}
			}
		}
	}
	for i := range c.bodies {
		b := &c.bodies[i]
		for j := range c.bodies {
			x := &c.bodies[j]
			if x.class == b.class {
				b.equals = append(b.equals, j)
			}
			if x.base == b.base {
				b.kin = append(b.kin, j)
			}
			if saves(x.role) && slices.Contains(x.near, b.number-1) {
				b.reached |= 1 << j
			}
		}
		c.alikes = c.alikes || len(b.kin) > 1
	}
	return nil
}

func (c *cast) body(l *line) body {
	b := body{line: l}
	if l.Suppressed {
		b.start |= suppressed
	}
	if l.horse == "sound" {
		b.start |= horse
	}
	b.shelter = c.shelters(l, nil)
	return b
}

// shelters are the covers of a line on foot and on a sound horse.
func (c *cast) shelters(l *line, others []Piece) [2]shelter {
	ps := l.pieces(others)
	return [2]shelter{shelterOf(ps, false, c.o), shelterOf(ps, true, c.o)}
}

// neighbours finds the lines that can take a hit from each line (SK-SAVE-03, SK-SAVE-06).
func (c *cast) neighbours() explain.Problems {
	var ps explain.Problems
	gap := map[[2]int]float64{}
	for i, l := range c.lines {
		for k, n := range l.Near {
			field := fmt.Sprintf("%s.near[%d]", l.field, k)
			m := c.byName[n.Model]
			switch {
			case m == nil:
				ps = append(ps, explain.Wrong(field+".model", "unknown-figure", is("value", n.Model)))
				continue
			case m.foe != l.foe:
				ps = append(ps, explain.Wrong(field+".model", "near-enemy", is("value", n.Model)))
				continue
			case m == l && l.Count == 1:
				ps = append(ps, explain.Wrong(field+".model", "near-itself", is("value", n.Model)))
				continue
			}
			j := m.number - 1
			pair := [2]int{min(i, j), max(i, j)}
			if d, ok := gap[pair]; ok && d != n.DistanceCM {
				ps = append(ps, explain.Wrong(field+".distance_cm", "near-differs", is("value", n.DistanceCM), is("want", d)))
				continue
			}
			gap[pair] = n.DistanceCM
			if n.DistanceCM <= c.o.cm(nearCM) && !slices.Contains(l.near, j) {
				l.near = append(l.near, j)
			}
		}
		slices.Sort(l.near)
	}
	return ps
}

// classes puts lines that nothing tells apart into one class, and those that only their friends
// tell apart on one base.
func (c *cast) classes(strict bool) {
	classes, bases := 0, 0
	for i, l := range c.lines {
		l.class, l.base = -1, -1
		for _, x := range c.lines[:i] {
			if strict && x.number != i || !l.alike(x) {
				continue
			}
			if !strict {
				l.base = x.base
			}
			if l.class < 0 && c.sameFriends(x, l) {
				l.class, l.base = x.class, x.base
			}
		}
		if l.base < 0 {
			l.base = bases
			bases++
		}
		if l.class < 0 {
			l.class = classes
			classes++
		}
	}
}

// alike says whether two lines are the same in all but who stands near them that can matter after
// the dice to hit.
func (l *line) alike(x *line) bool {
	return l.role == x.role && l.horse == x.horse && l.Suppressed == x.Suppressed && l.aside == x.aside && l.foe == x.foe &&
		!l.duel && !x.duel && !saves(l.role) && l.Where == x.Where && l.Blocked == x.Blocked &&
		l.sight.limit == x.sight.limit && slices.Equal(l.Cover, x.Cover)
}

// sameFriends says whether the same models can pass their hits on to two lines.
func (c *cast) sameFriends(a, b *line) bool {
	i, j := a.number-1, b.number-1
	for _, l := range c.lines {
		if slices.Contains(l.near, i) != slices.Contains(l.near, j) {
			return false
		}
	}
	return true
}

// distanceOf returns the distance of a line from the first shooter of a party in cm, NaN when nobody typed it.
func distanceOf(l *line, given []float64) float64 {
	switch {
	case !l.aside && l.number <= len(given):
		return given[l.number-1]
	case l.DistanceCM != nil:
		return *l.DistanceCM
	}
	return math.NaN()
}
