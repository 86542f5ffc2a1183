package skirmish1870

import (
	"fmt"
	"math"
	"slices"

	"umpire/dice"
	"umpire/explain"
)

// volley is the fire of one party at the target, ready for dice.
type volley struct {
	*resolver
	o       options
	p       *party
	men     []*man // those who shoot, in the order of their dice
	running bool
	charge  bool // the target charges the party (SK-REACT-10)
	reacts  bool
	needs   map[*man]*[maxBody][2]need
}

// newVolley works out who shoots at what. A refusal says why nobody does; reasons tell of those
// who stay silent and of models that are not in view.
func newVolley(p *party, c *cast, t *Target, charge, reacts bool) (v *volley, no *explain.Refusal, silent []reason, ps explain.Problems) {
	v = &volley{o: c.o, p: p, running: t.Running, charge: charge, reacts: reacts, needs: map[*man]*[maxBody][2]need{}}
	if p.RerollFives != nil && (!c.o.is("reroll-scope", "all") || !slices.ContainsFunc(p.men, func(m *man) bool { return m.aimed })) {
		return nil, nil, nil, explain.Problems{explain.Wrong(p.field+".reroll_fives", "fives-not-free")}
	}
	if ps := v.distances(c); ps != nil {
		return nil, nil, nil, ps
	}
	order, seen, unseen := c.inView(p.TargetCM, p.men[0].DistanceCM)
	if len(order) == 0 {
		return nil, explain.Refuse("target.models", unseen...), nil, nil
	}
	silent = slices.Concat(seen, unseen)
	v.resolver = &resolver{c: c, order: order}
	start := c.start()
	under := v.under(&start, p.IgnoreSuppressed)
	if under == 0 {
		return nil, explain.Refuse(p.field+".ignore_suppressed", explain.Because("SK-ALLOC-02", "only-suppressed")), nil, nil
	}
	if p.IgnoreSuppressed {
		silent = append(silent, explain.Because("SK-ALLOC-02", "suppressed-ignored"))
	}
	first := v.nth(under, 0)
	var runs []run
	for _, m := range p.men {
		idle := p.idle(m, reacts)
		if idle == nil {
			v.work(m)
			if n := v.needs[m][first][boolInt(start.Men[first].is(horse))]; n.no != nil {
				field := m.field + ".distance_cm"
				if m.DistanceCM == nil {
					field = c.bodies[first].field + ".distance_cm"
				}
				idle = explain.Refuse(field, *n.no)
			}
		}
		if idle != nil {
			if no == nil {
				no = idle
			}
			silent = append(silent, idle.Reasons...)
			continue
		}
		if len(v.men) == 0 || !sameRun(v.men[len(v.men)-1], m) {
			runs = append(runs, run{m.aimed, m.Cover})
		}
		m.run = int8(len(runs) - 1)
		v.men = append(v.men, m)
	}
	if len(v.men) == 0 {
		return nil, no, nil, nil
	}
	v.resolver = newResolver(c, order, runs)
	return v, nil, silent, nil
}

// sameRun says whether the hits of two shooters are alike.
func sameRun(a, b *man) bool {
	if a.aimed != b.aimed || (a.Cover == nil) != (b.Cover == nil) {
		return false
	}
	return a.Cover == nil || slices.Equal(*a.Cover, *b.Cover)
}

// start is the state before anything has happened.
func (c *cast) start() Fight {
	var s Fight
	for i := range c.bodies {
		s.Men[i] = c.bodies[i].start
	}
	return s
}

