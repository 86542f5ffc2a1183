package skirmish1870

import (
	"fmt"
	"math/bits"
	"slices"

	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
)

const (
	// nearCM is how near a friend must be to take a hit over (SK-SAVE-03).
	nearCM = 5
	// saveOn is the face from which a save succeeds (SK-SAVE-02, SK-SAVE-03).
	saveOn = 4
)

// saveNumber is the save of special models.
func saveNumber() number {
	return explain.Needed("special-save", explain.Worth("SK-SAVE-01", "save-on-four", saveOn).And("SK-SAVE-02", "SK-SAVE-03"))
}

// receiver is one sort of model that can take a hit over: those of one class in one condition for
// which no hit waits, or those of one line for which one does.
type receiver struct {
	bodies  []int // of the sort, within reach, in the order of their waiting hits
	status  status
	waiting bool
	key     string
}

// heirs are all sorts of receivers of one special model, and the choice for each set of them
// that may be there at a time.
type heirs struct {
	sorts   []receiver
	choices []procedure.Choice // by bit set; nil when there would be too many
	sets    [][]int
}

// maxSorts bounds the sorts for which choices are laid out beforehand.
const maxSorts = 10

// heirsOf finds who can take over the hits of a model (SK-SAVE-06), in the order in which an owner
// who is not asked gives them away: privates before special models, those who have a hit to come
// anyway before others, the suppressed before those on their feet.
func (r *resolver) heirsOf(i int) *heirs {
	b := &r.c.bodies[i]
	h := &heirs{}
	for _, special := range []bool{false, true} {
		for _, waiting := range []bool{true, false} {
			for _, st := range []condition{downOnHorse, down, standing} {
				seen := map[int]bool{}
				for _, n := range b.near {
					l := r.c.lines[n]
					if saves(l.role) != special || waiting && l.aside || !waiting && seen[l.class] {
						continue
					}
					seen[l.class] = true
					same := func(x *body) bool { return waiting && x.line == l || !waiting && x.class == l.class }
					h.add(l, r.reach(i, same), r.nameOf(l, waiting), st, waiting)
				}
			}
		}
	}
	if len(h.sorts) <= maxSorts {
		for set := range 1 << len(h.sorts) {
			c, at := h.choice(set)
			h.choices, h.sets = append(h.choices, c), append(h.sets, at)
		}
	}
	return h
}

// condition is one of the conditions that a model may be in when it takes a hit over.
type condition int

const (
	standing condition = iota
	down
	downOnHorse
)

// add adds the sort of the models in a condition, when models of the line can be in it.
func (h *heirs) add(l *line, bodies []int, key string, c condition, waiting bool) {
	start := l.start()
	x := receiver{bodies: bodies, status: start, waiting: waiting, key: key}
	switch {
	case bodies == nil, c == standing && start.is(suppressed), c == downOnHorse && !start.is(horse):
		return
	case c == downOnHorse:
		x.status, x.key = suppressed|horse, key+"-down"
	case c == down && start.is(horse):
		x.status, x.key = suppressed, key+"-down-horse"
	case c == down:
		x.status, x.key = suppressed, key+"-down"
	}
	if waiting {
		x.key += "-waiting"
	}
	h.sorts = append(h.sorts, x)
}

// nameOf names the sort of a line: by itself, or by the first line of its class.
func (r *resolver) nameOf(l *line, itself bool) string {
	if !itself {
		for _, x := range r.c.lines {
			if x.class == l.class {
				l = x
				break
			}
		}
	}
	return fmt.Sprintf("model-%d", l.number)
}

// start is the condition in which the models of a line begin.
func (l *line) start() status {
	var s status
	if l.Suppressed {
		s |= suppressed
	}
	if l.horse == "sound" {
		s |= horse
	}
	return s
}

// reach returns the models of a sort that stand near a model, without itself, in the order of
// allocation.
func (r *resolver) reach(i int, same func(*body) bool) []int {
	b := &r.c.bodies[i]
	var found []int
	for j := range r.c.bodies {
		x := &r.c.bodies[j]
		if j != i && same(x) && slices.Contains(b.near, x.number-1) {
			found = append(found, j)
		}
	}
	place := func(j int) int { return slices.Index(r.order, j) }
	slices.SortStableFunc(found, func(x, y int) int { return place(x) - place(y) })
	return found
}

// present returns the set of sorts of which a model is there.
func (r *resolver) present(h *heirs, s *Fight) int {
	set, pending := 0, r.pending(s)
	for k := range h.sorts {
		if h.sorts[k].find(s, pending) >= 0 {
			set |= 1 << k
		}
	}
	return set
}

