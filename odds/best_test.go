package odds_test

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"umpire/dice"
	"umpire/odds"
	"umpire/procedure"
)

// solver finds the best answers by looking ahead from every decision, exactly.
type solver struct {
	reading
	goal  odds.Goal[tiny]
	asked []asked // every decision of the side that can come up at all
}

type asked struct {
	at      point
	options int
}

func (v *solver) mine(c procedure.Choice) bool { return v.goal.Side == "" || v.goal.Side == c.Side }

func (v *solver) worth(s tiny) *big.Rat {
	n := int64(v.goal.Of(&s))
	if v.goal.Least {
		n = -n
	}
	return big.NewRat(n, 1)
}

// value returns what the ops and all that follows are worth from the state, and notes the best
// answer of every decision: the policy when none is better, else the first of the best.
func (v *solver) value(ops []op, place string, s tiny, then func(tiny) *big.Rat) *big.Rat {
	if v.ways++; v.over() {
		return new(big.Rat)
	}
	if len(ops) == 0 {
		return then(s)
	}
	o := &ops[0]
	here := fmt.Sprintf("%s/%d", place, len(ops))
	rest := func(s tiny) *big.Rat { return v.value(ops[1:], place, s, then) }
	switch o.kind {
	case "decide":
		if !o.cond.holds(&s) {
			return rest(s)
		}
		values := make([]*big.Rat, len(o.pick.Options))
		best := o.pick.Policy
		for k := range values {
			next := s
			o.then.apply(&next, dice.Outcome{Value: int32(k)})
			values[k] = rest(next)
		}
		if v.mine(o.pick) {
			for k := range values {
				if values[k].Cmp(values[best]) > 0 {
					best = k
				}
			}
		}
		at := point{here, s}
		if _, known := v.picks[at]; !known && v.mine(o.pick) {
			v.asked = append(v.asked, asked{at, len(values)})
		}
		v.picks[at] = best
		return values[best]
	case "block":
		if !o.cond.holds(&s) {
			return rest(s)
		}
		return v.value(o.in.ops, here, s, rest)
	case "loop":
		return v.passes(o, here, s, o.times, rest)
	}
	// Nobody decides in the others, so that they are worth the mean of their ends.
	sum := new(big.Rat)
	v.run(ops[:1], place, s, big.NewRat(1, 1), func(s tiny, p *big.Rat) {
		sum.Add(sum, new(big.Rat).Mul(p, rest(s)))
	})
	return sum
}

func (v *solver) passes(o *op, place string, s tiny, left int8, then func(tiny) *big.Rat) *big.Rat {
	s.Loop[o.depth] = left
	if left == 0 || !o.cond.holds(&s) {
		s.Loop[o.depth] = 0
		return then(s)
	}
	s.Loop[o.depth] = left - 1
	return v.value(o.in.ops, place, s, func(s tiny) *big.Rat { return v.passes(o, place, s, left-1, then) })
}

func (t lot) goal() odds.Goal[tiny] {
	a, b := t.num("goal", -2, 3), t.num("goal", 0, 2)
	return odds.Goal[tiny]{
		Side:  of(t, "side of the goal", "", "attacker", "defender"),
		Least: t.maybe("least"),
		Of:    func(s *tiny) int { return a*int(s.R[0]) + b*int(s.R[1]) },
	}
}

// mean is the expected value of a goal.
func mean(d *odds.Dist[tiny], goal odds.Goal[tiny]) *big.Rat {
	sum := new(big.Rat)
	for i := range d.States {
		p := new(big.Rat).SetFrac(d.Num[i], d.Den)
		sum.Add(sum, p.Mul(p, big.NewRat(int64(goal.Of(&d.States[i])), 1)))
	}
	return sum
}

// TestBestAgainstLookingAhead holds the best answers of random procedures against those found by
// looking ahead from every decision in fractions, equal answers included.
func TestBestAgainstLookingAhead(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		l := newLot(rt)
		ops, p := l.procedure()
		v := &solver{reading: reading{picks: map[point]int{}, most: 20_000}, goal: l.goal()}
		value := v.value(ops, "", p.Start, v.worth)
		x := &reading{picks: v.picks, most: 20_000}
		want := x.ends(ops, p.Start)
		if v.over() || x.over() {
			rt.Skip("too many ways")
		}
		d, err := odds.EvaluateBest(context.Background(), p, v.goal, exact)
		if err != nil {
			rt.Fatal(err)
		}
		if got := read(rt, d, self); got.String() != want.String() {
			rt.Fatalf("got\n%vwant\n%v", got, want)
		}
		if v.goal.Least {
			value.Neg(value)
		}
		if got := mean(d, v.goal); got.Cmp(value) != 0 {
			rt.Fatalf("worth %v, want %v", got, value)
		}
	})
}