// distances checks that the distances of the target are known where they are needed.
func (v *volley) distances(c *cast) explain.Problems {
	p := v.p
	if n := len(p.TargetCM); n > 0 && n != c.target {
		return explain.Problems{explain.Wrong(p.field+".target_cm", "target-distances", is("value", n), is("want", c.target))}
	}
	for i, d := range p.TargetCM {
		if d < 0 || d != d {
			return explain.Problems{explain.Wrong(fmt.Sprintf("%s.target_cm[%d]", p.field, i), "field-below", is("value", d), is("want", "0"))}
		}
	}
	known := 0
	for _, l := range c.lines[:c.target] {
		if d := distanceOf(l, p.TargetCM); !math.IsNaN(d) {
			known++
		}
	}
	single := c.target == 1
	own := p.men[0].DistanceCM
	if single && known == 1 && own != nil {
		if d := distanceOf(c.lines[0], p.TargetCM); d != *own {
			return explain.Problems{explain.Wrong(p.men[0].field+".distance_cm", "distances-differ", is("value", *own), is("want", d))}
		}
	}
	if known > 0 && known < c.target {
		for _, l := range c.lines[:c.target] {
			if math.IsNaN(distanceOf(l, p.TargetCM)) {
				return explain.Problems{explain.Wrong(l.field+".distance_cm", "field-missing")}
			}
		}
	}
	if known > 0 {
		return nil
	}
	for _, m := range p.men {
		if m.DistanceCM == nil && !v.charge {
			return explain.Problems{explain.Wrong(c.lines[0].field+".distance_cm", "field-missing")}
		}
	}
	for _, l := range c.lines[:c.target] {
		if !math.IsInf(l.sight.limit, 1) && (!single || own == nil) {
			return explain.Problems{explain.Wrong(l.field+".distance_cm", "field-missing")}
		}
	}
	return nil
}

// inView returns the models of the target in view, the nearest to the first shooter first
// (SK-ALLOC-01), the reasons that those in hiding are seen, and that others are not.
func (c *cast) inView(given []float64, own *float64) (order []int, seen, unseen []reason) {
	lines := slices.Clone(c.lines[:c.target])
	if !math.IsNaN(distanceOf(lines[0], given)) {
		slices.SortStableFunc(lines, func(a, b *line) int {
			x, y := distanceOf(a, given), distanceOf(b, given)
			switch {
			case x < y:
				return -1
			case x > y:
				return 1
			}
			return 0
		})
	}
	for _, l := range lines {
		cm := distanceOf(l, given)
		if math.IsNaN(cm) && own != nil {
			cm = *own
		}
		ok, why := l.sight.from(cm)
		if !ok {
			unseen = append(unseen, why.And("SK-ELIG-01"))
			continue
		}
		if l.Where != "open" {
			seen = append(seen, why)
		}
		for i := range c.bodies {
			if c.bodies[i].line == l {
				order = append(order, i)
			}
		}
	}
	return order, seen, unseen
}

// work lays out what a shooter throws at each model that may be the nearest.
func (v *volley) work(m *man) {
	var table [maxBody][2]need
	for _, i := range v.resolver.order {
		for h := range 2 {
			table[i][h] = v.need(m, &v.c.bodies[i], h == 1)
		}
	}
	v.needs[m] = &table
}

// at is what a shooter throws in a state.
func (v *volley) at(m *man, s *Fight) *need {
	i := v.nearest(s)
	return &v.needs[m][i][boolInt(s.Men[i].is(horse))]
}

// begin picks the models that the volley is at; without any there is no shot.
func (v *volley) begin(s *Fight) {
	s.Under = v.under(s, v.p.IgnoreSuppressed)
	s.On = s.Under != 0
}

// shots are the dice to hit: shooter by shooter, each with his re-rolls at once (SK-DATA-02).
func (v *volley) shots() []step {
	var steps []step
	for _, m := range v.men {
		table := v.needs[m]
		for range m.Count {
			steps = append(steps, step{
				Key: "shot-dice", Rule: "SK-DICE-01", Also: ruleIDs{"SK-DATA-02"},
				If: func(s *Fight) bool { return s.On },
				Why: func(s *Fight) []number {
					n := v.at(m, s)
					if n.no != nil {
						return nil
					}
					return []number{n.dice, n.hit}
				},
				Roll: func(s *Fight) dice.Roll {
					i := v.nearest(s)
					return table[i][boolInt(s.Men[i].is(horse))].roll
				},
				Then: func(s *Fight, o outcome, _ *log) { s.Hits[m.run] += o.Counts[1] },
			})
		}
	}
	return steps
}

// steps are the whole volley: dice to hit, the weapons afterwards, the hits, the end.
func (v *volley) steps() []step {
	steps := v.shots()
	steps = append(steps, step{
		Key: "fired", Rule: "SK-AMMO-04",
		If: func(s *Fight) bool { return s.On },
		Then: func(s *Fight, _ outcome, l *log) {
			s.Shots++
			if l.On() {
				v.sayFired(l)
			}
		},
	})
	steps = append(steps, v.resolver.steps()...)
	if v.reacts {
		return append(steps, v.over(v.sayStopped))
	}
	return append(steps, v.over(nil))
}

