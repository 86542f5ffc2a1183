package hexmodern

import (
	"fmt"

	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// maxMovers is the units that move as one stack (HX-STACK-01).
const maxMovers = stackLimit

// Reaction is the move of one unit or stack, hex by hex, under opportunity fire, with the moving
// fire that ends it.
type Reaction struct {
	Movers   []Mover   `yaml:"movers" required:"true" minItems:"1" maxItems:"2"`
	MoversHQ *HQ       `yaml:"movers_hq"`
	Path     []Entered `yaml:"path" required:"true" minItems:"1" maxItems:"12"`
	// Firers are the units of the inactive side that could answer.
	Firers []Reactor   `yaml:"firers" required:"true" minItems:"1" maxItems:"8"`
	Fire   *MovingFire `yaml:"then_fire"`
}

// Mover is a unit that moves.
type Mover struct {
	Unit   string   `yaml:"unit"`
	Values *Values  `yaml:"values"`
	States []string `yaml:"states" enum:"reduced,disrupted,ops_complete,in_motion,in_flight"`
	// MPLeft is its movement points before the first hex; absent: all that it has.
	MPLeft *float64 `yaml:"mp_left" minimum:"0" maximum:"60"`
	// HexesFlown is how far a helicopter has flown in this activation already.
	HexesFlown int `yaml:"hexes_flown" minimum:"0" maximum:"60"`
}

// Entered is a hex that the movers enter, and who may fire at them there, in this order.
type Entered struct {
	Terrain  string `yaml:"terrain" enum:"open,hill,wood,wooded_hill,town,ruins,rough,burnt_wood,field,craters" default:"open"`
	Wreck    bool   `yaml:"wreck"`
	Position bool   `yaml:"improved_position"`
	Road     bool   `yaml:"road"`
	// Entry says whether the hex is entered against an enemy in it.
	Entry string   `yaml:"entry" enum:"move,assault,overrun" default:"move"`
	Shots []Chance `yaml:"shots" maxItems:"8"`
}

// Chance is a shot that a firer could take.
type Chance struct {
	Firer    int  `yaml:"firer" required:"true" minimum:"1" maximum:"8"`
	Mover    int  `yaml:"mover" minimum:"1" maximum:"2" default:"1"`
	Distance int  `yaml:"distance" required:"true" minimum:"1" maximum:"60"`
	Sees     bool `yaml:"sees" default:"true"`
}

// Reactor is a unit that may answer a move with fire.
type Reactor struct {
	Unit       string   `yaml:"unit"`
	Values     *Values  `yaml:"values"`
	States     []string `yaml:"states" enum:"reduced,disrupted,ops_complete,in_motion,in_flight"`
	Fires      string   `yaml:"fires" enum:"ap,he,aa"`
	Depletion  int      `yaml:"depletion" minimum:"0" maximum:"2"`
	Support    *Support `yaml:"support"`
	Leader     *HQ      `yaml:"leader"`
	LeaderUsed bool     `yaml:"leader_used"`
}

// MovingFire is the fire of one mover when its move is over.
type MovingFire struct {
	Mover     int    `yaml:"mover" minimum:"1" maximum:"2" default:"1"`
	Target    Target `yaml:"target" required:"true"`
	Distance  int    `yaml:"distance" required:"true" minimum:"1" maximum:"60"`
	Sees      bool   `yaml:"sees" default:"true"`
	Fires     string `yaml:"fires" enum:"ap,he,aa"`
	Depletion int    `yaml:"depletion" minimum:"0" maximum:"2"`
}

var reactionKind = system.Kind{
	ID:   "opportunity-fire",
	Name: rulebook.Text{RU: "Ответный огонь", EN: "Opportunity fire"},
	New:  func() system.Engagement { return new(Reaction) },
	Sample: `
movers: [{unit: N-M3}, {unit: N-M113}]
movers_hq: {id: N-HQ}
path:
  - {shots: [{firer: 1, distance: 2}]}
  - {terrain: wood, shots: [{firer: 1, distance: 3}, {firer: 2, distance: 5, mover: 2}]}
firers: [{unit: S-INF}, {unit: S-BMP2, states: [reduced]}]
`,
}

// journey is a reaction with all its values.
type journey struct {
	r     *Reaction
	party *party
	guns  []*gun
	spent []int // half points that each mover has spent after the whole path
	own   *gun
	foe   *target
	foes  *party
	o     options
}

func (r *Reaction) settle(o options) (*journey, explain.Problems) {
	j := &journey{r: r, o: o, party: &party{key: "movers", o: o}}
	var ps, more explain.Problems
	wrong := func(at, key string, facts ...explain.Fact) { ps = append(ps, explain.Wrong(at, key, facts...)) }
	for i, m := range r.Movers {
		f := at("movers", i)
		c, more := resolve(f, m.Unit, m.Values, m.States)
		ps = append(ps, more...)
		if c == nil {
			continue
		}
		if m.MPLeft != nil {
			if _, ok := halves(*m.MPLeft); !ok {
				wrong(f+".mp_left", "half-points", is("value", *m.MPLeft))
			} else if *m.MPLeft > float64(c.move) {
				wrong(f+".mp_left", "field-above", is("value", *m.MPLeft), is("want", c.move))
			}
		}
		if m.HexesFlown > 0 && c.kind != "helicopter" {
			wrong(f+".hexes_flown", "only-helicopters-fly")
		}
		j.party.units = append(j.party.units, c)
	}
	ps = append(ps, needSaves(j.party.units)...)
	j.party.hq, more = r.MoversHQ.settle("movers_hq")
	ps = append(ps, more...)
	for i, f := range r.Firers {
		as := Firer{
			Unit: f.Unit, Values: f.Values, States: f.States, Sees: true, Fires: f.Fires, Depletion: f.Depletion,
			Support: f.Support, Leader: f.Leader, LeaderUsed: f.LeaderUsed,
		}
		g, more := as.settle(at("firers", i))
		ps = append(ps, more...)
		if g != nil {
			g.reacts = true
		}
		j.guns = append(j.guns, g)
	}
	shots := 0
	for k, e := range r.Path {
		if e.Entry != "move" && k+1 < len(r.Path) {
			wrong(at("path", k)+".entry", "assault-ends-the-path")
		}
		for i, s := range e.Shots {
			f := at(at("path", k)+".shots", i)
			if s.Firer > len(r.Firers) {
				wrong(f+".firer", "field-above", is("value", s.Firer), is("want", len(r.Firers)))
			}
			if s.Mover > len(r.Movers) {
				wrong(f+".mover", "field-above", is("value", s.Mover), is("want", len(r.Movers)))
			}
			shots++
		}
	}
	if shots == 0 && ps == nil && r.Path[len(r.Path)-1].Entry == "move" && r.Fire == nil {
		wrong("path[0].shots", "field-missing")
	}
	if r.Fire != nil {
		ps = append(ps, j.settleFire()...)
	}
	return j, ps
}

// settleFire finds the values of the moving fire.
func (jo *journey) settleFire() explain.Problems {
	f := jo.r.Fire
	if f.Mover > len(jo.r.Movers) {
		return explain.Problems{explain.Wrong("then_fire.mover", "field-above", is("value", f.Mover), is("want", len(jo.r.Movers)))}
	}
	if last := len(jo.r.Path) - 1; jo.r.Path[last].Entry != "move" {
		return explain.Problems{explain.Wrong("then_fire", "assault-ends-the-path")}
	}
	t, ps := f.Target.settle("then_fire.target")
	hq, more := f.Target.HQ.settle("then_fire.target.hq")
	if ps = append(ps, more...); ps != nil || f.Mover > len(jo.party.units) {
		return ps
	}
	jo.foe, jo.foes = t, &party{key: "target", units: []*counter{t.c}, hq: hq, others: f.Target.Others, o: jo.o}
	c := *jo.party.units[f.Mover-1]
	jo.own = &gun{c: &c, spot: "then_fire", use: f.Fires, distance: f.Distance, sees: f.Sees, depletion: f.Depletion}
	return jo.own.settle()
}

// budget charges the path to every mover (HX-MOVE-01) and refuses what they may not do.
func (jo *journey) budget() *explain.Refusal {
	all := append([]*counter{}, jo.party.units...)
	for _, g := range jo.guns {
		all = append(all, g.c)
	}
	if jo.foe != nil {
		all = append(all, jo.foe.c)
	}
	if no := noHQ(all...); no != nil {
		return no
	}
	for i, c := range jo.party.units {
		unit := is("unit", c.name)
		m := &jo.r.Movers[i]
		left := 2 * c.move
		if m.MPLeft != nil {
			left, _ = halves(*m.MPLeft)
		}
		spent := 2*c.move - left
		switch {
		case c.done:
			return refuse(c.field+".states", "HX-TURN-04", "ops-complete-no-move", unit)
		case c.kind == "helicopter" && !c.flying:
			return refuse(c.field+".states", "HX-AIR-03", "flight-side-to-move", unit)
		}
		for k := range jo.r.Path {
			e := &jo.r.Path[k]
			cost := entry(c, Roster().Ground(e.Terrain), e.Road)
			switch {
			case e.Entry == "overrun":
				cost += 2
			case e.Entry == "assault" && c.factor == 0:
				return refuse(at("path", k)+".entry", "HX-ASSAULT-14", "no-factor", unit)
			}
			if e.Entry != "move" && c.disrupted {
				return refuse(at("path", k)+".entry", "HX-PIN-06", "disrupted-no-assault", unit)
			}
			if spent += cost; spent > 2*c.move {
				return refuse(at("path", k), "HX-MOVE-01", "too-far", unit, is("cost", float64(spent)/2), is("have", c.move))
			}
		}
		jo.spent = append(jo.spent, spent)
	}
	return nil
}

// Judge implements system.Engagement.
func (r *Reaction) Judge(c rulebook.Choices) (*system.Judgement, error) {
	o := options{c}
	jo, ps := r.settle(o)
	if ps != nil {
		return nil, ps
	}
	if no := jo.budget(); no != nil {
		return &system.Judgement{Refusal: no}, nil
	}
	var names []*counter
	for _, g := range jo.guns {
		names = append(names, g.c)
	}
	numbered(names)
	numbered(jo.party.units)
	j := &system.Judgement{Reasons: []reason{explain.Because("HX-REACT-01", "move-under-fire")}}
	proc := procedure.Procedure[Combat]{Key: "opportunity-fire"}
	proc.Start.Aimed = jo.party.start()
	for k := range r.Path {
		steps, no := jo.hexSteps(k, j)
		if no != nil {
			return &system.Judgement{Refusal: no}, nil
		}
		proc.Steps = append(proc.Steps, steps...)
	}
	proc.Measures = jo.measures()
	if jo.own != nil {
		steps, no := jo.fireSteps(j)
		if no != nil {
			return &system.Judgement{Refusal: no}, nil
		}
		proc.Steps = append(proc.Steps, steps...)
		proc.Start.Answer = jo.foes.start()
		proc.Start.AnswerWreck = r.Fire.Target.Hex.Wreck
	}
	j.Reasons = once(j.Reasons)
	j.Program = system.Run(proc)
	return j, nil
}

// going says whether the mover has not been stopped yet.
func going(s *Combat, m int) bool { return s.Halt[m] == 0 }

// hexSteps are the entry of one hex and the shots taken there.
func (jo *journey) hexSteps(k int, j *system.Judgement) ([]fireStep, *explain.Refusal) {
	e := &jo.r.Path[k]
	f := at("path", k)
	if e.Entry != "move" {
		if len(e.Shots) > 0 {
			return nil, explain.Refuse(f+".shots", explain.Because("HX-REACT-07", "no-fire-into-close-combat").And("HX-ELIG-03"))
		}
		j.Reasons = append(j.Reasons, explain.Because("HX-REACT-07", "no-fire-into-close-combat").And("HX-ELIG-03"))
		return nil, nil
	}
	if len(e.Shots) == 0 {
		return nil, nil
	}
	hex := &Hex{Terrain: e.Terrain, Wreck: e.Wreck, Position: e.Position}
	steps := []fireStep{{
		Key: "enter-hex", Rule: "HX-REACT-02",
		Then: func(s *Combat, _ outcome, _ *log) { s.Shot, s.Wreck = 0, e.Wreck },
	}}
	for i := range e.Shots {
		shot, no := jo.shotSteps(k, i, hex, j)
		if no != nil {
			return nil, no
		}
		steps = append(steps, shot...)
	}
	return steps, nil
}

// later says whether the firer of a shot could also fire after it.
func (jo *journey) later(k, i int) bool {
	firer := jo.r.Path[k].Shots[i].Firer
	for kk := k; kk < len(jo.r.Path); kk++ {
		for ii, s := range jo.r.Path[kk].Shots {
			if s.Firer == firer && (kk > k || ii > i) {
				return true
			}
		}
	}
	return false
}

// shotSteps are one shot that could be taken (HX-REACT-02 to 06).
func (jo *journey) shotSteps(k, i int, hex *Hex, j *system.Judgement) ([]fireStep, *explain.Refusal) {
	ch := &jo.r.Path[k].Shots[i]
	m := ch.Mover - 1
	c := *jo.party.units[m]
	c.moving, c.done = true, false
	g := *jo.guns[ch.Firer-1]
	g.spot, g.distance, g.sees = at(at("path", k)+".shots", i), ch.Distance, ch.Sees
	t := &target{c: &c, hex: hex}
	s, no := g.at(t, jo.o)
	if no != nil {
		return nil, no
	}
	s.reasons = append(s.reasons, explain.Because("HX-REACT-04", "as-direct-fire").And("HX-COVER-04"))
	j.Reasons = append(j.Reasons, s.reasons...)
	j.Numbers = append(j.Numbers, s.list()...)
	mark := func(s *Combat) *Gun { return &s.Guns[ch.Firer-1] }
	a := attack{
		shot: s, gun: &g, party: jo.party, unit: m, at: aimed, mark: mark,
		wreck: func(s *Combat) *bool { return &s.Wreck },
		hurt: func(s *Combat) {
			s.Net += int16(s.Struck)
			s.Halt[m] = int8(k + 1)
		},
	}
	free := func(s *Combat) bool { return going(s, m) && !mark(s).Done && s.Shot>>m&1 == 0 }
	block := fireStep{Key: "opportunity", Rule: "HX-REACT-02", If: free}
	fires := a.steps()
	fires = append(fires, fireStep{
		Key: "goes-on", Rule: "HX-REACT-05",
		Then: func(s *Combat, _ outcome, l *log) {
			s.Shot |= 1 << m
			key := "stopped-here"
			if going(s, m) {
				key = "goes-on"
			}
			if l.On() {
				l.Note(explain.Because("HX-REACT-05", key, is("unit", c.name), is("n", k+1)))
			}
		},
	})
	if jo.later(k, i) {
		block.Steps = []fireStep{{
			Key: "hold-fire", Rule: "HX-REACT-02",
			Choose: func(*Combat) procedure.Choice {
				return procedure.Choice{Key: "hold-fire", Side: "defender", Options: []string{"fire", "wait"}}
			},
			Then: func(s *Combat, o outcome, _ *log) { s.Hold = o.Value == 1 },
		}, {
			Key: "shot", Rule: "HX-REACT-02",
			If:    func(s *Combat) bool { return !s.Hold },
			Steps: fires,
		}, {
			Key: "waits", Rule: "HX-REACT-02",
			If:   func(s *Combat) bool { return s.Hold },
			Then: func(s *Combat, _ outcome, _ *log) { s.Hold = false },
		}}
	} else {
		block.Steps = fires
	}
	barred := fireStep{
		Key: "passed-over", Rule: "HX-REACT-02",
		If: func(s *Combat) bool { return going(s, m) && !free(s) },
		Then: func(s *Combat, _ outcome, l *log) {
			if !l.On() {
				return
			}
			firer := is("unit", g.c.name)
			if mark(s).Done {
				l.Note(explain.Because("HX-REACT-06", "has-fired", firer))
				return
			}
			l.Note(explain.Because("HX-REACT-03", "fired-at-already", firer, is("target", c.name)))
		},
	}
	return []fireStep{barred, block}, nil
}

// fireSteps are the moving fire of a mover that was not stopped (HX-MFIRE-01, HX-MFIRE-02).
func (jo *journey) fireSteps(j *system.Judgement) ([]fireStep, *explain.Refusal) {
	f := jo.r.Fire
	m := f.Mover - 1
	g := jo.own
	g.c.name, g.c.moving = jo.party.units[m].name, false
	if g.c.kind == "helicopter" {
		g.flown = jo.r.Movers[m].HexesFlown + len(jo.r.Path)
	} else {
		g.halves = jo.spent[m]
	}
	s, no := g.at(jo.foe.seen(g), jo.o)
	if no != nil {
		return nil, no
	}
	j.Reasons = append(j.Reasons, explain.Because("HX-MFIRE-02", "opportunity-fire-first"))
	j.Reasons = append(j.Reasons, s.reasons...)
	j.Numbers = append(j.Numbers, s.list()...)
	a := attack{
		shot: s, gun: g, party: jo.foes, at: answer,
		mark:  func(s *Combat) *Gun { return &s.Own },
		wreck: func(s *Combat) *bool { return &s.AnswerWreck },
	}
	return []fireStep{{
		Key: "moving-fire", Rule: "HX-MFIRE-01", Also: ruleIDs{"HX-MFIRE-02"},
		If:    func(s *Combat) bool { return going(s, m) },
		Steps: a.steps(),
	}}, nil
}

// measures are what becomes of the movers, of those who fire, and of whom a mover fires at.
func (jo *journey) measures() []procedure.Measure[Combat] {
	ms := []procedure.Measure[Combat]{
		{Key: "struck", Inner: true, Of: func(s *Combat) int { return int(s.Struck) }},
		count("hits", func(s *Combat) int { return int(s.Net) }),
	}
	ms = append(ms, sideMeasures(jo.party, aimed)...)
	for m := range jo.party.units {
		ms = append(ms, count(fmt.Sprintf("mover-%d-stopped-in", m+1), func(s *Combat) int { return int(s.Halt[m]) }))
	}
	ms = append(ms, count("wrecks", func(s *Combat) int { return int(s.Left) }))
	ms = append(ms, gunMeasures(len(jo.guns))...)
	if jo.own == nil {
		return ms
	}
	u := func(s *Combat) *Piece { return &s.Answer.Units[0] }
	ms = append(ms,
		event("moving-fire", func(s *Combat) bool { return s.Own.Done }),
		event("mover-depleted", func(s *Combat) bool { return s.Own.Depleted }),
		count("target-steps", func(s *Combat) int { return int(u(s).Steps) }),
		event("target-disrupted", func(s *Combat) bool { return u(s).harmed() }))
	if jo.foes.hq != nil {
		ms = append(ms, count("target-hq-steps", func(s *Combat) int { return int(s.Answer.HQ) }))
	}
	return ms
}
