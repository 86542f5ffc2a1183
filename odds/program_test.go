package odds_test

import (
	"fmt"
	"math/big"

	"pgregory.net/rapid"

	"umpire/dice"
	"umpire/procedure"
)

// tiny is the state of random procedures: values 0 to 3, the passes left of a loop at each depth,
// and what a block that is thrown again has come to.
type tiny struct {
	R    [3]int8
	Loop [3]int8
	Shot int8
}

// op is one line of a random program, of which both a procedure and its plain meaning are made.
type op struct {
	kind  string // "roll", "compute", "decide", "block", "loop" or "retry"
	cond  cond
	dice  handful
	then  effect
	pick  procedure.Choice
	in    *body
	scope int  // the one value that the inside of a block has to do with, -1 for all
	depth int8 // of a loop
	times int8
}

// body is the inside of a block. Two blocks may have the same one, as functions that build
// procedures share slices of steps.
type body struct {
	ops   []op
	steps []procedure.Step[tiny]
}

// cond looks at one value of the state.
type cond struct {
	kind string // "", "least" or "odd"
	reg  int
	k    int8
}

func (c cond) holds(s *tiny) bool {
	switch c.kind {
	case "least":
		return s.R[c.reg] >= c.k
	case "odd":
		return s.R[c.reg]%2 == 1
	}
	return true
}

// handful is a roll whose number of dice may depend on the state.
type handful struct {
	roll dice.Roll
	reg  int // the value that adds dice, -1 for none
	most int16
}

func (h handful) of(s *tiny) dice.Roll {
	r := h.roll
	if h.reg >= 0 {
		r.N = min(int16(s.R[h.reg]), h.most)
	}
	return r
}

// effect changes one value of the state by what an outcome comes to.
type effect struct {
	reg  int
	keep int // what the old value counts for
	plus int
	per  [dice.MaxClass]int
}

func (e effect) worth(o dice.Outcome) int {
	sum := e.plus + int(o.Value)*e.per[0] + int(o.Value)/60
	for c, n := range o.Counts {
		sum += int(n) * e.per[c]
	}
	return sum
}

func (e effect) apply(s *tiny, o dice.Outcome) {
	s.R[e.reg] = int8((int(s.R[e.reg])*e.keep + e.worth(o)) % 4)
}

// steps makes the procedure.
func steps(ops []op) []procedure.Step[tiny] {
	type step = procedure.Step[tiny]
	var out []step
	for i, o := range ops {
		st := step{Key: fmt.Sprintf("%s-%d", o.kind, i), Then: func(s *tiny, x dice.Outcome, _ *procedure.Log) { o.then.apply(s, x) }}
		if o.cond.kind != "" {
			st.If = o.cond.holds
		}
		if o.in != nil && o.in.steps == nil {
			o.in.steps = steps(o.in.ops)
		}
		switch o.kind {
		case "roll":
			st.Roll = o.dice.of
		case "decide":
			st.Choose = func(*tiny) procedure.Choice { return o.pick }
		case "block":
			st.Steps, st.Then = o.in.steps, nil
			if o.scope >= 0 {
				st.Scope = &procedure.Scope[tiny]{
					Of:  func(s *tiny) (part tiny) { part.R[o.scope] = s.R[o.scope]; return part },
					Put: func(whole, part *tiny) { whole.R[o.scope] = part.R[o.scope] },
				}
			}
		case "loop":
			out = append(out, step{Key: "set", Then: func(s *tiny, _ dice.Outcome, _ *procedure.Log) { s.Loop[o.depth] = o.times }})
			st.Repeat, st.Then = true, nil
			st.If = func(s *tiny) bool { return s.Loop[o.depth] > 0 && o.cond.holds(s) }
			st.Steps = append([]step{{Key: "pass", Then: func(s *tiny, _ dice.Outcome, _ *procedure.Log) { s.Loop[o.depth]-- }}}, o.in.steps...)
			out = append(out, st)
			st = step{Key: "forget", Then: func(s *tiny, _ dice.Outcome, _ *procedure.Log) { s.Loop[o.depth] = 0 }}
		case "retry":
			st.Repeat, st.Retry, st.Then = true, true, nil
			st.If = func(s *tiny) bool { return s.Shot == 0 && o.cond.holds(s) }
			st.Steps = append([]step{{
				Key: "throw", Roll: o.dice.of,
				Then: func(s *tiny, x dice.Outcome, _ *procedure.Log) { s.Shot = int8(o.then.worth(x) % 3) },
			}}, step{Key: "after", If: func(s *tiny) bool { return s.Shot > 0 }, Steps: o.in.steps})
			out = append(out, st)
			st = step{Key: "count", Then: func(s *tiny, _ dice.Outcome, _ *procedure.Log) { o.count(s) }}
		}
		out = append(out, st)
	}
	if out == nil {
		out = []step{} // a block without steps is still a block
	}
	return out
}

