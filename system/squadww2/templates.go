package squadww2

import (
	"encoding/binary"
	"math/bits"

	"umpire/dice"
	"umpire/explain"
	"umpire/table"
)

// Fall is the template that is being resolved. Sets of fighters are bits in the order of their
// ids. All but the last two fields are zero again when the last template is done.
type Fall struct {
	Under   uint64          // fighters under the template, not yet rolled for
	Wounded uint64          // wounded by it, not yet saved
	Gone    uint64          // out of action, of those that a later template can still touch
	Hurt    uint64          // cavalry models with one wound left, likewise
	Way     int16           // direction of the shift: its index + 1, or stays
	Struck  uint8           // vehicles and guns hit, not yet resolved
	Easy    uint8           // those of them that nobody served when the template fell
	On      int8            // templates that hit the first vehicle, before the confirming die
	Others  [maxOthers]int8 // casualties of the units beside the named one
}

// stays is the way of a template that stays on its mark.
const stays = -1

// Sizes of the templates (SQ-TEMPLATE-04).
var radii = map[string]table.Length{
	"small": 37*table.MM + table.MM/2, "large": 62*table.MM + table.MM/2, "apocalyptic": 125 * table.MM,
}

// scatter is how a template leaves its mark.
type scatter struct {
	dice       int // distance dice; 0 when the place is known
	hitFaces   int
	directions int
	forced     []reason // why the template moves on a Hit face too
	distance   number
	face       number
}

// scattering returns how a template moves: with two dice, four when no commander sees the mark;
// always when that is so or the crew is short or unskilled (SQ-TEMPLATE-09 to 13, 18, 19).
func scattering(blind bool, crew []reason, o options) *scatter {
	sc := &scatter{dice: 2, hitFaces: 2, directions: 360}
	switch {
	case o.is("scatter-hit-faces", "1"):
		sc.hitFaces = 1
	case o.is("scatter-hit-faces", "3"):
		sc.hitFaces = 3
	}
	if o.is("scatter-directions", "8") {
		sc.directions = 8
	}
	two := explain.Worth("SQ-TEMPLATE-09", "scatter-two-dice", 2)
	switch {
	case blind:
		sc.dice = 4
		two = explain.Worth("SQ-TEMPLATE-12", "scatter-four-dice", 4)
		sc.forced = append(sc.forced, explain.Because("SQ-TEMPLATE-12", "blind-always-moves"))
	case len(crew) > 0 && o.is("short-crew-dice", "4"):
		sc.dice = 4
		two = explain.Worth("SQ-TEMPLATE-18", "scatter-four-short", 4)
	}
	sc.forced = append(sc.forced, crew...)
	sc.distance = explain.Amount("scatter-dice", two)
	if len(sc.forced) > 0 {
		sc.face = explain.Amount("hit-faces", sc.forced...)
	} else {
		sc.face = explain.Amount("hit-faces", explain.Worth("SQ-TEMPLATE-13", "hit-faces-of-six", sc.hitFaces))
	}
	return sc
}

// landing is what a template covers at each place where it can come to lie.
type landing struct {
	covers []coverage
	still  int16     // on the mark
	moved  [][]int16 // by direction, then by centimetres
	like   []int16   // for each direction the first that covers the same at every distance
	known  bool      // the places were measured (SQ-TEMPLATE-16), not typed
}

// lands works out a landing: cover gives what lies under the template after a shift in whole
// degrees and centimetres; a shift of 0 cm is the mark itself.
func (sc *scatter) lands(cover func(degrees, cm int) coverage) *landing {
	l := &landing{}
	seen := map[coverage]int16{}
	index := func(c coverage) int16 {
		i, ok := seen[c]
		if !ok {
			i = int16(len(l.covers))
			seen[c] = i
			l.covers = append(l.covers, c)
		}
		return i
	}
	l.still = index(cover(0, 0))
	if sc == nil {
		return l
	}
	rows := map[string]int16{}
	for d := range sc.directions {
		row := make([]int16, 6*sc.dice+1)
		var key []byte
		for cm := sc.dice; cm < len(row); cm++ {
			row[cm] = index(cover(d*360/sc.directions, cm))
			key = binary.LittleEndian.AppendUint16(key, uint16(row[cm]))
		}
		first, ok := rows[string(key)]
		if !ok {
			first = int16(d)
			rows[string(key)] = first
		}
		l.moved = append(l.moved, row)
		l.like = append(l.like, first)
	}
	return l
}

