package squadww2

import (
	"fmt"
	"slices"
	"strings"

	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// FlightLine is the attack of one aircraft on the ground units that its flight line crosses, and
// the marks of a reconnaissance aircraft.
type FlightLine struct {
	Aircraft Aircraft `yaml:"aircraft" required:"true"`
	// Units stand in the order in which the line meets them (SQ-AIR-32).
	Units []Crossed `yaml:"units" required:"true" minItems:"1" maxItems:"8"`
	// Fighters tell where men stand, for bombs; Of counts the units of men.
	Fighters []Fighters `yaml:"fighters" maxItems:"16"`
	// Use is the weapons used; absent means all that may be.
	Use []string `yaml:"use" enum:"mgs,turret,cannons,bombs" maxItems:"4"`
	// InAir is what the aircraft has fired at another aircraft this turn (SQ-AIR-09, 10).
	InAir string `yaml:"in_air" enum:"none,guns,turret" default:"none"`
}

// Crossed is a ground unit on a flight line.
type Crossed struct {
	Side   string `yaml:"side" enum:"enemy,friend" default:"enemy"`
	Target Target `yaml:"target" required:"true"`
	// ReconMark says that a reconnaissance aircraft with light equipment marks this unit (SQ-AIR-22).
	ReconMark bool `yaml:"recon_mark"`
	// Roofed says that it is wholly covered from above (SQ-AIR-20).
	Roofed bool `yaml:"roofed"`
	// ID, At, HeadingDeg and HullCM are those of a vehicle or gun, for bombs.
	ID         *int      `yaml:"id" minimum:"1"`
	At         []float64 `yaml:"at" minItems:"2" maxItems:"2"`
	HeadingDeg float64   `yaml:"heading_deg" minimum:"0" maximum:"360"`
	HullCM     []float64 `yaml:"hull_cm" minItems:"2" maxItems:"2"`
	Bomb       *Bomb     `yaml:"bomb"`
}

// Bomb is the template that a unit receives, and where it is laid.
type Bomb struct {
	Template string    `yaml:"template" enum:"small,large,apocalyptic"` // absent: the first of the profile
	Mark     *int      `yaml:"mark" minimum:"1"`
	MarkAt   []float64 `yaml:"mark_at" minItems:"2" maxItems:"2"`
	Covered  *Covered  `yaml:"covered"`
	Spots    []Spot    `yaml:"spots" maxItems:"400"`
}

// lineState is the state of everything under one flight line. Each unit of men has its own
// losses; they go to Work while its dice are under way.
type lineState struct {
	Men       [1 + maxOthers]lineMen
	Work      State // vehicles and guns, and the dice under way
	Templates int8  // bombs that came down on their unit (SQ-AIR-18)
	Falling   bool  // the bomb under way did
}

type lineMen struct {
	Squad Squad
	Aside int16
}

type (
	lineStep    = procedure.Step[lineState]
	lineMeasure = procedure.Measure[lineState]
)

// lens moves a unit's losses into Work and back.
type lens struct {
	load, store func(*lineState)
}

// ofMen is the lens of the u-th unit of men.
func ofMen(u int) lens {
	return lens{
		load: func(l *lineState) { l.Work.Squad, l.Work.Shot.Aside = l.Men[u].Squad, l.Men[u].Aside },
		store: func(l *lineState) {
			l.Men[u].Squad, l.Men[u].Aside = l.Work.Squad, l.Work.Shot.Aside
			l.Work.Squad, l.Work.Shot.Aside = Squad{}, 0
		},
	}
}

// ofTemplates is the lens of templates, which can touch every unit: those beside the first are
// counted in State.Fall.
func ofTemplates() lens {
	return lens{
		load: func(l *lineState) {
			l.Work.Squad = l.Men[0].Squad
			for k := range l.Work.Fall.Others {
				l.Work.Fall.Others[k] = int8(l.Men[k+1].Squad.losses())
			}
		},
		store: func(l *lineState) {
			l.Men[0].Squad, l.Work.Squad = l.Work.Squad, Squad{}
			for k := range l.Work.Fall.Others {
				q := &l.Men[k+1].Squad
				n := int16(l.Work.Fall.Others[k]) - int16(q.losses())
				q.Lost[0] += n
				q.Template += n
				q.Dead += n // bombs have AP (SQ-EFFECT-01)
			}
			l.Work.Fall.Others = [maxOthers]int8{}
			l.Work.Fall.On = 0
		},
	}
}

// see returns the combat state that the lens shows.
func (v lens) see(l *lineState) *State {
	c := *l
	v.load(&c)
	return &c.Work
}

// steps lets steps of a combat work through the lens.
func (v lens) steps(in []step) []lineStep {
	out := make([]lineStep, len(in))
	for i, st := range in {
		x := lineStep{Key: st.Key, Rule: st.Rule, Also: st.Also, Repeat: st.Repeat}
		if st.If != nil {
			x.If = func(l *lineState) bool { return st.If(v.see(l)) }
		}
		if st.Roll != nil {
			x.Roll = func(l *lineState) dice.Roll { return st.Roll(v.see(l)) }
		}
		if st.Choose != nil {
			x.Choose = func(l *lineState) procedure.Choice { return st.Choose(v.see(l)) }
		}
		if st.Why != nil {
			x.Why = func(l *lineState) []number { return st.Why(v.see(l)) }
		}
		if st.Steps != nil {
			x.Steps = v.steps(st.Steps)
		} else {
			x.Then = func(l *lineState, o outcome, lg *log) {
				v.load(l)
				st.Then(&l.Work, o, lg)
				v.store(l)
			}
		}
		out[i] = x
	}
	return out
}

func (v lens) measure(m measure, suffix string) lineMeasure {
	return lineMeasure{Key: m.Key + suffix, Event: m.Event, Inner: m.Inner, Of: func(l *lineState) int { return m.Of(v.see(l)) }}
}

// sortie is a flight-line attack ready to be judged.
type sortie struct {
	line  *FlightLine
	plane *Aircraft
	g     *ground
	at    []place // of each entry of the line
	pins  []*pinFacts
	o     options
	j     *system.Judgement
}

// place is where a unit on the line is kept: among the units of men or the vehicles and guns.
type place struct{ men, machine int } // -1 for none

// Judge implements system.Engagement.
func (f *FlightLine) Judge(c rulebook.Choices) (*system.Judgement, error) {
	plane := f.Aircraft
	s := &sortie{line: f, plane: &plane, o: options{c}, j: &system.Judgement{}}
	ps := s.plane.settle("aircraft")
	if ps == nil {
		ps = append(s.settle(), s.plane.carries("use", f.Use)...)
	}
	if ps != nil {
		return nil, ps
	}
	use, no := s.weapons()
	if no == nil {
		no = s.recon()
	}
	if no != nil {
		return &system.Judgement{Refusal: no}, nil
	}
	s.crossed()
	s.j.Reasons = append(s.j.Reasons, s.o.older()...)
	s.j.Program = system.Run(s.procedure(use))
	return s.j, nil
}

// settle sorts the units into men and machines and checks all facts.
func (s *sortie) settle() explain.Problems {
	f := s.line
	var men []Target
	var others []Other
	var machines []Machine
	var menAt, machineAt []int
	var ps explain.Problems
	for i := range f.Units {
		u := &f.Units[i]
		field := fmt.Sprintf("units[%d]", i)
		t := u.Target
		kind := t.Type
		if r := Roster().Unit(t.Unit); kind == "" && r != nil {
			kind = r.Type
		}
		switch kind {
		case "vehicle", "gun":
			machines = append(machines, u.machine(kind, 901+i))
			machineAt = append(machineAt, i)
			s.at = append(s.at, place{-1, len(machines) - 1})
			continue
		case "aircraft", "passengers", "vehicle_crew":
			ps = append(ps, explain.Wrong(field+".target.type", "not-under-a-line", is("value", explain.Word(kind))))
		}
		for _, x := range []struct {
			given bool
			name  string
		}{{u.ID != nil, "id"}, {u.At != nil, "at"}, {u.HullCM != nil, "hull_cm"}} {
			if x.given {
				ps = append(ps, explain.Wrong(field+"."+x.name, "only-of-a-vehicle"))
			}
		}
		s.at = append(s.at, place{len(men), -1})
		men, menAt = append(men, t), append(menAt, i)
	}
	if len(men) > 1+maxOthers {
		ps = append(ps, explain.Wrong("units", "line-too-long", is("value", len(men)), is("want", 1+maxOthers)))
	}
	if len(machines) > maxHulls {
		ps = append(ps, explain.Wrong("units", "line-too-long", is("value", len(machines)), is("want", maxHulls)))
	}
	if ps != nil {
		return ps
	}
	var first *Target
	for i := range men {
		if i == 0 {
			first = &men[0]
			continue
		}
		others = append(others, Other{Side: f.Units[menAt[i]].Side, Target: men[i]})
	}
	s.g, ps = settleGround(first, others, machines, f.Fighters, s.o)
	if ps != nil {
		return rename(ps, menAt, machineAt)
	}
	if len(menAt) > 0 {
		s.g.friends[0] = f.Units[menAt[0]].Side == "friend"
	}
	for i := range f.Units {
		ps = append(ps, s.checkBomb(i)...)
	}
	return ps
}

// machine makes a vehicle or gun of the entry.
func (u *Crossed) machine(kind string, id int) Machine {
	t := &u.Target
	m := Machine{
		ID: id, Unit: t.Unit, Type: kind, Cover: t.Cover, DugIn: t.DugIn,
		At: u.At, HeadingDeg: u.HeadingDeg, HullCM: u.HullCM,
	}
	if u.ID != nil {
		m.ID = *u.ID
	}
	if t.Vehicle != nil {
		m.Vehicle = *t.Vehicle
	}
	if t.is("marked") {
		m.States = []string{"marked"}
	}
	return m
}

// rename gives problems of the ground the paths of the flight line.
func rename(ps explain.Problems, men, machines []int) explain.Problems {
	for _, p := range ps {
		if rest, ok := strings.CutPrefix(p.Field, "target"); ok && len(men) > 0 {
			p.Field = fmt.Sprintf("units[%d].target%s", men[0], rest)
		}
		for k := range men[min(1, len(men)):] {
			if rest, ok := strings.CutPrefix(p.Field, fmt.Sprintf("others[%d]", k)); ok {
				p.Field = fmt.Sprintf("units[%d]%s", men[k+1], rest)
			}
		}
		for k, i := range machines {
			rest, ok := strings.CutPrefix(p.Field, fmt.Sprintf("vehicles[%d].", k))
			if !ok {
				continue
			}
			switch rest {
			case "id", "at", "heading_deg", "hull_cm":
				p.Field = fmt.Sprintf("units[%d].%s", i, rest)
			default:
				p.Field = fmt.Sprintf("units[%d].target.%s", i, rest)
			}
		}
	}
	return ps
}

// aimed says whether it is told where the bomb is laid.
func (b *Bomb) aimed() bool {
	return b != nil && (b.Mark != nil || b.MarkAt != nil || b.Covered != nil || b.Spots != nil)
}

// checkBomb checks the bomb of one entry.
func (s *sortie) checkBomb(i int) explain.Problems {
	b := s.line.Units[i].Bomb
	field := fmt.Sprintf("units[%d].bomb", i)
	var ps explain.Problems
	if b != nil && b.Template != "" && !slices.Contains(s.plane.Bombs, b.Template) {
		ps = append(ps, explain.Wrong(field+".template", "no-such-bomb", is("value", explain.Word("template-"+b.Template))))
	}
	if u := s.at[i].men; u > 0 && len(s.plane.Bombs) > 0 && len(s.g.units[u].Models) > 1 {
		ps = append(ps, explain.Wrong(fmt.Sprintf("units[%d].target.models", i), "one-class-for-bombs"))
	}
	if !b.aimed() {
		return ps
	}
	if b.Covered != nil && b.Spots != nil {
		return append(ps, explain.Wrong(field+".spots", "covered-or-spots"))
	}
	return append(ps, s.g.checkAim(field, s.aim(i))...)
}

// aim is where the bomb of an entry is laid.
func (s *sortie) aim(i int) aim {
	b := s.line.Units[i].Bomb
	a := aim{mark: b.Mark, at: b.MarkAt}
	if b.Covered != nil {
		c := s.own(i, b.Covered)
		a.covered = &c
	}
	for _, sp := range b.Spots {
		sp.Under = s.own(i, &sp.Under)
		a.spots = append(a.spots, sp)
	}
	return a
}

// own reads the numbers of men of a coverage: men are those of the entry's own unit, others those
// of the other units of men in the order of the line.
func (s *sortie) own(i int, c *Covered) Covered {
	out := *c
	u := s.at[i].men
	if u < 0 || c.Men == 0 && len(c.Others) == 0 {
		return out
	}
	counts := slices.Clone(c.Others)
	for len(counts) < u {
		counts = append(counts, 0)
	}
	counts = slices.Insert(counts, u, c.Men)
	out.Men, out.Others = counts[0], counts[1:]
	return out
}

// weapons returns what is used against the ground, or why it may not be.
func (s *sortie) weapons() (arms, *explain.Refusal) {
	f, p := s.line, s.plane
	air := func(field string) *explain.Refusal {
		return explain.Refuse(field, explain.Because("SQ-AIR-09", "ground-or-air").And("SQ-ELIG-19"))
	}
	switch {
	case p.is("spinning"):
		return 0, explain.Refuse("aircraft.states", explain.Because("SQ-AIR-25", "spinning-cannot-fire"))
	case f.InAir == "guns":
		return 0, air("in_air")
	case f.InAir == "turret" && *p.TurretGuns == 0:
		return 0, explain.Refuse("in_air", explain.Because("SQ-AIR-10", "no-turret"))
	case f.InAir == "turret":
		s.j.Reasons = append(s.j.Reasons, explain.Because("SQ-AIR-10", "turret-besides").And("SQ-ELIG-19"))
	}
	usable := p.usable(s.o)
	if !s.strafes() {
		if *p.MGs > 0 {
			s.j.Reasons = append(s.j.Reasons, explain.Because("SQ-AMMO-02", "mgs-jammed", is("n", p.Jammed)))
		}
		usable &^= fixedGuns
	}
	for i, name := range f.Use {
		field := fmt.Sprintf("use[%d]", i)
		switch arm := armOf(name); {
		case arm == turretGuns:
			return 0, explain.Refuse(field, explain.Because("SQ-AIR-11", "turret-not-at-ground"))
		case f.InAir == "turret" && arm != bombLoad:
			return 0, explain.Refuse(field, explain.Because("SQ-AIR-10", "bombs-only").And("SQ-ELIG-19"))
		case p.usable(s.o)&arm == 0:
			return 0, explain.Refuse(field, outOf(name))
		case usable&arm == 0:
			return 0, explain.Refuse(field, explain.Because("SQ-AMMO-02", "mgs-jammed", is("n", p.Jammed)))
		}
	}
	if len(f.Use) > 0 {
		var named arms
		for _, name := range f.Use {
			named |= armOf(name)
		}
		return named, nil
	}
	for _, g := range gunNames {
		if p.has()&g.arm != 0 && p.usable(s.o)&g.arm == 0 && g.arm != turretGuns {
			s.j.Reasons = append(s.j.Reasons, outOf(g.name))
		}
	}
	if usable&turretGuns != 0 && f.InAir == "none" {
		s.j.Reasons = append(s.j.Reasons, explain.Because("SQ-AIR-11", "turret-not-at-ground"))
	}
	usable &^= turretGuns
	if f.InAir == "turret" {
		usable &= bombLoad
		if usable == 0 {
			return 0, air("in_air")
		}
	}
	return usable, nil
}

// strafes says whether a fixed machine gun is free to fire.
func (s *sortie) strafes() bool {
	p := s.plane
	free := *p.MGs
	if *p.TurretGuns == 0 || p.Jammed == *p.MGs+*p.TurretGuns {
		free = max(0, free-p.Jammed)
	}
	return free > 0
}

// recon judges the marks of a reconnaissance aircraft (SQ-AIR-21 to 24).
func (s *sortie) recon() *explain.Refusal {
	p := s.plane
	marks := 0
	for i := range s.line.Units {
		if !s.line.Units[i].ReconMark {
			continue
		}
		marks++
		field := fmt.Sprintf("units[%d].recon_mark", i)
		switch {
		case p.Recon == "none":
			return explain.Refuse(field, explain.Because("SQ-AIR-21", "no-recon"))
		case p.Recon == "light" && marks > 1:
			return explain.Refuse(field, explain.Because("SQ-AIR-22", "one-mark"))
		}
	}
	switch {
	case p.Recon == "none":
		return nil
	case p.Recon == "heavy" && p.Class == "light_fighter":
		return explain.Refuse("aircraft.recon", explain.Because("SQ-AIR-22", "light-equipment-only"))
	}
	s.j.Reasons = append(s.j.Reasons, explain.Because("SQ-AIR-21", "recon-for-armament"))
	r := explain.Worth("SQ-AIR-22", "marks-one", marks)
	if p.Recon == "heavy" {
		marks = len(s.line.Units)
		r = explain.Worth("SQ-AIR-23", "marks-all", marks)
	}
	n := explain.Amount("marked", r).Noting(explain.Because("SQ-AIR-24", "mark-this-phase"))
	for i := range s.line.Units {
		if u := &s.line.Units[i]; (u.ReconMark || p.Recon == "heavy") && u.Target.is("marked") {
			n = n.Noting(explain.Because("SQ-AIR-24", "mark-not-added"))
		}
	}
	s.j.Numbers = append(s.j.Numbers, n)
	return nil
}

// marks returns how many units are marked.
func (s *sortie) marks() int {
	for _, n := range s.j.Numbers {
		if n.Key == "marked" {
			return n.Value
		}
	}
	return 0
}

// crossed tells who is on the line.
func (s *sortie) crossed() {
	own := 0
	for i := range s.line.Units {
		own += boolInt(s.line.Units[i].Side == "friend")
	}
	s.j.Reasons = append(s.j.Reasons, explain.Because("SQ-AIR-04", "units-on-line", is("n", len(s.line.Units))).And("SQ-AIR-02", "SQ-RANGE-14"))
	if own > 0 {
		s.j.Reasons = append(s.j.Reasons, explain.Because("SQ-AIR-04", "own-units-on-line", is("n", own)))
	}
	s.j.Reasons = append(s.j.Reasons, s.g.reasons...)
}

// name of the i-th unit on the line.
func onLine(i int) explain.Word { return explain.Word(fmt.Sprintf("line-%d", i+1)) }

// procedure puts the attack in order: machine guns on all units, cannon on all, bombs, then the
// tests of the units (SQ-AIR-32, SQ-TURN-05).
func (s *sortie) procedure(use arms) procedure.Procedure[lineState] {
	p := procedure.Procedure[lineState]{Key: "flight-line"}
	for u, t := range s.g.units {
		if t == nil {
			continue
		}
		for len(s.pins) < u {
			s.pins = append(s.pins, nil)
		}
		pin := t.pinFacts(s.o)
		s.pins = append(s.pins, pin)
		p.Start.Men[u].Squad = pin.start().Squad
	}
	for _, m := range s.g.machines {
		p.Start.Work.Hulls[m.armour.at] = m.armour.start
	}
	hurts := map[int]bool{}
	if use&fixedGuns != 0 {
		for i, at := range s.at {
			if at.men >= 0 {
				p.Steps = append(p.Steps, s.fire(at.men, s.strafe(i))...)
			}
		}
		if len(s.g.machines) > 0 {
			s.j.Reasons = append(s.j.Reasons, explain.Because("SQ-AIR-14", "mgs-not-vehicles").And("SQ-EFFECT-05"))
		}
	}
	if use&cannonGuns != 0 {
		for i, at := range s.at {
			if at.men >= 0 {
				p.Steps = append(p.Steps, s.fire(at.men, s.cannonMen(i))...)
				continue
			}
			if steps := s.cannonMachine(i); steps != nil {
				hurts[at.machine] = true
				p.Steps = append(p.Steps, ofTemplates().steps(steps)...)
			}
		}
	}
	if use&bombLoad != 0 {
		s.g.thinned = use&(fixedGuns|cannonGuns) != 0
		p.Steps = append(p.Steps, s.bombs(hurts)...)
	}
	if use != 0 {
		p.Steps = append(p.Steps, s.tests()...)
	}
	p.Measures = s.measures(use, hurts)
	return p
}

// fire puts the fire of one weapon at one unit of men between what pin timing wants around it.
func (s *sortie) fire(men int, steps []step) []lineStep {
	pin := s.pins[men]
	return ofMen(men).steps(slices.Concat(pin.weaponStart(), steps, pin.weaponEnd(false)))
}

// tests are those of all units of men when the phase is over.
func (s *sortie) tests() []lineStep {
	var out []lineStep
	ends := make([][]step, len(s.pins))
	if len(s.pins) > 0 && s.o.is("pin-timing", "end-of-phase") {
		s.j.Reasons = append(s.j.Reasons, explain.Because("SQ-TURN-05", "tests-after-all"))
	}
	for u, pin := range s.pins {
		if pin == nil {
			continue
		}
		ends[u] = pin.phaseEnd()
		if pin.exempt != nil {
			s.j.Reasons = append(s.j.Reasons, *pin.exempt)
		}
		for _, n := range pin.numbers() {
			n.Of = s.label(u)
			s.j.Numbers = append(s.j.Numbers, n)
		}
	}
	for k := range 3 {
		for u, end := range ends {
			if k < len(end) {
				out = append(out, ofMen(u).steps(end[k:k+1])...)
			}
		}
	}
	return out
}

// label names a unit of men when there is more than one on the line.
func (s *sortie) label(men int) any {
	if len(s.at) == 1 {
		return nil
	}
	return onLine(slices.IndexFunc(s.at, func(p place) bool { return p.men == men }))
}

// strafe is the two automatic hits of machine guns on a unit of men (SQ-AIR-13, 14).
func (s *sortie) strafe(i int) []step {
	u := s.at[i].men
	t := s.g.units[u]
	v := volley{
		key: "strafe", rule: ruleIDs{"SQ-AIR-13", "SQ-AIR-32", "SQ-GEN-06"}, pool: t.lives(),
		attack: attack{ap: NoAP},
		dice:   explain.Amount("dice", explain.Worth("SQ-AIR-13", "strafing-hits", 2).And("SQ-AIR-14")),
		toHit:  explain.Needed("to-hit", explain.Worth("SQ-AIR-13", "strafing-effect", 5)),
	}
	if t.is("marked") {
		v.toHit = v.toHit.Noting(explain.Because("SQ-AIR-32", "no-hit-modifiers"))
	}
	v.dice.Of, v.toHit.Of = s.label(u), s.label(u)
	saves, _ := t.savesFor(v.attack)
	for c := range saves {
		saves[c].Of = s.label(u)
		if len(saves) > 1 {
			saves[c].Of = explain.Word(className(c))
		}
		if saves[c].Possible() {
			saves[c] = saves[c].Noting(explain.Because("SQ-SAVE-16", "strafing-usual-saves"))
		}
	}
	s.j.Numbers = append(s.j.Numbers, v.dice, v.toHit)
	s.j.Numbers = append(s.j.Numbers, saves...)
	return t.volleySteps(v, s.o)
}

// cannonNumber is what the cannon hit on men needs: nothing, or 5+ under
// OPT-cannon-vs-infantry (SQ-AIR-15).
func (s *sortie) cannonNumber() number {
	if s.o.is("cannon-vs-infantry", "5+") {
		return explain.Needed("to-hit", explain.Worth("SQ-AIR-15", "cannon-effect-men", 5))
	}
	return explain.Sure("to-hit", explain.Because("SQ-AIR-15", "cannon-automatic"))
}

// cannonMen is the one cannon hit on a unit of men, without save. It kills outright; a weapon on
// a common base is lost with its crew (SQ-AIR-15, SQ-EFFECT-01 to 03).
func (s *sortie) cannonMen(i int) []step {
	u := s.at[i].men
	t := s.g.units[u]
	w := Roster().Weapon(s.plane.Cannon)
	v := volley{
		key: "cannon", rule: ruleIDs{"SQ-AIR-15", "SQ-AIR-32"}, pool: t.lives(), attack: attack{ap: w.AP, noSave: true},
		dice:  explain.Amount("dice", explain.Worth("SQ-AIR-15", "cannon-hit", 1).And("SQ-AIR-14")),
		toHit: s.cannonNumber(),
	}
	v.dice.Of, v.toHit.Of = w.Name, w.Name
	saves, _ := t.savesFor(v.attack)
	saves[0].Of = w.Name
	s.j.Numbers = append(s.j.Numbers, v.toHit, saves[0])
	if t.Type != "heavy_team" {
		return t.volleySteps(v, s.o)
	}
	return []step{{
		Key: v.key, Rule: "SQ-AIR-15", Also: ruleIDs{"SQ-AIR-14", "SQ-AIR-32", "SQ-SAVE-15"},
		If:  func(st *State) bool { return t.left(st) > 0 },
		Why: func(*State) []number { return []number{v.toHit} },
		Roll: func(*State) dice.Roll {
			if v.sure() {
				return dice.None()
			}
			return dice.Count(1, v.toHit.Target())
		},
		Then: func(st *State, o outcome, l *log) {
			if !v.sure() && !o.Success() {
				return
			}
			n := t.left(st)
			for c, m := range t.Models {
				st.Squad.Lost[c] = int16(m.Count)
			}
			st.Squad.Sight += int16(n)
			st.Squad.Dead += int16(n)
			if l.On() {
				l.Note(explain.Because("SQ-EFFECT-02", "team-destroyed", is("n", n)).And("SQ-EFFECT-03"))
			}
		},
	}}
}

// cannonMachine is the one cannon hit on a vehicle or gun: effective on 5+, on 2+ without crew
// (SQ-AIR-16), if the calibre hurts it (SQ-AIR-17). A gun of one wound is a heavy weapon: it is
// lost without a die (SQ-AIR-14, SQ-EFFECT-02).
func (s *sortie) cannonMachine(i int) []step {
	m := s.g.machines[s.at[i].machine]
	a := m.armour
	w := Roster().Weapon(s.plane.Cannon)
	gun := &Group{weapon: w}
	if r, no := gun.harmless(a); no {
		s.j.Reasons = append(s.j.Reasons, r.And("SQ-AIR-17"))
		return nil
	}
	s.j.Reasons = append(s.j.Reasons, gun.pierces(a).And("SQ-AIR-17"))
	need := explain.Needed("to-hit", explain.Worth("SQ-AIR-16", "cannon-effect", 5))
	switch {
	case a.gun && a.initial == 1:
		need = s.cannonNumber()
	case m.empty:
		need = explain.Needed("to-hit", explain.Worth("SQ-HIT-13", "hit-abandoned", 2).And("SQ-AIR-16", "SQ-CREW-04"))
	}
	need.Of = w.Name
	s.j.Numbers = append(s.j.Numbers, need)
	if a.save.Possible() && a.rolls() {
		s.j.Numbers = append(s.j.Numbers, a.save)
	}
	s.j.Numbers = append(s.j.Numbers, a.destructionNumbers()...)
	hit := step{
		Key: "cannon", Rule: "SQ-AIR-16", Also: ruleIDs{"SQ-AIR-32", "SQ-GEN-06"},
		Why:  func(*State) []number { return []number{need} },
		Roll: func(*State) dice.Roll { return dice.Count(1, need.Target()) },
		Then: func(st *State, o outcome, _ *log) { st.Shot.Hits = o.Counts[1] },
	}
	steps := []step{hit}
	if a.gun && a.initial == 1 { // no save against aircraft cannon (SQ-SAVE-15)
		steps[0].Rule, steps[0].Also = "SQ-AIR-15", ruleIDs{"SQ-AIR-14", "SQ-AIR-32", "SQ-SAVE-15"}
		steps[0].Roll = func(*State) dice.Roll {
			if need.State == explain.Automatic {
				return dice.None()
			}
			return dice.Count(1, need.Target())
		}
		steps[0].Then = func(st *State, o outcome, l *log) {
			if need.State != explain.Automatic && !o.Success() {
				return
			}
			a.hull(st).Lost = int8(a.wounds)
			if l.On() {
				l.Note(explain.Because("SQ-EFFECT-02", "gun-destroyed").And("SQ-EFFECT-03"))
			}
		}
	} else {
		steps = append(steps, a.damageSteps()...)
	}
	steps = append(steps, a.destructionSteps()...)
	return []step{{Key: "cannon-hit", Rule: hit.Rule, If: func(st *State) bool { return !a.destroyed(st) }, Steps: steps}}
}

var bombIDs = map[string]string{"small": "bomb_small", "large": "bomb_large", "apocalyptic": "bomb_apoc"}

// bombs are the attack dice of all units in order, each followed by its template (SQ-AIR-18 to
// 20). Under OPT-bomb-roll = wound-on-5+ every unit gets its template, and men are wounded on 5+.
func (s *sortie) bombs(hurts map[int]bool) []lineStep {
	always := s.o.is("bomb-roll", "wound-on-5+")
	need := explain.Needed("bomb", explain.Worth("SQ-AIR-18", "bomb-attack", 5))
	if always {
		need = explain.Sure("bomb", explain.Because("SQ-AIR-18", "bomb-always"))
	}
	sc := scattering(false, nil, s.o)
	sc.face = sc.face.Noting(explain.Because("SQ-AIR-20", "bomb-aim"))
	s.j.Numbers = append(s.j.Numbers, need)
	shells := make([]*shell, len(s.at))
	var all []*shell
	for i := range s.at {
		w := Roster().Weapon(bombIDs[s.template(i)])
		r := explain.Because("SQ-AIR-18", "bomb-for", is("unit", onLine(i)), is("template", explain.Word("template-"+s.template(i))))
		if s.template(i) == "apocalyptic" {
			r = r.And("SQ-TEMPLATE-03")
		}
		s.j.Reasons = append(s.j.Reasons, r)
		if s.line.Units[i].Roofed {
			s.j.Reasons = append(s.j.Reasons, explain.Because("SQ-AIR-20", "bomb-through-roof"))
		}
		if !s.line.Units[i].Bomb.aimed() {
			s.j.Reasons = append(s.j.Reasons, explain.Because("SQ-AIR-19", "bomb-not-laid", is("unit", onLine(i))))
			continue
		}
		sh := s.g.shell(w, sc, s.aim(i))
		if always {
			base := explain.Worth("SQ-AIR-18", "bomb-wounds", 5).And("SQ-AIR-19")
			sh.wounds = &base
		}
		shells[i] = sh
		all = append(all, sh)
		for k := range s.g.machines {
			hurts[k] = true
		}
	}
	s.g.prepare(all)
	if len(all) > 0 {
		s.g.tell(s.j, all)
		if slices.ContainsFunc(all, func(sh *shell) bool { return sh.scatter != nil }) {
			s.j.Numbers = append(s.j.Numbers, sc.face, sc.distance)
		}
	}
	var out []lineStep
	for i := range s.at {
		out = append(out, s.around(func(p *pinFacts) []step { return p.weaponStart() })...)
		out = append(out, s.bomb(i, need, shells[i])...)
		out = append(out, s.around(func(p *pinFacts) []step { return p.weaponEnd(false) })...)
	}
	return out
}

// around are steps of every unit of men.
func (s *sortie) around(of func(*pinFacts) []step) []lineStep {
	var out []lineStep
	for u, pin := range s.pins {
		if pin != nil {
			out = append(out, ofMen(u).steps(of(pin))...)
		}
	}
	return out
}

// template is the bomb that the player chose for a unit.
func (s *sortie) template(i int) string {
	if b := s.line.Units[i].Bomb; b != nil && b.Template != "" {
		return b.Template
	}
	return s.plane.Bombs[0]
}

// alive says whether anything is left of a unit on the line.
func (s *sortie) alive(i int) func(*lineState) bool {
	at := s.at[i]
	return func(l *lineState) bool {
		if at.men >= 0 {
			return s.g.units[at.men].left(ofMen(at.men).see(l)) > 0
		}
		return !s.g.machines[at.machine].armour.destroyed(&l.Work)
	}
}

// bomb is the attack die of one unit and its template.
func (s *sortie) bomb(i int, need number, sh *shell) []lineStep {
	steps := []lineStep{{
		Key: "bomb", Rule: "SQ-AIR-18", If: s.alive(i),
		Why: func(*lineState) []number { return []number{need} },
		Roll: func(*lineState) dice.Roll {
			if need.State == explain.Automatic {
				return dice.None()
			}
			return dice.Count(1, need.Target())
		},
		Then: func(l *lineState, o outcome, lg *log) {
			if need.State != explain.Automatic && !o.Success() {
				lg.Say("SQ-AIR-18", "bomb-misses")
				return
			}
			l.Templates++
			l.Falling = sh != nil
			lg.Say("SQ-AIR-18", "bomb-falls")
		},
	}}
	if sh == nil {
		return steps
	}
	v := ofTemplates()
	resolve := v.steps(s.g.resolveSteps(sh))
	resolve = append(resolve, lineStep{Key: "template-done", Rule: "SQ-AIR-19", Then: func(l *lineState, _ outcome, _ *log) { l.Falling = false }})
	resolve[0].Also = append(slices.Clone(resolve[0].Also), "SQ-AIR-19")
	steps = append(steps, lineStep{
		Key: "bomb-template", Rule: "SQ-AIR-19",
		If: func(l *lineState) bool { return l.Falling }, Steps: resolve,
	})
	return append(steps, v.steps([]step{s.g.forget(sh)})...)
}

// suffix tells the measures of the k-th unit of a sort apart from those of the first.
func suffix(k int) string {
	if k == 0 {
		return ""
	}
	return fmt.Sprintf("-%d", k+1)
}

// measures are the results that can occur.
func (s *sortie) measures(use arms, hurts map[int]bool) []lineMeasure {
	all := ofTemplates()
	ms := []lineMeasure{
		{Key: "hits", Inner: true, Of: func(l *lineState) int { return int(l.Work.Shot.Hits) }},
		{Key: "wounds", Inner: true, Of: func(l *lineState) int {
			n := 0
			for _, w := range l.Work.Shot.Wounds {
				n += int(w)
			}
			return n
		}},
	}
	if n := s.marks(); s.plane.Recon != "none" {
		ms = append(ms, lineMeasure{Key: "marked", Of: func(*lineState) int { return n }})
	}
	for u, t := range s.g.units {
		if t == nil {
			continue
		}
		list := []measure{{Key: "casualties", Of: func(st *State) int { return st.Squad.losses() }}, {Key: "left", Of: t.left}}
		if use&(cannonGuns|bombLoad) != 0 {
			list = append(list, measure{Key: "dead", Of: func(st *State) int { return int(st.Squad.Dead) }})
		}
		if use != 0 {
			list = append(list, s.pins[u].measures()...)
		}
		for _, m := range list {
			ms = append(ms, ofMen(u).measure(m, suffix(u)))
		}
	}
	if use&bombLoad != 0 {
		ms = append(ms, lineMeasure{Key: "bombs-on", Of: func(l *lineState) int { return int(l.Templates) }})
	}
	blast := map[string]bool{}
	for k, m := range s.g.machines {
		if !hurts[k] {
			continue
		}
		for _, x := range m.armour.measures() {
			end := suffix(k)
			if strings.HasPrefix(x.Key, "blast-") {
				if blast[x.Key] {
					continue
				}
				blast[x.Key], end = true, ""
			}
			ms = append(ms, all.measure(x, end))
		}
	}
	return ms
}

var flightLineKind = system.Kind{
	ID:   "flight-line",
	Name: rulebook.Text{RU: "Штурмовка и бомбёжка", EN: "Ground attack"},
	New:  func() system.Engagement { return new(FlightLine) },
	Sample: `
aircraft: {unit: su_il2}
units:
  - {target: {type: infantry, men: 3, cover: 6}, bomb: {covered: {men: 2}}}
  - {target: {unit: de_truck}, id: 9, bomb: {covered: {vehicles: [9]}}}
`,
}