// count adds what a block that is thrown again has come to.
func (o *op) count(s *tiny) {
	r := &s.R[o.then.reg]
	*r, s.Shot = (*r+s.Shot)%4, 0
}

// lot draws random programs.
type lot struct {
	*rapid.T
	decisions bool
	only      int // the one value that the program has to do with, -1 for all
}

func newLot(t *rapid.T) lot { return lot{T: t, decisions: true, only: -1} }

// reg draws a value of the state.
func (t lot) reg(what string) int {
	if t.only >= 0 {
		return t.only
	}
	return t.num(what, 0, 2)
}

// num draws a number, all alike: the generators of the library favour the smallest.
func (t lot) num(what string, lo, hi int) int {
	return rapid.Custom(func(t *rapid.T) int {
		x := 0
		for range 6 {
			x = 2 * x
			if rapid.Bool().Draw(t, "bit") {
				x++
			}
		}
		return lo + x*(hi-lo+1)/64
	}).Draw(t.T, what)
}

func (t lot) maybe(what string) bool { return rapid.Bool().Draw(t.T, what) }

// of draws one of the values.
func of[T any](t lot, what string, values ...T) T { return values[t.num(what, 0, len(values)-1)] }

func (t lot) cond() cond {
	return cond{of(t, "if", "", "", "", "least", "odd"), t.reg("of"), int8(t.num("at least", 1, 3))}
}

func (t lot) effect() effect {
	e := effect{reg: t.reg("changes"), keep: of(t, "keep", 0, 1, 1, 3), plus: t.num("plus", 0, 1)}
	for c := range e.per {
		e.per[c] = t.num("per class", 0, 3)
	}
	return e
}

// roll draws a roll of any reading, with dice thrown again and extra dice.
func (t lot) roll(dicePossible int) dice.Roll {
	r := dice.Roll{
		N: int16(of(t, "dice", 0, 1, dicePossible, dicePossible)), Sides: int16(of(t, "sides", 1, 2, 3, 3, 4, 4)),
		Read: of(t, "reading", dice.Counts, dice.Counts, dice.Counts, dice.Total, dice.Best, dice.Worst, dice.Which, dice.Direction),
	}
	if r.Read == dice.Direction {
		r.N = 1
		return r
	}
	faces := 1<<r.Sides - 1
	if t.maybe("thrown again") {
		r.Again = uint32(t.num("again", 0, faces))
	}
	top := 7
	if r.Read == dice.Counts && t.maybe("two classes") {
		top = 1
		if t.maybe("extra dice") {
			r.Extra, r.N = uint32(t.num("extra", 0, faces)), min(r.N, 2)
		}
	}
	for f := range r.Sides {
		r.Classes |= uint64(t.num("class", 0, top)) << (3 * f)
	}
	return r
}

func (t lot) handful() handful {
	h := handful{roll: t.roll(3), reg: -1, most: 3}
	if h.roll.Extra != 0 {
		h.most = 2
	}
	if h.roll.Read != dice.Direction && t.num("dice by state", 0, 3) == 3 {
		h.reg = t.reg("dice of")
	}
	return h
}

