package odds_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"umpire/dice"
	"umpire/odds"
	"umpire/procedure"
)

// duel is two players who throw a die each until one is higher; then the winner may throw a
// third die.
type duel struct{ a, b, extra int8 }

type duelStep = procedure.Step[duel]

func duelBlock(then ...duelStep) duelStep {
	face := func(f func(*duel) *int8) duelStep {
		return duelStep{
			Key: "face", Roll: func(*duel) dice.Roll { return dice.Face() },
			Then: func(s *duel, o dice.Outcome, _ *procedure.Log) { *f(s) = int8(o.Total()) },
		}
	}
	return duelStep{
		Key: "duel", Repeat: true, Retry: true,
		If: func(s *duel) bool { return s.a == s.b },
		Steps: append([]duelStep{
			face(func(s *duel) *int8 { return &s.a }),
			face(func(s *duel) *int8 { return &s.b }),
			{Key: "tie", If: func(s *duel) bool { return s.a == s.b }, Then: func(s *duel, _ dice.Outcome, _ *procedure.Log) { s.a, s.b = 0, 0 }},
		}, then...),
	}
}

func TestRetryIsExact(t *testing.T) {
	p := &procedure.Procedure[duel]{Key: "duel", Steps: []duelStep{duelBlock()}}
	d, err := odds.Evaluate(context.Background(), p, odds.Options{Exact: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.States) != 30 {
		t.Fatalf("%d final states, want the 30 pairs of unequal faces", len(d.States))
	}
	for i, s := range d.States {
		if s.a == s.b {
			t.Errorf("ended in a tie: %+v", s)
		}
		// Each of the 30 pairs is equally likely once ties are thrown again.
		if math.Abs(d.P[i]-1.0/30) > 1e-15 {
			t.Errorf("%+v: %v", s, d.P[i])
		}
		if d.Num[i].Int64()*30 != d.Den.Int64() {
			t.Errorf("%+v: %v/%v", s, d.Num[i], d.Den)
		}
	}
}

// TestRetryAfterChance enters the block from states of different weights, one of which is not to
// enter it at all, and holds the result against the plain sum over passes.
func TestRetryAfterChance(t *testing.T) {
	// State a: dice still to show 6 together; a pass throws them all; b counts what was thrown before.
	p := &procedure.Procedure[duel]{Key: "sixes", Steps: []duelStep{
		{Key: "how-many", Roll: func(*duel) dice.Roll { return dice.Table(1, [6]uint8{0, 1, 1, 1, 2, 2}) },
			Then: func(s *duel, o dice.Outcome, _ *procedure.Log) { s.a = int8(o.Row()) }},
		{
			Key: "until-a-six", Repeat: true, Retry: true, If: func(s *duel) bool { return s.a > 0 && s.b == 0 },
			Steps: []duelStep{{Key: "throw", Roll: func(s *duel) dice.Roll { return dice.Count(int(s.a), 6) },
				Then: func(s *duel, o dice.Outcome, _ *procedure.Log) { s.b = int8(o.Successes()) }}},
		},
	}}
	d, err := odds.Evaluate(context.Background(), p, odds.Options{Exact: true})
	if err != nil {
		t.Fatal(err)
	}
	want := map[duel]float64{}
	want[duel{}] = 1.0 / 6
	want[duel{a: 1, b: 1}] = 1.0 / 2
	two := [3]float64{25.0 / 36, 10.0 / 36, 1.0 / 36}
	for again, pass := 1.0/3, 0; pass < 200; pass++ {
		want[duel{a: 2, b: 1}] += again * two[1]
		want[duel{a: 2, b: 2}] += again * two[2]
		again *= two[0]
	}
	for i, s := range d.States {
		exact := float64(d.Num[i].Int64()) / float64(d.Den.Int64())
		if math.Abs(d.P[i]-want[s]) > 1e-14 || math.Abs(exact-want[s]) > 1e-14 {
			t.Errorf("%+v: %v and %v, want %v", s, d.P[i], exact, want[s])
		}
		delete(want, s)
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
}

func TestRetryWithLaterDecision(t *testing.T) {
	p := &procedure.Procedure[duel]{Key: "duel", Steps: []duelStep{duelBlock(), {
		Key: "extra",
		Choose: func(*duel) procedure.Choice {
			return procedure.Choice{Key: "extra", Side: "attacker", Options: []string{"no", "yes"}}
		},
		Then: func(s *duel, o dice.Outcome, _ *procedure.Log) { s.extra = int8(o.Value) * (s.a - s.b) },
	}}}
	of := func(s *duel) int { return int(s.extra) }
	d, err := odds.EvaluateBest(context.Background(), p, odds.Goal[duel]{Of: of}, odds.Options{})
	if err != nil {
		t.Fatal(err)
	}
	mean := 0.0
	for i, s := range d.States {
		mean += d.P[i] * float64(of(&s))
	}
	// The winner of the duel takes the difference, the loser refuses: half the mean difference of
	// unequal faces, 7/3.
	if math.Abs(mean-7.0/6) > 1e-12 {
		t.Errorf("mean %v, want 7/6", mean)
	}
}

// TestRetryBeforeDecision seeks the best answer before a block: the worth of the block must be
// that of all its passes together, not of the first alone.
func TestRetryBeforeDecision(t *testing.T) {
	block := duelBlock()
	start := block.If
	block.If = func(s *duel) bool { return s.extra == 2 && start(s) }
	p := &procedure.Procedure[duel]{Key: "duel", Steps: []duelStep{{
		Key: "fight",
		Choose: func(*duel) procedure.Choice {
			return procedure.Choice{Key: "fight", Options: []string{"no", "yes"}}
		},
		Then: func(s *duel, o dice.Outcome, _ *procedure.Log) { s.extra = 1 + int8(o.Value) },
	}, block}}
	// Fighting is worth 1/2 × 100 = 50 with all passes, 5/12 × 100 with the first alone.
	of := func(s *duel) int {
		switch {
		case s.extra == 1:
			return 45
		case s.a > s.b:
			return 100
		}
		return 0
	}
	d, err := odds.EvaluateBest(context.Background(), p, odds.Goal[duel]{Of: of}, odds.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range d.States {
		if s.extra != 2 {
			t.Fatalf("the worse answer was taken: %+v", s)
		}
	}
}

func TestRetryFaults(t *testing.T) {
	roll := func(then func(*duel, dice.Outcome, *procedure.Log)) duelStep {
		return duelStep{Key: "throw", Roll: func(*duel) dice.Roll { return dice.Face() }, Then: then}
	}
	tests := map[string]duelStep{
		"other-state": roll(func(s *duel, o dice.Outcome, _ *procedure.Log) { s.b = int8(o.Total() / 6); s.a = int8(o.Total() % 3) }),
		"endless":     roll(func(*duel, dice.Outcome, *procedure.Log) {}),
		"decides": {Key: "choose", Choose: func(*duel) procedure.Choice { return procedure.Choice{Options: []string{"x"}} },
			Then: func(s *duel, _ dice.Outcome, _ *procedure.Log) { s.b = 1 }},
	}
	for fault, inner := range tests {
		p := &procedure.Procedure[duel]{Key: "wrong", Steps: []duelStep{{
			Key: "again", Repeat: true, Retry: true, If: func(s *duel) bool { return s.b == 0 }, Steps: []duelStep{inner},
		}}}
		_, err := odds.EvaluateBest(context.Background(), p, odds.Goal[duel]{Of: func(*duel) int { return 0 }}, odds.Options{})
		var re *odds.RetryError
		if !errors.As(err, &re) || re.Fault != fault || re.Step != "again" {
			t.Errorf("%s: %v", fault, err)
		}
	}
}