// find returns a model of the sort, or -1.
func (x *receiver) find(s *Fight, pending uint32) int {
	for _, b := range x.bodies {
		if s.Men[b]&^struck == x.status && pending>>b&1 == uint32(boolInt(x.waiting)) {
			return b
		}
	}
	return -1
}

func (h *heirs) choice(set int) (procedure.Choice, []int) {
	c := procedure.Choice{Key: "receiver", Side: "defender"}
	var at []int
	for k := range h.sorts {
		if set>>k&1 == 1 {
			c.Options = append(c.Options, h.sorts[k].key)
			at = append(at, k)
		}
	}
	return c, at
}

// open is the choice among a set of sorts, and the sorts behind its options.
func (h *heirs) open(set int) (procedure.Choice, []int) {
	if h.choices != nil {
		return h.choices[set], h.sets[set]
	}
	return h.choice(set)
}

// saveSteps are the save of a special model and the passing on of its hit.
func (r *resolver) saveSteps() []step {
	heirs := make([]*heirs, len(r.c.bodies))
	any, special := false, false
	for i := range r.c.bodies {
		if r.c.bodies[i].saves() {
			special = true
			heirs[i] = r.heirsOf(i)
			any = any || len(heirs[i].sorts) > 1
		}
	}
	if !special {
		return nil
	}
	why := []number{saveNumber()}
	of := func(s *Fight) int { return int(s.Hit.On) - 1 }
	there := func(s *Fight) int { return r.present(heirs[of(s)], s) }
	give := func(s *Fight, k int, l *log) { r.pass(s, heirs[of(s)].sorts[k].find(s, r.pending(s)), l) }
	steps := []step{{
		Key: "special-save", Rule: "SK-SAVE-01", Also: ruleIDs{"SK-SAVE-06"},
		If:   func(s *Fight) bool { return s.Hit.On > 0 && s.Hit.Stage == fresh },
		Why:  func(*Fight) []number { return why },
		Roll: func(*Fight) dice.Roll { return dice.Count(1, saveOn) },
		Then: func(s *Fight, o outcome, l *log) {
			b := &r.c.bodies[of(s)]
			if l.On() && s.Men[of(s)].is(suppressed) {
				l.Note(explain.Because("SK-SAVE-08", "saves-when-down", is("who", b.label)))
			}
			if l.On() && s.Hit.Run == melee {
				l.Note(explain.Because("SK-SAVE-08", "saves-in-melee", is("who", b.label)))
			}
			switch {
			case !o.Success():
				s.Hit.Stage = stays
				if l.On() {
					l.Note(explain.Because("SK-SAVE-02", "hit-stays", is("who", b.label)))
				}
			case there(s) == 0:
				if l.On() {
					l.Note(explain.Because("SK-SAVE-04", "hit-vanishes", is("who", b.label)))
				}
				r.done(s)
				r.tidy(s)
			default:
				s.Hit.Stage = moving
			}
		},
	}}
	if any {
		steps = append(steps, step{
			Key: "receiver", Rule: "SK-SAVE-06",
			If: func(s *Fight) bool {
				return s.Hit.Stage == moving && bits.OnesCount(uint(there(s))) > 1
			},
			Choose: func(s *Fight) procedure.Choice {
				c, _ := heirs[of(s)].open(there(s))
				return c
			},
			Then: func(s *Fight, o outcome, l *log) {
				_, at := heirs[of(s)].open(there(s))
				give(s, at[o.Value], l)
			},
		})
	}
	return append(steps, step{
		Key: "hit-moves", Rule: "SK-SAVE-03",
		If:   func(s *Fight) bool { return s.Hit.Stage == moving },
		Then: func(s *Fight, _ outcome, l *log) { give(s, bits.TrailingZeros(uint(there(s))), l) },
	})
}

// saves says whether the model has a save at all.
func (b *body) saves() bool { return saves(b.role) }

// pass moves the hit to another model, which has no save against it (SK-SAVE-05).
func (r *resolver) pass(s *Fight, to int, l *log) {
	if r.firstTarget && s.Hit.Run != melee {
		s.Hit.From = s.Hit.On
	}
	s.Hit.On = int8(to + 1)
	s.Hit.Stage = stays
	if !l.On() {
		return
	}
	who := is("who", r.c.bodies[to].label)
	l.Note(explain.Because("SK-SAVE-03", "hit-moved", who))
	if r.c.bodies[to].saves() {
		l.Note(explain.Because("SK-SAVE-05", "no-second-save", who))
	}
	switch {
	case r.firstTarget:
		l.Note(explain.Because("SK-SAVE-07", "cover-of-first"))
	default:
		l.Note(explain.Because("SK-SAVE-07", "cover-of-receiver", who))
	}
}