// sayFired notes what a shot does to the weapons and to the aim.
func (v *volley) sayFired(l *log) {
	for _, m := range v.men {
		key := "unloaded"
		if m.weapon.Reload == 0 {
			key = "ready-again"
		}
		r := explain.Because("SK-AMMO-04", key, is("who", m.label), is("weapon", m.weapon.Name))
		if v.reacts {
			r = r.And("SK-REACT-12")
		}
		l.Note(r)
		if m.held && !v.reacts {
			l.Note(explain.Because("SK-AIM-04", "aim-spent", is("who", m.label)))
		}
	}
}

// sayStopped notes which movers stay where they are (SK-REACT-13).
func (v *volley) sayStopped(s *Fight, l *log) {
	n := 0
	for i := range v.c.bodies {
		if !v.c.bodies[i].aside && s.Men[i].is(out|suppressed) {
			n++
		}
	}
	if n > 0 {
		l.SayN("SK-REACT-13", "movers-stop", n)
	}
}

// numbers are what the volley needs, before its first die.
func (v *volley) numbers() []number {
	start := v.c.start()
	under := v.under(&start, v.p.IgnoreSuppressed)
	first := v.nth(under, 0)
	var ns []number
	for _, m := range v.men {
		n := v.needs[m][first][boolInt(start.Men[first].is(horse))]
		ns = append(ns, n.dice, n.hit)
	}
	return append(ns, v.resolver.numbers()...)
}

// numbers are the saves, horse checks and damage tests that hits may meet.
func (r *resolver) numbers() []number {
	var ns []number
	special, mounted := false, false
	for _, i := range r.order {
		special = special || r.c.bodies[i].saves()
		mounted = mounted || r.c.bodies[i].horse == "sound"
	}
	if special {
		ns = append(ns, saveNumber())
	}
	if mounted {
		ns = append(ns, horseNumber())
	}
	for k := range r.runs {
		var last *line
		for _, i := range r.order {
			b := &r.c.bodies[i]
			if b.line != last {
				ns = append(ns, r.damageNumber(b, int8(k), b.start.is(horse)))
			}
			last = b.line
		}
	}
	return ns
}

// measures are the results for the models that can be struck.
func (c *cast) measures() []measure {
	ms := []measure{{Key: "hits-waiting", Inner: true, Of: (*Fight).waiting}}
	ms = append(ms, c.side(false, "")...)
	if slices.ContainsFunc(c.lines, func(l *line) bool { return l.foe }) {
		ms = append(ms, c.side(true, "own-")...)
	}
	return ms
}

// side are the results of the target's side, or of the side that met its charge.
func (c *cast) side(foe bool, prefix string) []measure {
	count := func(want func(b *body, s status) bool) func(*Fight) int {
		return func(s *Fight) int {
			n := 0
			for i := range c.bodies {
				if c.bodies[i].foe == foe && want(&c.bodies[i], s.Men[i]) {
					n++
				}
			}
			return n
		}
	}
	has := func(want func(*line) bool) bool {
		return slices.ContainsFunc(c.lines, func(l *line) bool { return l.foe == foe && want(l) })
	}
	ms := []measure{
		{Key: prefix + "out", Of: count(func(_ *body, s status) bool { return s.is(out) })},
		{Key: prefix + "suppressed", Of: count(func(_ *body, s status) bool { return s.is(suppressed) && !s.is(out) })},
	}
	if has(func(l *line) bool { return leads(l.role) }) {
		ms = append(ms, measure{Key: prefix + "leaders-out", Of: count(func(b *body, s status) bool { return leads(b.role) && s.is(out) })})
	}
	if has(func(l *line) bool { return saves(l.role) && !leads(l.role) }) {
		ms = append(ms, measure{Key: prefix + "specials-out", Of: count(func(b *body, s status) bool { return b.saves() && !leads(b.role) && s.is(out) })})
	}
	if has(func(l *line) bool { return l.horse == "sound" }) {
		ms = append(ms, measure{Key: prefix + "horses-wounded", Of: count(func(b *body, s status) bool { return b.horse == "sound" && !s.is(horse) })})
	}
	return ms
}