func (t lot) program(depth int) []op {
	kinds := []string{"roll", "roll", "roll", "roll", "roll", "compute", "block", "block", "loop", "retry"}
	if depth >= 2 {
		kinds = kinds[:6]
	}
	if t.decisions {
		kinds = append(kinds, "decide", "decide")
	}
	var out []op
	n := t.num("lines", 2-(depth+1)/2, 5-depth)
	for range n {
		o := op{kind: of(t, "kind", kinds...), cond: t.cond(), then: t.effect()}
		switch o.kind {
		case "roll":
			o.dice = t.handful()
		case "decide":
			o.pick = procedure.Choice{
				Key: "k", Side: of(t, "side", "attacker", "defender"),
				Options: []string{"a", "b", "c"}[:t.num("options", 1, 3)],
			}
			o.pick.Policy = t.num("policy", 0, len(o.pick.Options)-1)
		case "block":
			inner := t
			if o.scope = t.only; o.scope < 0 && t.maybe("scope") {
				o.scope = t.num("scope of", 0, 2)
				inner.only = o.scope
			}
			o.in = &body{ops: inner.program(depth + 1)}
			if t.maybe("twice") {
				out = append(out, o)
			}
		case "loop":
			o.depth, o.times = int8(depth), int8(t.num("times", 0, 2))
			o.in = &body{ops: t.program(depth + 1)}
		case "retry":
			inner := t
			inner.decisions = false
			o.in = &body{ops: inner.program(2)}
			o.dice = handful{roll: t.roll(2), reg: -1}
			// One throw at least must be the last.
			for o.endless() {
				o.then.plus++
			}
		}
		out = append(out, o)
	}
	return out
}

func (o op) endless() bool {
	for _, x := range outcomes(o.dice.roll) {
		if o.then.worth(x.outcome)%3 > 0 {
			return false
		}
	}
	return true
}

func (t lot) start() tiny {
	var s tiny
	for i := range s.R {
		s.R[i] = int8(t.num("start", 0, 3))
	}
	return s
}

func (t lot) procedure() ([]op, *procedure.Procedure[tiny]) {
	ops := t.program(0)
	return ops, &procedure.Procedure[tiny]{Key: "random", Start: t.start(), Steps: steps(ops)}
}

// fallen is an outcome of a roll and its chance.
type fallen struct {
	outcome dice.Outcome
	p       *big.Rat
}

var outcomesOf = map[dice.Roll][]fallen{}

// outcomes are those of a roll, found by throwing die after die in every way.
func outcomes(r dice.Roll) []fallen {
	if r.N == 0 {
		return []fallen{{p: big.NewRat(1, 1)}}
	}
	if all, ok := outcomesOf[r]; ok {
		return all
	}
	chance := map[dice.Outcome]*big.Rat{}
	var order []dice.Outcome
	var throw func(i int, o dice.Outcome, p *big.Rat)
	one := big.NewRat(1, int64(r.Sides))
	lies := func(i, face int, o dice.Outcome, p *big.Rat) {
		class := int(r.Classes >> (3 * (face - 1)) & 7)
		switch r.Read {
		case dice.Counts:
			if r.Extra == 0 || class == 1 {
				o.Counts[class]++
			}
		case dice.Total:
			o.Value += int32(face)
		case dice.Best:
			o.Value = max(o.Value, int32(face))
		case dice.Worst:
			if i == 0 || int32(face) < o.Value {
				o.Value = int32(face)
			}
		case dice.Which:
			if class > 0 {
				o.Value |= 1 << i
			}
		case dice.Direction:
			o.Value = int32(face-1) * 360 / int32(r.Sides)
		}
		if r.Extra>>(face-1)&1 == 0 {
			throw(i+1, o, p)
			return
		}
		q := new(big.Rat).Mul(p, one)
		for extra := range int(r.Sides) {
			more := o
			if r.Classes>>(3*extra)&7 == 1 {
				more.Counts[1]++
			}
			throw(i+1, more, q)
		}
	}
	throw = func(i int, o dice.Outcome, p *big.Rat) {
		if i == int(r.N) {
			if chance[o] == nil {
				chance[o] = new(big.Rat)
				order = append(order, o)
			}
			chance[o].Add(chance[o], p)
			return
		}
		q := new(big.Rat).Mul(p, one)
		for face := 1; face <= int(r.Sides); face++ {
			if r.Again>>(face-1)&1 == 0 {
				lies(i, face, o, q)
				continue
			}
			for second := 1; second <= int(r.Sides); second++ {
				lies(i, second, o, new(big.Rat).Mul(q, one))
			}
		}
	}
	throw(0, dice.Outcome{}, big.NewRat(1, 1))
	var all []fallen
	for _, o := range order {
		all = append(all, fallen{o, chance[o]})
	}
	outcomesOf[r] = all
	return all
}

