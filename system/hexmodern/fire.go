package hexmodern

import (
	"fmt"

	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// maxGuns is the most units that fire in one engagement.
const maxGuns = 8

// Fire is the direct fire of one or more units of the acting side at one enemy unit, one attack
// after another.
type Fire struct {
	Firers []Firer `yaml:"firers" required:"true" minItems:"1" maxItems:"8"`
	Target Target  `yaml:"target" required:"true"`
}

// Firer is a unit that fires in its own activation.
type Firer struct {
	Unit     string   `yaml:"unit"`
	Values   *Values  `yaml:"values"`
	States   []string `yaml:"states" enum:"reduced,disrupted,ops_complete,in_motion,in_flight"`
	Distance int      `yaml:"distance" required:"true" minimum:"1" maximum:"60"` // hexes
	Sees     bool     `yaml:"sees" default:"true"`
	// Fires is the ammunition that the player declares; absent: what the target calls for.
	Fires      string   `yaml:"fires" enum:"ap,he,aa"`
	Depletion  int      `yaml:"depletion" minimum:"0" maximum:"2"`
	Support    *Support `yaml:"support"`
	MPSpent    float64  `yaml:"mp_spent" minimum:"0" maximum:"60"`
	HexesFlown int      `yaml:"hexes_flown" minimum:"0" maximum:"60"`
	Leader     *HQ      `yaml:"leader"`
	LeaderUsed bool     `yaml:"leader_used"`
}

// Target is the unit that is fired at.
type Target struct {
	Unit   string   `yaml:"unit"`
	Values *Values  `yaml:"values"`
	States []string `yaml:"states" enum:"reduced,disrupted,ops_complete,in_motion,in_flight"`
	Hex    Hex      `yaml:"hex"`
	// MixedHex says that units of both sides stand in the target's hex.
	MixedHex bool    `yaml:"mixed_hex"`
	Enemies  []Enemy `yaml:"enemies" maxItems:"12"`
	HQ       *HQ     `yaml:"hq"`
	// Others is the other units of its side in its hex.
	Others int `yaml:"others" minimum:"0" maximum:"1"`
}

// Combat is the state of fire: of the attacks of one activation, or of a move under fire.
type Combat struct {
	Aimed       Stack           // those fired at
	Answer      Stack           // whom a mover fires at when its move is over
	Guns        [maxGuns]Gun    // the firers
	Own         Gun             // the mover that fires
	Halt        [maxMovers]int8 // the hex in which a mover was stopped, from 1
	Net         int16           // hits that got through to those fired at, in all
	Left        int8            // wreck markers placed
	Struck      int8            // hits of the attack under way, not yet applied
	Shot        uint8           // movers fired at in the hex under way, bit by place
	Hold        bool            // the firer whose turn it is waits for a later hex
	Wreck       bool            // a wreck lies in the hex of those fired at
	AnswerWreck bool            // a wreck lies in the hex that a mover fires at
}

// Gun is what firing does to a firer.
type Gun struct {
	Done     bool // ops complete
	Depleted bool // its missiles have run out
}

type fireStep = procedure.Step[Combat]

var fireKind = system.Kind{
	ID:   "fire",
	Name: rulebook.Text{RU: "Прямой огонь", EN: "Direct fire"},
	New:  func() system.Engagement { return new(Fire) },
	Sample: `
firers: [{unit: N-M2, states: [reduced], distance: 7}]
target: {unit: S-T72, hex: {terrain: wood}, hq: {id: S-HQ62}}
`,
}

// halves turns movement points into half points; ok is false where they are no multiple of a half.
func halves(mp float64) (int, bool) {
	h := int(2 * mp)
	return h, float64(h) == 2*mp
}

func (f *Firer) settle(field string) (*gun, explain.Problems) {
	c, ps := resolve(field, f.Unit, f.Values, f.States)
	if c == nil {
		return nil, ps
	}
	leader, more := f.Leader.settle(field + ".leader")
	ps = append(ps, more...)
	h, ok := halves(f.MPSpent)
	if !ok {
		ps = append(ps, explain.Wrong(field+".mp_spent", "half-points", is("value", f.MPSpent)))
	}
	if f.LeaderUsed && f.Leader == nil {
		ps = append(ps, explain.Wrong(field+".leader", "field-missing"))
	}
	g := &gun{
		c: c, spot: field, depletion: f.Depletion, use: f.Fires, distance: f.Distance, sees: f.Sees,
		halves: h, flown: f.HexesFlown, leader: leader, leaderUse: f.LeaderUsed,
	}
	if f.Support != nil {
		s := *f.Support
		g.support = &s
	}
	return g, append(ps, g.settle()...)
}

func (t *Target) settle(field string) (*target, explain.Problems) {
	c, ps := resolve(field, t.Unit, t.Values, t.States)
	if c == nil {
		return nil, ps
	}
	if c.kind != "hq" && c.save == 0 {
		ps = append(ps, explain.Wrong(field+".values.save", "field-missing"))
	}
	if c.flying && t.Hex.Position {
		ps = append(ps, explain.Wrong(field+".hex.improved_position", "flying-above-it"))
	}
	return &target{c: c, hex: &t.Hex, mixed: t.MixedHex, near: t.Enemies}, ps
}

// seen returns the target as those who fire at it find it: they can give its cover away themselves.
func (t *target) seen(guns ...*gun) *target {
	as := *t
	as.near = as.near[:len(as.near):len(as.near)]
	for _, g := range guns {
		as.near = append(as.near, Enemy{Distance: g.distance, Recon: g.c.recon, Disrupted: g.c.disrupted, Sees: &g.sees})
	}
	return &as
}

// Judge implements system.Engagement.
func (f *Fire) Judge(c rulebook.Choices) (*system.Judgement, error) {
	o := options{c}
	t, ps := f.Target.settle("target")
	hq, more := f.Target.HQ.settle("target.hq")
	ps = append(ps, more...)
	var guns []*gun
	var all []*counter
	for i := range f.Firers {
		g, more := f.Firers[i].settle(fmt.Sprintf("firers[%d]", i))
		ps = append(ps, more...)
		guns = append(guns, g)
		if g != nil {
			all = append(all, g.c)
		}
	}
	if ps != nil {
		return nil, ps
	}
	if no := noHQ(append(all, t.c)...); no != nil {
		return &system.Judgement{Refusal: no}, nil
	}
	numbered(all)
	j := &system.Judgement{}
	p := &party{key: "target", units: []*counter{t.c}, hq: hq, others: f.Target.Others, o: o}
	proc := procedure.Procedure[Combat]{Key: "fire"}
	proc.Start.Aimed = p.start()
	proc.Start.Wreck = f.Target.Hex.Wreck
	for i, g := range guns {
		s, no := g.at(t.seen(guns...), o)
		if no != nil {
			return &system.Judgement{Refusal: no}, nil
		}
		j.Reasons = append(j.Reasons, s.reasons...)
		j.Numbers = append(j.Numbers, s.list()...)
		a := attack{
			shot: s, gun: g, party: p, unit: 0, at: aimed,
			mark:  func(s *Combat) *Gun { return &s.Guns[i] },
			hurt:  func(s *Combat) { s.Net += int16(s.Struck) },
			wreck: func(s *Combat) *bool { return &s.Wreck },
		}
		proc.Steps = append(proc.Steps, fireStep{
			Key: "attack", Rule: "HX-ELIG-01",
			If:    func(s *Combat) bool { return s.Aimed.Units[0].Steps > 0 },
			Steps: a.steps(),
		})
	}
	j.Reasons = once(j.Reasons)
	proc.Measures = f.measures(p, len(guns))
	j.Program = system.Run(proc)
	return j, nil
}

func aimed(s *Combat) *Stack  { return &s.Aimed }
func answer(s *Combat) *Stack { return &s.Answer }

// list is the numbers of the shot.
func (s *shot) list() []number { return []number{s.dice, s.hit, s.defence, s.save} }

// attack is one attack ready for its dice.
type attack struct {
	shot  *shot
	gun   *gun
	party *party
	unit  int // which unit of the party is fired at
	at    func(*Combat) *Stack
	mark  func(*Combat) *Gun
	wreck func(*Combat) *bool
	// hurt is called when hits get through; it may be nil.
	hurt func(*Combat)
}

// steps are the attack roll, the defence roll, the results and the HQ die.
func (a *attack) steps() []fireStep {
	s, p := a.shot, a.party
	return append([]fireStep{{
		Key: "to-hit", Rule: "HX-DICE-01",
		Why:  why[Combat](s.dice, s.hit),
		Roll: func(*Combat) dice.Roll { return dice.Count(s.dice.Value, s.hit.Target()) },
		Then: func(c *Combat, o outcome, l *log) {
			c.Struck = int8(o.Successes())
			a.fired(c, l)
			if s.cancel > 0 && c.Struck > 0 {
				c.Struck--
				l.Say("HX-POS-02", "position-cancels")
			}
		},
	}, {
		Key: "defence", Rule: "HX-DEF-05",
		If:   func(c *Combat) bool { return c.Struck > 0 && s.defence.Value > 0 },
		Why:  why[Combat](s.defence, s.save),
		Roll: func(*Combat) dice.Roll { return dice.Count(s.defence.Value, s.save.Target()) },
		Then: func(c *Combat, o outcome, l *log) {
			c.Struck = max(c.Struck-int8(o.Successes()), 0)
			l.SayN("HX-DEF-05", "hits-saved", o.Successes())
			if c.Struck == 0 && s.missile {
				l.Say("HX-AMMO-03", "saved-but-no-depletion")
			}
		},
	}, {
		Key: "effect", Rule: "HX-EFFECT-03",
		If:   func(c *Combat) bool { return c.Struck > 0 },
		Then: func(c *Combat, _ outcome, l *log) { a.effect(c, l) },
	}}, hqSteps(p, a.at, "HX-EFFECT-07")...)
}

// fired marks the firer, and its missiles as spent when nothing hit (HX-TURN-04, HX-REACT-06, HX-AMMO-02).
func (a *attack) fired(c *Combat, l *log) {
	g := a.mark(c)
	g.Done = true
	if a.gun.reacts {
		l.Note(explain.Because("HX-REACT-06", "now-ops-complete").And("HX-TURN-04"))
	} else {
		l.Say("HX-TURN-04", "now-ops-complete")
	}
	if !a.shot.missile || c.Struck > 0 {
		return
	}
	g.Depleted = true
	if l.On() {
		r := explain.Because("HX-AMMO-02", "missiles-run-out").And("HX-AMMO-07")
		if a.gun.support != nil {
			r = r.And("HX-AMMO-08")
		}
		l.Note(r)
	}
}

// effect applies the hits that got through (HX-EFFECT-01 to 06).
func (a *attack) effect(c *Combat, l *log) {
	p, q := a.party, a.at(c)
	n := c.Struck
	if a.hurt != nil {
		a.hurt(c)
	}
	c.Struck = 0
	if l.On() {
		key, rule := "hits-through", ruleID("HX-EFFECT-03")
		switch {
		case q.Units[a.unit].Disrupted:
			rule = "HX-EFFECT-04"
		case n == 1:
			rule = "HX-EFFECT-01"
		case n == 2:
			rule = "HX-EFFECT-02"
		}
		l.Note(explain.Because(rule, key, is("n", int(n))))
	}
	fell := false
	for range n {
		fell = p.strike(q, a.unit, l) || fell
	}
	if fell {
		w := a.wreck(c)
		lay := *w
		if *w = p.wreck(a.unit, *w, l); *w && !lay {
			c.Left++
		}
	}
	p.shaken(q)
	p.bereft(q, l)
}

// measures are the results of the attacks.
func (f *Fire) measures(p *party, guns int) []procedure.Measure[Combat] {
	u := func(s *Combat) *Piece { return &s.Aimed.Units[0] }
	ms := []procedure.Measure[Combat]{
		{Key: "struck", Inner: true, Of: func(s *Combat) int { return int(s.Struck) }},
		count("hits", func(s *Combat) int { return int(s.Net) }),
		event("disrupted", func(s *Combat) bool { return u(s).harmed() }),
		count("steps-left", func(s *Combat) int { return int(u(s).Steps) }),
		event("destroyed", func(s *Combat) bool { return u(s).Steps == 0 }),
	}
	if p.units[0].kind == "vehicle" && !f.Target.Hex.Wreck {
		ms = append(ms, event("wreck", func(s *Combat) bool { return s.Left > 0 }))
	}
	if p.hq != nil {
		ms = append(ms, count("hq-steps", func(s *Combat) int { return int(s.Aimed.HQ) }))
	}
	ms = append(ms, gunMeasures(guns)...)
	return ms
}

// gunMeasures count the firers that fired and those that ran out of missiles.
func gunMeasures(guns int) []procedure.Measure[Combat] {
	tally := func(of func(*Gun) bool) func(*Combat) int {
		return func(s *Combat) int {
			n := 0
			for i := range guns {
				n += boolInt(of(&s.Guns[i]))
			}
			return n
		}
	}
	return []procedure.Measure[Combat]{
		count("fired", tally(func(g *Gun) bool { return g.Done })),
		count("depleted", tally(func(g *Gun) bool { return g.Depleted })),
	}
}
