package hexmodern

import (
	"fmt"

	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// Assault is the assault of one stack on a hex, up to who holds it.
type Assault struct {
	Attackers []Attacker `yaml:"attackers" required:"true" minItems:"1" maxItems:"6"` // top first
	Defenders []Fighter  `yaml:"defenders" required:"true" minItems:"1" maxItems:"6"` // top first
	Hex       Hex        `yaml:"hex"`
	// Road says that the attackers come in along a road.
	Road        bool `yaml:"road"`
	AttackersHQ *HQ  `yaml:"attackers_hq"`
	DefendersHQ *HQ  `yaml:"defenders_hq"`
	// AttackersLed and DefendersLed are the units, counted from 1, to which an HQ lends its
	// leadership; absent: the first of those that hit most easily.
	AttackersLed *int `yaml:"attackers_led" minimum:"1" maximum:"6"`
	DefendersLed *int `yaml:"defenders_led" minimum:"1" maximum:"6"`
	Retreat      Ways `yaml:"retreat"`
}

// Attacker is a unit that assaults.
type Attacker struct {
	Unit   string   `yaml:"unit"`
	Values *Values  `yaml:"values"`
	States []string `yaml:"states" enum:"reduced,disrupted,ops_complete,in_motion,in_flight"`
	// MPLeft is its movement points before it goes in; absent: all that it has.
	MPLeft *float64 `yaml:"mp_left" minimum:"0" maximum:"60"`
	// From names the hex that it comes from; absent: the same as the others.
	From string `yaml:"from"`
}

var assaultKind = system.Kind{
	ID:   "assault",
	Name: rulebook.Text{RU: "Штурм", EN: "Assault"},
	New:  func() system.Engagement { return new(Assault) },
	Sample: `
attackers: [{unit: S-BTR}]
attackers_hq: {id: N-HQ}
defenders: [{unit: N-M3}, {unit: N-INF, states: [disrupted, reduced]}]
hex: {terrain: rough}
`,
}

// settle finds the units of both sides and checks that the facts agree.
func (a *Assault) settle(o options) (att, def *party, ps explain.Problems) {
	att, def = &party{key: "attackers", o: o}, &party{key: "defenders", o: o}
	var fs []Fighter
	for _, x := range a.Attackers {
		fs = append(fs, Fighter{x.Unit, x.Values, x.States})
	}
	var more explain.Problems
	if att.units, more = settleFighters("attackers", fs); more != nil {
		ps = append(ps, more...)
	}
	if def.units, more = settleFighters("defenders", a.Defenders); more != nil {
		ps = append(ps, more...)
	}
	if att.hq, more = a.AttackersHQ.settle("attackers_hq"); more != nil {
		ps = append(ps, more...)
	}
	if def.hq, more = a.DefendersHQ.settle("defenders_hq"); more != nil {
		ps = append(ps, more...)
	}
	for i, x := range a.Attackers {
		if x.MPLeft == nil {
			continue
		}
		if _, ok := halves(*x.MPLeft); !ok {
			ps = append(ps, explain.Wrong(at("attackers", i)+".mp_left", "half-points", is("value", *x.MPLeft)))
		} else if c := att.units[i]; c != nil && *x.MPLeft > float64(c.move) {
			ps = append(ps, explain.Wrong(at("attackers", i)+".mp_left", "field-above", is("value", *x.MPLeft), is("want", c.move)))
		}
	}
	if a.Hex.Position {
		ps = append(ps, needSaves(def.units)...)
	}
	ps = append(ps, a.Retreat.settle("retreat")...)
	for _, p := range []struct {
		p   *party
		led *int
		at  string
	}{{att, a.AttackersLed, "attackers_led"}, {def, a.DefendersLed, "defenders_led"}} {
		switch {
		case p.led == nil:
		case p.p.hq == nil:
			ps = append(ps, explain.Wrong(p.at, "no-hq-to-lead"))
		case *p.led > len(p.p.units):
			ps = append(ps, explain.Wrong(p.at, "field-above", is("value", *p.led), is("want", len(p.p.units))))
		}
		if p.p.most() > maxUnits {
			ps = append(ps, explain.Wrong(p.p.key, "too-many-to-draw", is("want", maxUnits-1)))
		}
	}
	return att, def, ps
}

// forbidden returns why the assault may not be made, or nil.
func (a *Assault) forbidden(att, def *party) *explain.Refusal {
	if no := noHQ(append(append([]*counter{}, att.units...), def.units...)...); no != nil {
		return no
	}
	g := a.Hex.ground()
	for i, c := range att.units {
		unit := is("unit", c.name)
		x := &a.Attackers[i]
		left := 2 * c.move
		if x.MPLeft != nil {
			left, _ = halves(*x.MPLeft)
		}
		cost := entry(c, g, a.Road)
		switch {
		case c.disrupted:
			return refuse(c.field+".states", "HX-PIN-06", "disrupted-no-assault", unit)
		case c.done:
			return refuse(c.field+".states", "HX-TURN-04", "ops-complete-no-move", unit)
		case c.factor == 0:
			return refuse(c.field+".unit", "HX-ASSAULT-14", "no-factor", unit)
		case x.From != "" && x.From != a.Attackers[0].From:
			return refuse(c.field+".from", "HX-ASSAULT-03", "from-elsewhere", unit)
		case cost > left:
			return explain.Refuse(c.field+".mp_left", explain.Because("HX-ASSAULT-03", "entry-too-dear", unit, is("cost", float64(cost)/2), is("left", float64(left)/2)).And("HX-MOVE-01"))
		}
	}
	for _, c := range def.units {
		if c.flying {
			return refuse(c.field+".states", "HX-AIR-05", "no-assault-in-the-air", is("unit", c.name))
		}
	}
	for _, p := range []struct {
		p   *party
		led *int
		at  string
	}{{att, a.AttackersLed, "attackers_led"}, {def, a.DefendersLed, "defenders_led"}} {
		if p.led != nil && p.p.units[*p.led-1].factor == 0 {
			return explain.Refuse(p.at, explain.Because("HX-ASSAULT-15", "led-without-factor", is("unit", p.p.units[*p.led-1].name)).And("HX-ASSAULT-14"))
		}
	}
	return nil
}

// blows returns the dice of every unit of a side; units without factor have none.
func (a *Assault) blows(own, foe *party, defending bool, led *int) []blow {
	g := a.Hex.ground()
	alone := only(foe.units, "vehicle")
	bs := make([]blow, len(own.units))
	town := false // town-assault = per-stack: some unit has had the extra factor
	for i, c := range own.units {
		if c.factor == 0 {
			continue
		}
		b := &bs[i]
		b.dice = explain.Amount("assault-dice", explain.Worth("HX-ASSAULT-04", "factor", c.factor))
		if c.reduced {
			b.dice = b.dice.Noting(explain.Because("HX-EFFECT-05", "reduced-side"))
		}
		b.hit = c.printedHit()
		rule := ruleID("HX-ASSAULT-06")
		if defending {
			rule = "HX-ASSAULT-07"
		}
		switch {
		case c.disrupted:
			b.hit = c.sixes(explain.Because("HX-ASSAULT-12", "disrupted-sixes").And("HX-PIN-05"))
			if c.kind == "infantry" && alone {
				b.hit = b.hit.Noting(explain.Because("HX-ASSAULT-09", "disrupted-no-advantage"))
			}
		case c.kind != "infantry":
			if alone && !only(own.units, "vehicle") {
				b.hit = b.hit.Noting(explain.Because("HX-ASSAULT-10", "infantry-alone-gains"))
			}
		case alone && !g.Built:
			b.hit = b.hit.With(explain.Worth(rule, "vehicles-only", 1).And("HX-ASSAULT-10"))
		case alone:
			b.hit = b.hit.With(explain.Worth(rule, "vehicles-only", 1).And("HX-ASSAULT-08", "HX-ASSAULT-10"))
			if !town || own.o.is("town-assault", "per-unit") {
				b.dice = b.dice.With(explain.Worth("HX-ASSAULT-08", "infantry-in-town", 1, is("terrain", g.Name)))
			}
			town = true
		}
		b.hit = b.hit.Clamped(2, 6, "HX-HIT-02", "two-at-best")
	}
	if own.hq != nil {
		if i := led1(bs, led); i >= 0 {
			bs[i].dice = bs[i].dice.With(explain.Worth("HX-ASSAULT-15", "leadership", own.hq.leadership, is("hq", own.hq.name)))
		}
	}
	for i := range bs {
		bs[i].dice.Of = own.units[i].name
	}
	return bs
}

// led1 is the unit that the HQ leads: as chosen, or the first of those that hit most easily; -1 for none.
func led1(bs []blow, chosen *int) int {
	if chosen != nil {
		return *chosen - 1
	}
	best := -1
	for i, b := range bs {
		if b.dice.Value > 0 && (best < 0 || b.hit.Value < bs[best].hit.Value) {
			best = i
		}
	}
	return best
}

// Judge implements system.Engagement.
func (a *Assault) Judge(c rulebook.Choices) (*system.Judgement, error) {
	o := options{c}
	att, def, ps := a.settle(o)
	if ps != nil {
		return nil, ps
	}
	if no := a.forbidden(att, def); no != nil {
		return &system.Judgement{Refusal: no}, nil
	}
	numbered(att.units)
	numbered(def.units)
	g := a.Hex.ground()
	j := &system.Judgement{Reasons: []reason{
		explain.Because("HX-ASSAULT-01", "assault").And("HX-ASSAULT-02"),
		explain.Because("HX-ASSAULT-03", "entry-paid", is("terrain", g.Name)).And("HX-MOVE-01"),
		explain.Because("HX-STACK-02", "no-limit-now"),
	}}
	if a.Hex.Position && o.is("position-in-assault", "fire-only") {
		j.Reasons = append(j.Reasons, explain.Because("HX-POS-06", "position-no-help"))
	}
	if !a.Hex.Position || o.is("position-in-assault", "fire-only") {
		j.Reasons = append(j.Reasons, explain.Because("HX-ASSAULT-13", "no-defence-dice"))
	}
	if def.hq != nil || att.hq != nil {
		j.Reasons = append(j.Reasons, explain.Because("HX-ASSAULT-15", "hq-does-not-strike").And("HX-HQ-01"))
	}
	proc := procedure.Procedure[Clash]{Key: "assault"}
	proc.Start = Clash{Side: [2]Stack{att.start(), def.start()}, Wreck: a.Hex.Wreck}
	throw := func(key, rule string, bs []blow, p *party, on func(*Clash) *Stack) {
		for i, b := range bs {
			if p.units[i].factor == 0 {
				j.Reasons = append(j.Reasons, explain.Because("HX-ASSAULT-14", "no-factor-no-dice", is("unit", p.units[i].name)))
				continue
			}
			j.Numbers = append(j.Numbers, b.dice, b.hit)
			proc.Steps = append(proc.Steps, blowStep(key, rule, b, nil, on))
		}
	}
	throw("assault", "HX-ASSAULT-04", a.blows(att, def, false, a.AttackersLed), att, defendersOf)
	shelter, ns := shelterSteps[Clash](def, a.Hex.Position, nil, defendersOf)
	proc.Steps = append(proc.Steps, shelter...)
	j.Numbers = append(j.Numbers, ns...)
	throw("counter-attack", "HX-ASSAULT-11", a.blows(def, att, true, a.DefendersLed), def, attackersOf)
	proc.Steps = append(proc.Steps, compareStep(att, def))
	wreck := func(s *Clash) *bool { return &s.Wreck }
	for i, p := range []*party{att, def} {
		side := [2]func(*Clash) *Stack{attackersOf, defendersOf}[i]
		proc.Steps = append(proc.Steps, dealSteps(p, side, wreck, "HX-ASSAULT-18", "HX-ASSAULT-20")...)
		proc.Steps = append(proc.Steps, hqSteps(p, side)...)
	}
	proc.Steps = append(proc.Steps, a.outcomeSteps(att, def)...)
	proc.Measures = a.measures(att, def)
	j.Program = system.Run(proc)
	return j, nil
}

// compareStep says who received more hits, before any takes effect (HX-ASSAULT-22 to 24).
func compareStep(attackers, defenders *party) clashStep {
	return clashStep{
		Key: "compare", Rule: "HX-ASSAULT-24",
		Then: func(s *Clash, _ outcome, l *log) {
			att, def := s.Side[0].Hits, s.Side[1].Hits
			s.Beaten = def > att
			if l.On() {
				l.Note(explain.Because("HX-ASSAULT-24", "hits-compared", is("def", int(def)), is("att", int(att))))
			}
			attackers.spill(&s.Side[0], l)
			defenders.spill(&s.Side[1], l)
		},
	}
}

// outcomeSteps say who holds the hex, and move the stacks (HX-ASSAULT-21 to 25, HX-HQ-06, HX-RETREAT).
func (a *Assault) outcomeSteps(att, def *party) []clashStep {
	steps := []clashStep{{
		Key: "outcome", Rule: "HX-ASSAULT-24",
		Then: func(s *Clash, _ outcome, l *log) {
			a.decide(s, att, l)
		},
	}}
	return append(steps, a.retreatSteps(def)...)
}

func (a *Assault) decide(s *Clash, att *party, l *log) {
	here, there := s.Side[0].living(), s.Side[1].living()
	say := func(rule, key string) { l.Say(ruleID(rule), key) }
	switch {
	case !here && !there:
		s.Result = deserted
		say("HX-ASSAULT-24", "nobody-left")
	case !here:
		s.Result = attackerless
		say("HX-ASSAULT-24", "no-attacker-left")
	case !there:
		s.Result = taken
		say("HX-ASSAULT-21", "no-defender-left")
	case s.Beaten:
		s.Result = taken
		say("HX-ASSAULT-22", "defence-breaks")
	case att.o.is("assault-hold", "both-stay"):
		s.Result = mixed
		say("HX-ASSAULT-23", "both-stay")
	default:
		s.Result = repulsed
		say("HX-ASSAULT-23", "attackers-return")
	}
	if !l.On() {
		return
	}
	if here {
		say("HX-ASSAULT-24", "attackers-done")
		if s.Side[0].HQ > 0 {
			say("HX-HQ-06", "hq-with-stack")
		}
	}
	if a.Hex.Position && s.Result == taken {
		say("HX-POS-05", "position-changes-hands")
	}
}

// leaves says whether a defender has to leave the hex.
func leaves(s *Clash, c *counter) bool {
	switch s.Result {
	case taken:
		return true
	case repulsed, mixed, attackerless:
		return c.factor == 0
	}
	return false
}

// measures are the results of the assault.
func (a *Assault) measures(att, def *party) []procedure.Measure[Clash] {
	ms := []procedure.Measure[Clash]{
		{Key: "hits-on-attackers", Inner: true, Of: func(s *Clash) int { return int(s.Side[0].Hits) }},
		{Key: "hits-on-defenders", Inner: true, Of: func(s *Clash) int { return int(s.Side[1].Hits) }},
	}
	for i, p := range []*party{att, def} {
		ms = append(ms, sideMeasures(p, [2]func(*Clash) *Stack{attackersOf, defendersOf}[i])...)
	}
	ms = append(ms,
		event("defenders-hit-more", func(s *Clash) bool { return s.Beaten }),
		event("hex-taken", func(s *Clash) bool { return s.Result == taken }),
		event("attackers-return", func(s *Clash) bool { return s.Result == repulsed }),
		count("retreated", func(s *Clash) int { return int(s.Went[0] + s.Went[1] + s.Went[2]) }),
		event("cut-off", func(s *Clash) bool { return s.CutOff }))
	if !a.Hex.Wreck {
		ms = append(ms, event("wreck", func(s *Clash) bool { return s.Wreck }))
	}
	return ms
}

// sideMeasures are what became of the units of one side, top first, and of its HQ.
func sideMeasures[S comparable](p *party, at func(*S) *Stack) []procedure.Measure[S] {
	var ms []procedure.Measure[S]
	one := map[string]string{"attackers": "attacker", "defenders": "defender", "movers": "mover"}[p.key]
	for i := range p.units {
		ms = append(ms,
			count(fmt.Sprintf("%s-%d-steps", one, i+1), func(s *S) int { return int(at(s).Units[i].Steps) }),
			event(fmt.Sprintf("%s-%d-disrupted", one, i+1), func(s *S) bool { return at(s).Units[i].harmed() }))
	}
	ms = append(ms, count(p.key+"-destroyed", func(s *S) int {
		n := 0
		for i := range p.units {
			n += boolInt(at(s).Units[i].Steps == 0)
		}
		return n
	}))
	if p.hq != nil {
		ms = append(ms, count(p.key+"-hq-steps", func(s *S) int { return int(at(s).HQ) }))
	}
	return ms
}