// aim is where a template is laid before it scatters: on a model or place, or as a player types
// it without measured places.
type aim struct {
	mark    *int // id of a fighter or machine
	at      []float64
	covered *Covered // what lies under it at its final place; it does not scatter
	spots   []Spot   // what it covers after each shift
}

// Spot is a sector of landing places and what is covered there. Angles run clockwise.
type Spot struct {
	Angle        int     `yaml:"angle" minimum:"0" maximum:"359"`
	AngleTo      *int    `yaml:"angle_to" minimum:"0" maximum:"359"`
	DistanceCM   int     `yaml:"distance_cm" minimum:"0" maximum:"24"` // 0: on the mark
	DistanceToCM *int    `yaml:"distance_to_cm" minimum:"0" maximum:"24"`
	Under        Covered `yaml:"under"`
}

// holds says whether a shift lies in the sector.
func (s *Spot) holds(deg, cm int) bool {
	far := s.DistanceCM
	if s.DistanceToCM != nil {
		far = *s.DistanceToCM
	}
	if cm < s.DistanceCM || cm > far {
		return false
	}
	if cm == 0 {
		return true
	}
	to := s.Angle
	if s.AngleTo != nil {
		to = *s.AngleTo
	}
	return (deg-s.Angle+360)%360 <= (to-s.Angle+360)%360
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

// resolveSteps are the dice of one template in their order (SQ-GEN-06): direction, angle,
// distance; a wound die for each fighter touched, then the saves; then the vehicles.
func (g *ground) resolveSteps(sh *shell) []step {
	steps := g.scatterSteps(sh)
	for i := range sh.runs {
		steps = append(steps, g.woundStep(sh, &sh.runs[i]))
	}
	for i := range sh.runs {
		steps = append(steps, g.saveStep(sh, &sh.runs[i]))
	}
	if sh.ap {
		for i, m := range g.machines {
			steps = append(steps, m.templateSteps(i))
			if m.people&g.of(0) != 0 {
				steps = append(steps, m.outOfWreck())
			}
		}
	}
	return steps
}

// scatterSteps bring the template to its place. All three dice are rolled even when a Hit face
// makes the others idle (SQ-TEMPLATE-09).
func (g *ground) scatterSteps(sh *shell) []step {
	sc, l := sh.scatter, sh.landing
	if sc == nil {
		return []step{{
			Key: "template", Rule: "SQ-TEMPLATE-14",
			Then: func(s *State, _ outcome, lg *log) { g.fall(s, sh, l.still, lg) },
		}}
	}
	forced := len(sc.forced) > 0
	var rows [6]uint8
	for f := range sc.hitFaces {
		if !forced {
			rows[f] = 1
		}
	}
	return []step{{
		Key: "scatter", Rule: "SQ-TEMPLATE-09", Also: ruleIDs{"SQ-TEMPLATE-13", "SQ-GEN-06"},
		Why:  func(*State) []number { return []number{sc.face, sc.distance} },
		Roll: func(*State) dice.Roll { return dice.Table(1, rows) },
		Then: func(s *State, o outcome, lg *log) {
			switch {
			case o.Row() == 1:
				s.Fall.Way = stays
				lg.Say("SQ-TEMPLATE-10", "template-stays")
			case forced && lg.On():
				for _, r := range sc.forced {
					lg.Note(r)
				}
			default:
				lg.Say("SQ-TEMPLATE-11", "template-moves")
			}
		},
	}, {
		Key: "bearing", Rule: "SQ-TEMPLATE-13", Also: ruleIDs{"SQ-TEMPLATE-09"},
		Roll: func(*State) dice.Roll { return dice.Bearing(sc.directions) },
		Then: func(s *State, o outcome, _ *log) {
			if s.Fall.Way != stays {
				s.Fall.Way = l.like[o.Total()*sc.directions/360] + 1
			}
		},
	}, {
		Key: "distance", Rule: "SQ-TEMPLATE-09", Also: sc.distance.Reasons[0].Rules(),
		Roll: func(*State) dice.Roll { return dice.Sum(sc.dice) },
		Then: func(s *State, o outcome, lg *log) {
			at := l.still
			if s.Fall.Way != stays {
				at = l.moved[s.Fall.Way-1][o.Total()]
				lg.SayN("SQ-TEMPLATE-11", "template-moved", o.Total())
			}
			s.Fall.Way = 0
			g.fall(s, sh, at, lg)
		},
	}}
}

// outOfWreck frees the named unit from the tests of this phase when the vehicle that carried it
// is destroyed: its survivors have bailed out (SQ-CREW-19, SQ-PIN-24).
func (m *machine) outOfWreck() step {
	return step{
		Key: "out-of-wreck", Rule: "SQ-PIN-24",
		If: func(s *State) bool { return m.armour.destroyed(s) && s.Squad.Sight+s.Squad.Template+s.Shot.Aside > 0 },
		Then: func(s *State, _ outcome, lg *log) {
			s.Squad.Sight, s.Squad.Template, s.Shot.Aside = 0, 0, 0
			lg.Say("SQ-PIN-24", "pin-bailed-out")
		},
	}
}

// forget drops what only the shell itself would have asked for, where it was not fired after all.
func (g *ground) forget(sh *shell) step {
	return step{Key: "template-done", Rule: "SQ-TEMPLATE-14", Then: func(s *State, _ outcome, _ *log) {
		s.Fall.Gone &= sh.later
		s.Fall.Hurt &= sh.later
	}}
}

// fall finds who lies under the template at its place. Of fighters whose identity no later
// template asks for only the number is kept: the first ones of a run stand for any.
func (g *ground) fall(s *State, sh *shell, at int16, lg *log) {
	c := &sh.landing.covers[at]
	f := &s.Fall
	set := c.ids &^ f.Gone
	fallen := bits.OnesCount64(c.ids & f.Gone)
	for _, m := range g.machines {
		if m.people != 0 && m.armour.destroyed(s) {
			set &^= m.people // nobody is left inside a wreck
		}
	}
	for u, n := range c.men {
		if n > 0 {
			set |= first(g.of(u), min(int(n), g.left(s, u)))
		}
	}
	if g.thinned {
		set = g.living(s, set)
	}
	f.Gone &= sh.later
	f.Hurt &= sh.later
	for i := range sh.runs {
		r := &sh.runs[i]
		if n := bits.OnesCount64(set & r.mask); !r.each && !r.team && n > 0 {
			set = set&^r.mask | lowest(n)<<r.first
		}
	}
	f.Under = set
	for i, m := range g.machines {
		if c.struck>>i&1 == 1 && !m.armour.destroyed(s) {
			f.Struck |= 1 << i
			if m.empty || m.armour.crew > 0 && m.armour.crewIn(s) == 0 {
				f.Easy |= 1 << i
			}
			if i == 0 {
				f.On++
			}
		}
	}
	if lg.On() {
		g.sayUnder(s, sh, fallen, lg)
	}
}

// living leaves no more of each unit under the template than are alive.
func (g *ground) living(s *State, set uint64) uint64 {
	for u, t := range g.units {
		if t == nil {
			continue
		}
		own := g.of(u)
		set = set&^own | first(set&own, g.left(s, u))
	}
	return set
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

func (g *ground) sayUnder(s *State, sh *shell, fallen int, lg *log) {
	f := &s.Fall
	n := bits.OnesCount64(f.Under)
	measured := func(r reason) {
		if sh.landing.known {
			r = r.And("SQ-TEMPLATE-16")
		}
		lg.Note(r)
	}
	switch {
	case n > 0:
		measured(explain.Because("SQ-TEMPLATE-14", "touched", is("n", n)))
	case f.Struck == 0:
		measured(explain.Because("SQ-TEMPLATE-14", "touches-nobody"))
	}
	if fallen > 0 {
		lg.SayN("SQ-TEMPLATE-14", "already-down", fallen)
	}
	for u, friend := range g.friends {
		if friend && f.Under&g.of(u) != 0 {
			lg.SayN("SQ-TEMPLATE-15", "own-men-touched", bits.OnesCount64(f.Under&g.of(u)))
		}
	}
	for i, m := range g.machines {
		if f.Under&m.people != 0 {
			lg.Note(explain.Because("SQ-TEMPLATE-25", "people-inside-touched").And("SQ-VEH-11"))
		}
		if f.Struck>>i&1 == 0 {
			continue
		}
		if m.edge() {
			measured(explain.Because("SQ-TEMPLATE-20", "edge-is-enough").And("SQ-TEMPLATE-23"))
		} else {
			measured(explain.Because("SQ-TEMPLATE-21", "centre-on-hull").And("SQ-TEMPLATE-23"))
		}
	}
}

// woundStep is the dice of one run of touched fighters.
func (g *ground) woundStep(sh *shell, r *run) step {
	st := step{
		Key: "template-wound", Rule: "SQ-TEMPLATE-14", Also: ruleIDs{"SQ-HIT-18", "SQ-GEN-06", "SQ-ALLOC-02"},
		If:  func(s *State) bool { return s.Fall.Under&r.mask != 0 },
		Why: func(*State) []number { return []number{r.wound} },
		Roll: func(s *State) dice.Roll {
			switch n := bits.OnesCount64(s.Fall.Under & r.mask); {
			case r.team:
				return dice.Count(1, r.wound.Target())
			case r.each:
				return dice.WhichOf(n, r.wound.Target())
			default:
				return dice.Count(n, r.wound.Target())
			}
		},
		Then: func(s *State, o outcome, _ *log) {
			f := &s.Fall
			f.Wounded |= r.pick(f.Under&r.mask, o)
			f.Under &^= r.mask
		},
	}
	if g.units[r.unit].Type == "heavy_team" {
		st.Also = append(st.Also, "SQ-TEMPLATE-26")
	}
	return st
}

// pick returns the fighters of the set whose die succeeded.
func (r *run) pick(set uint64, o outcome) uint64 {
	switch {
	case r.team:
		if o.Success() {
			return set
		}
		return 0
	case !r.each:
		return lowest(o.Successes()) << r.first
	}
	var picked uint64
	for dies := o.Set(); set != 0; dies >>= 1 {
		bit := set & -set
		set ^= bit
		if dies&1 == 1 {
			picked |= bit
		}
	}
	return picked
}

// saveStep is the saves of the wounded of one run, and their losses.
func (g *ground) saveStep(sh *shell, r *run) step {
	save := func(s *State) *number {
		if r.unit == 0 && s.Squad.Pinned {
			return &r.savePinned
		}
		return &r.save
	}
	return step{
		Key: "save", Rule: "SQ-SAVE-01", Also: ruleIDs{"SQ-GEN-06"},
		If:  func(s *State) bool { return s.Fall.Wounded&r.mask != 0 },
		Why: func(s *State) []number { return []number{*save(s)} },
		Roll: func(s *State) dice.Roll {
			need := save(s)
			switch n := bits.OnesCount64(s.Fall.Wounded & r.mask); {
			case !need.Possible():
				return dice.None()
			case r.team:
				return dice.Count(1, need.Target())
			case r.each:
				return dice.WhichOf(n, need.Target())
			default:
				return dice.Count(n, need.Target())
			}
		},
		Then: func(s *State, o outcome, lg *log) {
			f := &s.Fall
			wounded := f.Wounded & r.mask
			f.Wounded &^= r.mask
			lost := wounded
			switch {
			case !save(s).Possible():
			case r.each:
				lost &^= r.pick(wounded, o)
			case r.team:
				if o.Success() {
					lost = 0
				}
			default:
				lost = lowest(bits.OnesCount64(wounded)-o.Successes()) << r.first
			}
			g.lose(s, sh, r, lost, lg)
		},
	}
}

// lose puts fighters out of action.
func (g *ground) lose(s *State, sh *shell, r *run, lost uint64, lg *log) {
	n := bits.OnesCount64(lost)
	if n == 0 {
		return
	}
	f := &s.Fall
	t := g.units[r.unit]
	if t.wounds() == 2 { // rider or mount; the model stays until both are gone
		second := lost & f.Hurt
		f.Hurt = (f.Hurt | lost&sh.later) &^ second
		lost = second
	}
	f.Gone |= lost & sh.later
	if r.team { // one base: the weapon and its crew go together
		n = g.left(s, r.unit)
		f.Gone |= r.mask & sh.later
	}
	if in := g.fighters[r.first].inside; in >= 0 {
		h := g.machines[in].armour.hull(s)
		if t.Type == "vehicle_crew" {
			h.CrewDown += int8(n)
		} else {
			h.RidersDown += int8(n)
		}
	}
	if r.unit == 0 {
		g.loseNamed(s, sh, r, n, lg)
		return
	}
	s.Fall.Others[r.unit-1] += int8(n)
	if lg.On() {
		key, rule := "other-men-down", ruleIDs{"SQ-ALLOC-03"}
		switch {
		case r.team:
			key, rule = "team-destroyed", ruleIDs{"SQ-EFFECT-02", "SQ-EFFECT-03"}
		case sh.ap:
			key, rule = "killed-outright", ruleIDs{"SQ-EFFECT-01", "SQ-TEMPLATE-27"}
		}
		lg.Note(explain.Because(rule[0], key, is("n", n)).And(rule[1:]...))
	}
}

// loseNamed counts losses of the named unit, for the pin test too (SQ-PIN-06).
func (g *ground) loseNamed(s *State, sh *shell, r *run, n int, lg *log) {
	t := g.units[0]
	switch {
	case r.team:
		s.Squad.Lost[r.class] += int16(n)
		s.Squad.Template += int16(n)
		s.Squad.Dead += int16(n)
		if lg.On() {
			lg.Note(explain.Because("SQ-EFFECT-02", "team-destroyed", is("n", n)).And("SQ-EFFECT-03"))
		}
	default:
		if sh.ap {
			lg.Say("SQ-TEMPLATE-27", "ap-template-kills")
		}
		t.lose(s, r.class, n, volley{attack: sh.attack(), pool: t.lives()}, lg)
	}
	if lg.On() {
		lg.Note(explain.Because("SQ-TEMPLATE-28", "template-losses", is("n", int(s.Squad.Template))).And("SQ-PIN-06", "SQ-PIN-09"))
	}
}

// templateSteps are the confirming die, the damage table and the save of a machine that the
// template hits, and its destruction.
func (m *machine) templateSteps(i int) step {
	need := func(s *State) *number {
		if s.Fall.Easy>>i&1 == 1 {
			return &m.easy
		}
		return &m.confirm
	}
	confirms := ruleIDs{"SQ-GEN-06"}
	if m.armour.gun {
		confirms = append(confirms, "SQ-TEMPLATE-26")
	}
	return step{
		Key: "template-hit", Rule: "SQ-TEMPLATE-22",
		If: func(s *State) bool { return s.Fall.Struck>>i&1 == 1 },
		Steps: append([]step{{
			Key: "confirm", Rule: "SQ-TEMPLATE-22", Also: confirms,
			Why:  func(s *State) []number { return []number{*need(s)} },
			Roll: func(s *State) dice.Roll { return dice.Count(1, need(s).Target()) },
			Then: func(s *State, o outcome, _ *log) {
				s.Fall.Struck &^= 1 << i
				s.Fall.Easy &^= 1 << i
				s.Shot.Hits = o.Counts[1]
			},
		}}, append(m.armour.damageSteps(), m.armour.destructionSteps()...)...),
	}
}
