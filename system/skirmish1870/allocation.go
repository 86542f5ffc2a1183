package skirmish1870

import (
	"math/bits"

	"umpire/dice"
	"umpire/explain"
)

// resolver carries hits to their end: whom they are on, saves, horses, damage.
type resolver struct {
	c           *cast
	order       []int // models of the target in view, in the order of allocation
	runs        []run
	outOn       [][maxBody][2]int8
	firstTarget bool // option save-cover
	nextVolley  bool // option horse-later-hits
}

func newResolver(c *cast, order []int, runs []run) *resolver {
	r := &resolver{
		c: c, order: order, runs: runs,
		firstTarget: c.o.is("save-cover", "first-target"), nextVolley: c.o.is("horse-later-hits", "next-volley"),
	}
	r.damageTable()
	return r
}

// under returns the models to which a volley gives its hits: those in view that are not out, and
// not suppressed when these are ignored (SK-ALLOC-01, SK-ALLOC-02).
func (r *resolver) under(s *Fight, ignore bool) uint32 {
	var set uint32
	for _, i := range r.order {
		if !s.Men[i].is(out) && !(ignore && s.Men[i].is(suppressed)) {
			set |= 1 << i
		}
	}
	return set
}

// nth returns the model at a place of the order.
func (r *resolver) nth(under uint32, n int8) int {
	for _, i := range r.order {
		if under>>i&1 == 0 {
			continue
		}
		if n == 0 {
			return i
		}
		n--
	}
	return -1
}

// nearest is the model from which range and cover of a volley are taken.
func (r *resolver) nearest(s *Fight) int { return r.nth(s.Under, 0) }

// waiting returns how many hits wait.
func (s *Fight) waiting() int {
	n := 0
	for _, h := range s.Hits {
		n += int(h)
	}
	return n
}

// done clears the hit that was under way.
func (r *resolver) done(s *Fight) { s.Hit = Hit{} }

// tidy sorts the conditions of models that nothing to come tells apart, so that equal situations
// become equal states: models for which no hit waits, and which either are of one class or are
// out of reach of every save that may yet be thrown; and models of one line, which take their hits
// one after the other, for which equally many wait and whose turn in this round is either still to
// come or over.
func (r *resolver) tidy(s *Fight) {
	if !r.c.alikes {
		return
	}
	rounds, more := r.waits(s)
	pending := more
	if rounds > 0 {
		pending = s.Under
	}
	ahead := r.ahead(s)
	for i := 0; i < len(r.c.bodies); {
		kin := r.c.bodies[i].kin
		i += len(kin)
		if len(kin) < 2 {
			continue
		}
		r.sort(s, kin, func(b *body, at int) bool { return pending>>at&1 == 0 && b.reached&pending == 0 })
		for k := 0; k < len(kin); {
			class := r.c.bodies[kin[k]].equals
			k += len(class)
			r.sort(s, class, func(b *body, at int) bool { return pending>>at&1 == 0 && b.reached&pending != 0 })
		}
		if pending == 0 {
			continue
		}
		for k := 0; k < len(kin); {
			l := r.c.bodies[kin[k]].line
			row := kin[k : k+l.Count]
			k += l.Count
			for _, set := range [4]uint32{ahead & more, ahead & pending &^ more, more &^ ahead, pending &^ more &^ ahead} {
				if set != 0 {
					r.sort(s, row, func(_ *body, at int) bool { return set>>at&1 == 1 })
				}
			}
		}
	}
}

// waits says how the waiting hits are spread: every model under fire has so many rounds of them to
// come, and those of the set one more.
func (r *resolver) waits(s *Fight) (rounds int, more uint32) {
	n := bits.OnesCount32(s.Under)
	if n == 0 {
		return 0, 0
	}
	wait := s.waiting()
	rounds, wait = wait/n, wait%n
	if wait == 0 {
		return rounds, 0
	}
	at := n - int(s.Next)
	for _, i := range r.order {
		if s.Under>>i&1 == 0 {
			continue
		}
		if at >= n {
			at -= n
		}
		if at < wait {
			more |= 1 << i
		}
		at++
	}
	return rounds, more
}

// ahead returns the models whose turn in this round of hits is still to come.
func (r *resolver) ahead(s *Fight) uint32 {
	set, n := s.Under, s.Next
	for _, i := range r.order {
		if n == 0 {
			break
		}
		if s.Under>>i&1 == 1 {
			set &^= 1 << i
			n--
		}
	}
	return set
}

// pending returns the models for which a hit waits.
func (r *resolver) pending(s *Fight) uint32 {
	rounds, more := r.waits(s)
	if rounds > 0 {
		return s.Under
	}
	return more
}

// sort sorts the conditions of those of the models that are free, by insertion.
func (r *resolver) sort(s *Fight, models []int, free func(b *body, at int) bool) {
	var at [maxBody]int
	m := 0
	for _, i := range models {
		if !free(&r.c.bodies[i], i) {
			continue
		}
		x := s.Men[i]
		at[m] = i
		k := m
		for ; k > 0 && s.Men[at[k-1]] > x; k-- {
			s.Men[at[k]] = s.Men[at[k-1]]
		}
		s.Men[at[k]] = x
		m++
	}
}

// steps resolve all waiting hits, one after the other (SK-ALLOC-03).
func (r *resolver) steps() []step {
	inner := []step{{
		Key: "next-hit", Rule: "SK-ALLOC-03", Also: ruleIDs{"SK-ALLOC-01"},
		If:   func(s *Fight) bool { return s.Hit.On == 0 },
		Then: r.next,
	}}
	return []step{{
		Key: "hits-one-by-one", Rule: "SK-ALLOC-03", Repeat: true,
		If:    func(s *Fight) bool { return s.Hit.On > 0 || s.waiting() > 0 },
		Steps: append(inner, r.oneHit()...),
	}}
}

// oneHit follows one hit that is on a model.
func (r *resolver) oneHit() []step {
	var steps []step
	steps = append(steps, r.saveSteps()...)
	for i := range r.c.bodies {
		if r.c.bodies[i].horse == "sound" {
			steps = append(steps, r.horseStep())
			break
		}
	}
	return append(steps, step{
		Key: "damage-test", Rule: "SK-EFFECT-01", Also: ruleIDs{"SK-DATA-02"},
		If: func(s *Fight) bool { return s.Hit.On > 0 },
		Why: func(s *Fight) []number {
			i, mounted := r.covered(s)
			return []number{r.damageNumber(&r.c.bodies[i], s.Hit.Run, mounted)}
		},
		Roll: func(s *Fight) dice.Roll { return dice.Count(1, r.damage(s)) },
		Then: func(s *Fight, o outcome, l *log) { r.strike(s, o.Success(), l) },
	})
}

// next takes up the next hit; one on a model that is out is lost.
func (r *resolver) next(s *Fight, _ outcome, l *log) {
	k := 0
	for s.Hits[k] == 0 {
		k++
	}
	s.Hits[k]--
	i := r.nth(s.Under, s.Next)
	s.Next = int8((int(s.Next) + 1) % bits.OnesCount32(s.Under))
	if s.Men[i].is(out) {
		if l.On() {
			l.Note(explain.Because("SK-ALLOC-03", "hit-lost", is("who", r.c.bodies[i].label)))
		}
		r.tidy(s)
		return
	}
	s.Hit = Hit{On: int8(i + 1), Run: int8(k), Stage: stays}
	if r.c.bodies[i].saves() {
		s.Hit.Stage = fresh
	}
	if l.On() {
		l.Note(explain.Because("SK-ALLOC-01", "hit-falls-on", is("who", r.c.bodies[i].label)))
	}
}