// point is a decision: a place in the program and the state there.
type point struct {
	place string
	state tiny
}

// reading carries a program out in every way, one after the other, without merging anything.
type reading struct {
	picks map[point]int // the answers to decisions; the policy where there is none
	ways  int           // ways gone so far
	most  int           // ways after which it gives up
}

func (x *reading) over() bool { return x.ways > x.most }

// run goes on with the ops from the state, which has the chance p, and calls done at every end.
func (x *reading) run(ops []op, place string, s tiny, p *big.Rat, done func(tiny, *big.Rat)) {
	if x.over() {
		return
	}
	if len(ops) == 0 {
		x.ways++
		done(s, p)
		return
	}
	o := &ops[0]
	here := fmt.Sprintf("%s/%d", place, len(ops))
	rest := func(s tiny, p *big.Rat) { x.run(ops[1:], place, s, p, done) }
	holds := o.cond.holds(&s)
	switch o.kind {
	case "compute":
		if holds {
			o.then.apply(&s, dice.Outcome{})
		}
		rest(s, p)
	case "roll":
		if !holds {
			rest(s, p)
			return
		}
		for _, f := range outcomes(o.dice.of(&s)) {
			next := s
			o.then.apply(&next, f.outcome)
			rest(next, new(big.Rat).Mul(p, f.p))
		}
	case "decide":
		if holds {
			k, ok := x.picks[point{here, s}]
			if !ok {
				k = o.pick.Policy
			}
			o.then.apply(&s, dice.Outcome{Value: int32(k)})
		}
		rest(s, p)
	case "block":
		if !holds {
			rest(s, p)
			return
		}
		x.run(o.in.ops, here, s, p, rest)
	case "loop":
		x.loop(o, here, s, p, o.times, rest)
	case "retry":
		x.retry(o, here, s, func(s tiny, q *big.Rat) { rest(s, new(big.Rat).Mul(p, q)) })
	}
}

// loop goes through its body while passes are left and its condition holds.
func (x *reading) loop(o *op, place string, s tiny, p *big.Rat, left int8, done func(tiny, *big.Rat)) {
	s.Loop[o.depth] = left
	if left == 0 || !o.cond.holds(&s) {
		s.Loop[o.depth] = 0
		done(s, p)
		return
	}
	s.Loop[o.depth] = left - 1
	x.run(o.in.ops, place, s, p, func(s tiny, p *big.Rat) { x.loop(o, place, s, p, left-1, done) })
}

// retry leaves throws that are repeated out of the count: the others make up the whole.
func (x *reading) retry(o *op, place string, s tiny, done func(tiny, *big.Rat)) {
	if !o.cond.holds(&s) {
		done(s, big.NewRat(1, 1))
		return
	}
	last := new(big.Rat)
	for _, f := range outcomes(o.dice.of(&s)) {
		if o.then.worth(f.outcome)%3 > 0 {
			last.Add(last, f.p)
		}
	}
	for _, f := range outcomes(o.dice.of(&s)) {
		shot := int8(o.then.worth(f.outcome) % 3)
		if shot == 0 {
			continue
		}
		next := s
		next.Shot = shot
		x.run(o.in.ops, place, next, new(big.Rat).Quo(f.p, last), func(s tiny, p *big.Rat) {
			o.count(&s)
			done(s, p)
		})
	}
}

// ends returns the chance of every final state.
func (x *reading) ends(ops []op, start tiny) chances {
	out := chances{}
	x.run(ops, "", start, big.NewRat(1, 1), func(s tiny, p *big.Rat) { out.add(s, p) })
	return out
}