// TestBestAgainstEveryPolicy tries every way of answering every decision that can come up, and
// expects that none is better than the best.
func TestBestAgainstEveryPolicy(t *testing.T) {
	tried := 0
	rapid.Check(t, func(rt *rapid.T) {
		l := newLot(rt)
		ops, p := l.procedure()
		v := &solver{reading: reading{picks: map[point]int{}, most: 1000}, goal: l.goal()}
		v.value(ops, "", p.Start, v.worth)
		policies := 1
		for _, a := range v.asked {
			if policies *= a.options; policies > 500 {
				break
			}
		}
		if v.over() || policies > 500 || policies*v.ways > 20_000 || policies == 1 {
			rt.Skip("too many policies, or none to choose from")
		}
		d, err := odds.EvaluateBest(context.Background(), p, v.goal, exact)
		if err != nil {
			rt.Fatal(err)
		}
		got := mean(d, v.goal)
		reached := false
		for k := range policies {
			x := &reading{picks: map[point]int{}, most: 20_000}
			for _, a := range v.asked {
				x.picks[a.at] = k % a.options
				k /= a.options
			}
			sum := new(big.Rat)
			x.run(ops, "", p.Start, big.NewRat(1, 1), func(s tiny, p *big.Rat) {
				sum.Add(sum, new(big.Rat).Mul(p, big.NewRat(int64(v.goal.Of(&s)), 1)))
			})
			order := sum.Cmp(got)
			if v.goal.Least {
				order = -order
			}
			if order > 0 {
				rt.Fatalf("worth %v, but another policy %v", got, sum)
			}
			reached = reached || order == 0
		}
		if !reached {
			rt.Fatalf("worth %v, which no policy is", got)
		}
		tried += policies
	})
	if tried < 300 {
		t.Errorf("only %d policies were tried", tried)
	}
}

// gamble is a purse, and what was staked.
type gamble struct{ Purse, Stake int32 }

// TestBestKeepsPolicyAmongEquals asks thrice between three equal answers and one worse: the
// policy stands where it is among the best, else the first of the best is taken. The worth is
// large, so that equal values differ in their last bits.
func TestBestKeepsPolicyAmongEquals(t *testing.T) {
	worth := [4]int32{1, 1, 0, 1}
	for policy, want := range [4]int32{0, 1, 0, 3} {
		p := &procedure.Procedure[gamble]{Key: "equal", Steps: []procedure.Step[gamble]{
			{
				Key: "stake",
				Choose: func(*gamble) procedure.Choice {
					return procedure.Choice{Key: "stake", Options: []string{"a", "b", "c", "d"}, Policy: policy}
				},
				Then: func(s *gamble, o dice.Outcome, _ *procedure.Log) { s.Stake = o.Value },
			},
			{
				// The same chances in another order, so that the sums are rounded otherwise.
				Key:  "throw",
				Roll: func(*gamble) dice.Roll { return dice.Sum(3) },
				Then: func(s *gamble, o dice.Outcome, _ *procedure.Log) {
					x := o.Value
					if s.Stake%2 == 1 {
						x = 21 - x
					}
					s.Purse = worth[s.Stake] * 1_000_003 * x
				},
			},
		}}
		d, err := odds.EvaluateBest(context.Background(), p, odds.Goal[gamble]{Of: func(s *gamble) int { return int(s.Purse) }}, odds.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range d.States {
			if s.Stake != want {
				t.Errorf("policy %d: answer %d was taken, want %d", policy, s.Stake, want)
				break
			}
		}
	}
}

// TestBestInSharedSteps decides twice by the same steps, in blocks that share them: once when the
// answer is for good, once when it is made worthless. The two are different decisions.
func TestBestInSharedSteps(t *testing.T) {
	stake := []procedure.Step[gamble]{{
		Key: "stake",
		Choose: func(*gamble) procedure.Choice {
			return procedure.Choice{Key: "stake", Options: []string{"keep", "one"}}
		},
		Then: func(s *gamble, o dice.Outcome, _ *procedure.Log) { s.Stake = o.Value },
	}}
	p := &procedure.Procedure[gamble]{Key: "shared", Steps: []procedure.Step[gamble]{
		{Key: "first", Steps: stake},
		{Key: "pay", Then: func(s *gamble, _ dice.Outcome, _ *procedure.Log) { s.Purse, s.Stake = -s.Stake, 0 }},
		{Key: "second", Steps: stake},
		{Key: "win", Then: func(s *gamble, _ dice.Outcome, _ *procedure.Log) { s.Purse, s.Stake = s.Purse+s.Stake, 0 }},
	}}
	for least, want := range map[bool]int32{false: 1, true: -1} {
		goal := odds.Goal[gamble]{Least: least, Of: func(s *gamble) int { return int(s.Purse) }}
		d, err := odds.EvaluateBest(context.Background(), p, goal, odds.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(d.States) != 1 || d.States[0].Purse != want {
			t.Errorf("least %v: %+v, want a purse of %d", least, d.States, want)
		}
	}
}
