package hexmodern

import (
	"fmt"
	"slices"

	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// maxOverruns is the most overruns of one engagement.
const maxOverruns = 4

// Overrun is one overrun after another of vehicles that move together, as long as they get through.
type Overrun struct {
	Attackers   []Charger `yaml:"attackers" required:"true" minItems:"1" maxItems:"6"` // top first
	AttackersHQ *HQ       `yaml:"attackers_hq"`
	Overruns    []Through `yaml:"overruns" required:"true" minItems:"1" maxItems:"4"`
}

// Charger is a vehicle unit that overruns.
type Charger struct {
	Unit   string   `yaml:"unit"`
	Values *Values  `yaml:"values"`
	States []string `yaml:"states" enum:"reduced,disrupted,ops_complete,in_motion,in_flight"`
	// MPLeft is its movement points before the first hex; absent: all that it has.
	MPLeft *float64 `yaml:"mp_left" minimum:"0" maximum:"60"`
	// Overran names the hexes that it has overrun in this operations phase before.
	Overran []string `yaml:"overran" maxItems:"12"`
}

// Through is one overrun: the way to the enemy, his hex, and the hex behind it.
type Through struct {
	Approach []Approach `yaml:"approach" maxItems:"20"`
	// Hex names the enemy hex; absent: a hex of its own.
	Hex        string    `yaml:"hex_name"`
	Terrain    string    `yaml:"terrain" enum:"open,hill,wood,wooded_hill,town,ruins,rough,burnt_wood,field,craters" default:"open"`
	Position   bool      `yaml:"improved_position"`
	Infantry   []Fighter `yaml:"infantry" required:"true" minItems:"1" maxItems:"6"` // top first
	InfantryHQ *HQ       `yaml:"infantry_hq"`
	Behind     Behind    `yaml:"behind"`
	// StartWreck says that a wreck lies in the hex from which the vehicles start.
	StartWreck bool `yaml:"start_wreck"`
	// By are the attackers that take part, counted from 1; absent: all that have got so far.
	By []int `yaml:"by" maxItems:"6"`
}

// Approach is a hex on the way to the enemy.
type Approach struct {
	Terrain string `yaml:"terrain" enum:"open,hill,wood,wooded_hill,town,ruins,rough,burnt_wood,field,craters" default:"open"`
	Road    bool   `yaml:"road"`
}

// Behind is the hex behind the enemy.
type Behind struct {
	Terrain    string `yaml:"terrain" enum:"open,hill,wood,wooded_hill,town,ruins,rough,burnt_wood,field,craters" default:"open"`
	OffMap     bool   `yaml:"off_map"`
	Impassable bool   `yaml:"impassable"`
	Enemy      bool   `yaml:"enemy"`
	Own        int    `yaml:"own_units" minimum:"0" maximum:"2"`
}

// Break is the state of overruns.
type Break struct {
	Vehicles Stack
	Infantry [maxOverruns]Stack
	Passed   [maxMovers]int8 // overruns that each attacker got through
	Stopped  uint8           // attackers that do not go on, bit by place
	Wreck    bool            // a wreck lies in the hex from which the vehicles start
	Dust     bool            // the same of the infantry's hex, where no vehicle can be lost
	Left     int8            // wreck markers placed
}

type breakStep = procedure.Step[Break]

var overrunKind = system.Kind{
	ID:   "overrun",
	Name: rulebook.Text{RU: "Прорыв", EN: "Overrun"},
	New:  func() system.Engagement { return new(Overrun) },
	Sample: `
attackers: [{unit: N-M113}]
attackers_hq: {id: N-HQ}
overruns:
  - {infantry: [{unit: S-MOR}, {unit: S-MOR, states: [disrupted]}], improved_position: false}
`,
}

// charge is an overrun engagement with all its values.
type charge struct {
	r    *Overrun
	veh  *party
	foot []*party
	by   [][]int // attackers of each overrun, from 0
	o    options
}

func (r *Overrun) settle(o options) (*charge, explain.Problems) {
	ch := &charge{r: r, o: o, veh: &party{key: "attackers", o: o}}
	var ps, more explain.Problems
	wrong := func(at, key string, facts ...explain.Fact) { ps = append(ps, explain.Wrong(at, key, facts...)) }
	for i, a := range r.Attackers {
		f := at("attackers", i)
		c, more := resolve(f, a.Unit, a.Values, a.States)
		ps = append(ps, more...)
		if c == nil {
			continue
		}
		if a.MPLeft != nil {
			if _, ok := halves(*a.MPLeft); !ok {
				wrong(f+".mp_left", "half-points", is("value", *a.MPLeft))
			} else if *a.MPLeft > float64(c.move) {
				wrong(f+".mp_left", "field-above", is("value", *a.MPLeft), is("want", c.move))
			}
		}
		ch.veh.units = append(ch.veh.units, c)
	}
	ch.veh.hq, more = r.AttackersHQ.settle("attackers_hq")
	ps = append(ps, more...)
	var before []int
	for i := range r.Attackers {
		before = append(before, i)
	}
	for k := range r.Overruns {
		t := &r.Overruns[k]
		f := at("overruns", k)
		p := &party{key: "infantry", o: o}
		if p.units, more = settleFighters(f+".infantry", t.Infantry); more != nil {
			ps = append(ps, more...)
		}
		if t.Position {
			ps = append(ps, needSaves(p.units)...)
		}
		p.hq, more = t.InfantryHQ.settle(f + ".infantry_hq")
		ps = append(ps, more...)
		ch.foot = append(ch.foot, p)
		by := before
		if t.By != nil {
			by = nil
			for i, n := range t.By {
				switch {
				case n < 1 || n > len(r.Attackers):
					wrong(at(f+".by", i), "no-such-attacker", is("value", n), is("want", len(r.Attackers)))
				case !slices.Contains(before, n-1):
					wrong(at(f+".by", i), "attacker-elsewhere", is("value", n))
				case slices.Contains(by, n-1):
					wrong(at(f+".by", i), "named-twice", is("value", n))
				default:
					by = append(by, n-1)
				}
			}
			slices.Sort(by)
		}
		ch.by = append(ch.by, by)
		before = by
		if t.Behind.OffMap && (t.Behind.Enemy || t.Behind.Own > 0 || t.Behind.Impassable) {
			wrong(f+".behind.off_map", "off-map-is-empty")
		}
		if t.Behind.Enemy && t.Behind.Own > 0 {
			wrong(f+".behind.enemy", "both-sides-there")
		}
	}
	return ch, ps
}

// forbidden returns why the overruns may not be declared, or nil.
func (ch *charge) forbidden() *explain.Refusal {
	all := append([]*counter{}, ch.veh.units...)
	for _, p := range ch.foot {
		all = append(all, p.units...)
	}
	if no := noHQ(all...); no != nil {
		return no
	}
	if len(ch.veh.units) > stackLimit {
		return refuse("attackers", "HX-STACK-01", "stack-too-big", is("most", stackLimit))
	}
	for _, c := range ch.veh.units {
		unit := is("unit", c.name)
		switch {
		case c.kind != "vehicle":
			return refuse(c.field+".unit", "HX-OVERRUN-01", "only-vehicles-overrun", unit)
		case c.disrupted:
			return refuse(c.field+".states", "HX-PIN-06", "disrupted-no-assault", unit)
		case c.done:
			return refuse(c.field+".states", "HX-TURN-04", "ops-complete-no-move", unit)
		case c.factor == 0:
			return refuse(c.field+".unit", "HX-ASSAULT-14", "no-factor", unit)
		}
	}
	for k := range ch.r.Overruns {
		if no := ch.hexForbidden(k); no != nil {
			return no
		}
	}
	return nil
}

// hexForbidden is forbidden for the hexes of one overrun (HX-OVERRUN-01, 03, 12; HX-STACK-01).
func (ch *charge) hexForbidden(k int) *explain.Refusal {
	t, f := &ch.r.Overruns[k], at("overruns", k)
	if g := Roster().Ground(t.Terrain); g.ID != "open" && g.ID != "hill" {
		return refuse(f+".terrain", "HX-OVERRUN-01", "not-open", is("terrain", g.Name))
	}
	if len(t.Infantry) > stackLimit {
		return refuse(f+".infantry", "HX-STACK-01", "stack-too-big", is("most", stackLimit))
	}
	for _, c := range ch.foot[k].units {
		if !c.onFoot() {
			return refuse(c.field+".unit", "HX-OVERRUN-01", "only-infantry-is-overrun", is("unit", c.name))
		}
	}
	switch b := &t.Behind; {
	case b.Enemy:
		return refuse(f+".behind.enemy", "HX-OVERRUN-03", "enemy-behind")
	case b.OffMap:
		return refuse(f+".behind.off_map", "HX-OVERRUN-03", "no-hex-behind")
	case b.Impassable:
		return refuse(f+".behind.impassable", "HX-OVERRUN-03", "no-hex-behind")
	case b.Own+len(ch.by[k]) > stackLimit:
		return refuse(f+".behind.own_units", "HX-STACK-01", "stack-too-big", is("most", stackLimit))
	}
	if t.Hex == "" {
		return nil
	}
	for _, i := range ch.by[k] {
		again := slices.Contains(ch.r.Attackers[i].Overran, t.Hex)
		for e := range k {
			again = again || ch.r.Overruns[e].Hex == t.Hex && slices.Contains(ch.by[e], i)
		}
		if again {
			return refuse(f+".hex_name", "HX-OVERRUN-12", "overrun-before", is("unit", ch.veh.units[i].name), is("hex", t.Hex))
		}
	}
	return nil
}

// budget charges every overrun to those who make it (HX-OVERRUN-02, 03, 11, 14).
func (ch *charge) budget(j *system.Judgement) *explain.Refusal {
	left := make([]int, len(ch.veh.units))
	for i, c := range ch.veh.units {
		left[i] = 2 * c.move
		if mp := ch.r.Attackers[i].MPLeft; mp != nil {
			left[i], _ = halves(*mp)
		}
	}
	for k := range ch.r.Overruns {
		t, f := &ch.r.Overruns[k], at("overruns", k)
		for _, i := range ch.by[k] {
			c := ch.veh.units[i]
			unit := is("unit", c.name)
			have := func() explain.Fact { return is("left", float64(left[i])/2) }
			for n, a := range t.Approach {
				cost := entry(c, Roster().Ground(a.Terrain), a.Road)
				if cost > left[i] {
					return refuse(at(f+".approach", n), "HX-MOVE-01", "entry-too-dear", unit, is("cost", float64(cost)/2), have())
				}
				left[i] -= cost
			}
			ground, behind := Roster().Ground(t.Terrain), Roster().Ground(t.Behind.Terrain)
			in, out := entry(c, ground, false)+2, entry(c, behind, false)
			cost := explain.Amount("overrun-cost",
				explain.Worth("HX-OVERRUN-02", "into-the-enemy", in/2, is("terrain", ground.Name)),
				explain.Worth("HX-OVERRUN-03", "hex-behind", out/2, is("terrain", behind.Name)).And("HX-MOVE-01"))
			cost.Of = c.name
			j.Numbers = append(j.Numbers, cost)
			if k > 0 && in+out > left[i] {
				return explain.Refuse(f, explain.Because("HX-OVERRUN-11", "points-are-short", unit, have()).And("HX-OVERRUN-14"))
			}
			switch {
			case in > left[i]:
				return refuse(f, "HX-OVERRUN-02", "points-are-short", unit, have())
			case in+out > left[i]:
				return refuse(f+".behind", "HX-OVERRUN-03", "points-are-short", unit, have())
			}
			left[i] -= in + out
			if k > 0 {
				j.Reasons = append(j.Reasons, explain.Because("HX-OVERRUN-11", "points-last", unit, have()).And("HX-OVERRUN-12"))
			}
		}
	}
	return nil
}

// Judge implements system.Engagement.
func (r *Overrun) Judge(c rulebook.Choices) (*system.Judgement, error) {
	o := options{c}
	ch, ps := r.settle(o)
	if ps != nil {
		return nil, ps
	}
	if no := ch.forbidden(); no != nil {
		return &system.Judgement{Refusal: no}, nil
	}
	numbered(ch.veh.units)
	j := &system.Judgement{Reasons: []reason{
		explain.Because("HX-OVERRUN-01", "overrun-declared").And("HX-OVERRUN-02"),
	}}
	if no := ch.budget(j); no != nil {
		return &system.Judgement{Refusal: no}, nil
	}
	proc := procedure.Procedure[Break]{Key: "overrun"}
	proc.Start.Vehicles = ch.veh.start()
	led := ch.veh.hq != nil
	for k, p := range ch.foot {
		numbered(p.units)
		led = led || p.hq != nil
		proc.Start.Infantry[k] = p.start()
		proc.Steps = append(proc.Steps, ch.overrunStep(k, j))
	}
	if led {
		j.Reasons = append(j.Reasons, explain.Because("HX-OVERRUN-13", "no-leadership"))
	}
	proc.Measures = ch.measures()
	j.Program = system.Run(proc)
	return j, nil
}

// active says whether an attacker takes part in overrun k as things stand.
func (ch *charge) active(s *Break, k, i int) bool {
	return s.Stopped>>i&1 == 0 && s.Vehicles.Units[i].Steps > 0 && slices.Contains(ch.by[k], i)
}

// overrunStep is one overrun (HX-OVERRUN-04 to 10).
func (ch *charge) overrunStep(k int, j *system.Judgement) breakStep {
	t := &ch.r.Overruns[k]
	foot := ch.foot[k]
	vehicles := func(s *Break) *Stack { return &s.Vehicles }
	infantry := func(s *Break) *Stack { return &s.Infantry[k] }
	steps := []breakStep{{
		Key: "line-up", Rule: "HX-OVERRUN-02",
		Then: func(s *Break, _ outcome, _ *log) {
			s.Wreck = t.StartWreck
			for i := range ch.veh.units {
				if !ch.active(s, k, i) {
					s.Vehicles.Out |= 1 << i
				}
			}
		},
	}}
	for _, i := range ch.by[k] {
		c := ch.veh.units[i]
		b := blow{
			dice: explain.Amount("assault-dice", explain.Worth("HX-OVERRUN-04", "tripled", 3*c.factor, is("factor", c.factor))),
			hit:  c.printedHit(),
		}
		b.dice.Of = c.name
		j.Numbers = append(j.Numbers, b.dice, b.hit)
		steps = append(steps, blowStep("overrun", "HX-OVERRUN-04", b, func(s *Break) bool { return ch.active(s, k, i) }, infantry))
	}
	shelter, ns := shelterSteps(foot, t.Position, nil, infantry)
	steps = append(steps, shelter...)
	j.Numbers = append(j.Numbers, ns...)
	for _, c := range foot.units {
		if c.factor == 0 {
			j.Reasons = append(j.Reasons, explain.Because("HX-ASSAULT-14", "no-factor-no-dice", is("unit", c.name)))
			continue
		}
		b := blow{dice: explain.Amount("assault-dice", explain.Worth("HX-OVERRUN-05", "factor", c.factor)), hit: c.printedHit()}
		b.dice.Of = c.name
		rule := "HX-OVERRUN-05"
		if c.disrupted {
			rule = "HX-OVERRUN-06"
			b.hit = c.sixes(explain.Because("HX-OVERRUN-06", "disrupted-sixes"))
		}
		j.Numbers = append(j.Numbers, b.dice, b.hit)
		steps = append(steps, blowStep("stand", rule, b, nil, vehicles))
	}
	steps = append(steps, dealSteps(ch.veh, vehicles, func(s *Break) *bool { return &s.Wreck }, "HX-OVERRUN-07", "HX-OVERRUN-08", "HX-ASSAULT-18")...)
	steps = append(steps, hqSteps(ch.veh, vehicles)...)
	steps = append(steps, dealSteps(foot, infantry, func(s *Break) *bool { return &s.Dust }, "HX-OVERRUN-07", "HX-OVERRUN-08", "HX-ASSAULT-18")...)
	steps = append(steps, hqSteps(foot, infantry)...)
	steps = append(steps, breakStep{
		Key: "break-through", Rule: "HX-OVERRUN-09",
		Then: func(s *Break, _ outcome, l *log) { ch.through(s, k, l) },
	})
	return breakStep{
		Key: "overrun-hex", Rule: "HX-OVERRUN-01",
		If: func(s *Break) bool {
			return slices.ContainsFunc(ch.by[k], func(i int) bool { return ch.active(s, k, i) })
		},
		Steps: steps,
	}
}

// through says who of an overrun ends in the hex behind and who stays (HX-OVERRUN-09, 10, 14;
// option overrun-stop).
func (ch *charge) through(s *Break, k int, l *log) {
	note := func(rule, key string, i int, also ...rulebook.ID) {
		if l.On() {
			l.Note(explain.Because(ruleID(rule), key, is("unit", ch.veh.units[i].name)).And(also...))
		}
	}
	part := func(i int) bool { return s.Vehicles.Out>>i&1 == 0 }
	harmed := false
	for i := range ch.veh.units {
		harmed = harmed || part(i) && s.Vehicles.Units[i].harmed()
	}
	all := harmed && ch.o.is("overrun-stop", "all")
	for i := range ch.veh.units {
		switch u := s.Vehicles.Units[i]; {
		case !part(i):
		case u.Steps == 0:
			s.Stopped |= 1 << i
		case u.Disrupted:
			s.Stopped |= 1 << i
			note("HX-OVERRUN-09", "does-not-get-through", i, "HX-OVERRUN-14")
		case all:
			s.Stopped |= 1 << i
			note("HX-OVERRUN-09", "held-by-the-others", i, "HX-OVERRUN-14")
		default:
			s.Passed[i]++
			note("HX-OVERRUN-10", "gets-through", i)
		}
	}
	if s.Wreck && !ch.r.Overruns[k].StartWreck {
		s.Left++
	}
	s.Vehicles.Out, s.Wreck = 0, false
}

// measures are what becomes of the vehicles and of the infantry of each hex.
func (ch *charge) measures() []procedure.Measure[Break] {
	ms := []procedure.Measure[Break]{
		{Key: "hits-on-vehicles", Inner: true, Of: func(s *Break) int { return int(s.Vehicles.Hits) }},
	}
	ms = append(ms, sideMeasures(ch.veh, func(s *Break) *Stack { return &s.Vehicles })...)
	for i := range ch.veh.units {
		ms = append(ms, count(fmt.Sprintf("attacker-%d-through", i+1), func(s *Break) int { return int(s.Passed[i]) }))
	}
	for k, p := range ch.foot {
		key := fmt.Sprintf("hex-%d", k+1)
		ms = append(ms, procedure.Measure[Break]{Key: key + "-hits", Inner: true, Of: func(s *Break) int { return int(s.Infantry[k].Hits) }})
		for i := range p.units {
			ms = append(ms,
				count(fmt.Sprintf("%s-infantry-%d-steps", key, i+1), func(s *Break) int { return int(s.Infantry[k].Units[i].Steps) }),
				event(fmt.Sprintf("%s-infantry-%d-disrupted", key, i+1), func(s *Break) bool { return s.Infantry[k].Units[i].harmed() }))
		}
		if p.hq != nil {
			ms = append(ms, count(key+"-hq-steps", func(s *Break) int { return int(s.Infantry[k].HQ) }))
		}
	}
	return append(ms, count("wrecks", func(s *Break) int { return int(s.Left) }))
}
