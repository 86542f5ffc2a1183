package odds_test

import (
	"context"
	"errors"
	"testing"

	"umpire/dice"
	"umpire/odds"
	"umpire/procedure"
)

// wide is a state that never merges: every throw is kept.
type wide struct{ Thrown [6]int8 }

type wideStep = procedure.Step[wide]

// wideProcedure throws one die after the other and keeps them all: 6, 36, 216 … states.
func wideProcedure(throws int, met func()) *procedure.Procedure[wide] {
	p := &procedure.Procedure[wide]{Key: "wide"}
	for i, key := range []string{"one", "two", "three", "four", "five", "six"}[:throws] {
		p.Steps = append(p.Steps, wideStep{
			Key: key, Roll: func(*wide) dice.Roll { return dice.Face() },
			Then: func(s *wide, o dice.Outcome, _ *procedure.Log) {
				s.Thrown[i] = int8(o.Total())
				met()
			},
		})
	}
	return p
}

// TestLimits passes every bound by one, and expects which and where; within it the result is there.
func TestLimits(t *testing.T) {
	ctx := context.Background()
	p := wideProcedure(4, func() {})
	paths := 6 + 36 + 216 + 1296
	for _, x := range []struct {
		opt  odds.Options
		want odds.LimitError
	}{
		{odds.Options{MaxStates: 1296, MaxPaths: paths}, odds.LimitError{}},
		{odds.Options{MaxStates: 1295}, odds.LimitError{Step: "four", Bound: "states", Limit: 1295}},
		{odds.Options{MaxStates: 36}, odds.LimitError{Step: "three", Bound: "states", Limit: 36}},
		{odds.Options{MaxPaths: paths - 1}, odds.LimitError{Step: "four", Bound: "paths", Limit: paths - 1}},
		{odds.Options{MaxPaths: 5}, odds.LimitError{Step: "one", Bound: "paths", Limit: 5}},
	} {
		for _, exactly := range []bool{false, true} {
			x.opt.Exact = exactly
			d, err := odds.Evaluate(ctx, p, x.opt)
			if x.want.Bound == "" {
				if err != nil || len(d.States) != 1296 || d.Stats.Paths != paths || d.Stats.States != 1296 || d.Stats.WorstStep != "four" {
					t.Errorf("%+v: %v, %+v", x.opt, err, d.Stats)
				}
				continue
			}
			var le *odds.LimitError
			if !errors.As(err, &le) || le.Step != x.want.Step || le.Bound != x.want.Bound || le.Limit != x.want.Limit {
				t.Errorf("%+v: %v, want %+v", x.opt, err, x.want)
			}
		}
	}
	_, err := odds.EvaluateBest(ctx, p, odds.Goal[wide]{Of: func(*wide) int { return 0 }}, odds.Options{MaxStates: 36})
	var le *odds.LimitError
	if !errors.As(err, &le) || le.Step != "three" {
		t.Errorf("best answers: %v", err)
	}
}

// TestImpossibleRoll throws what has no distribution.
func TestImpossibleRoll(t *testing.T) {
	for name, r := range map[string]dice.Roll{
		"too many outcomes": dice.Table(200, [6]uint8{0, 1, 2, 3, 4, 5}),
		"too many dice":     {N: 1001, Sides: 6},
		"no sides":          {N: 1},
	} {
		p := &procedure.Procedure[wide]{Key: "wrong", Steps: []wideStep{{
			Key: "throw", Roll: func(*wide) dice.Roll { return r }, Then: func(*wide, dice.Outcome, *procedure.Log) {},
		}}}
		_, err := odds.Evaluate(context.Background(), p, odds.Options{})
		var le *odds.LimitError
		if !errors.As(err, &le) || le.Bound != "outcomes" || le.Step != "throw" || le.Error() == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestEndlessLoops holds that a block without an end is told of, even one in which nothing is done.
func TestEndlessLoops(t *testing.T) {
	always := func(*wide) bool { return true }
	never := func(*wide) bool { return false }
	nothing := func(*wide, dice.Outcome, *procedure.Log) {}
	for name, inner := range map[string]wideStep{
		"busy":  {Key: "turn", Then: func(s *wide, _ dice.Outcome, _ *procedure.Log) { s.Thrown[0] ^= 1 }},
		"idle":  {Key: "turn", If: never, Then: nothing},
		"inner": {Key: "turn", If: never, Repeat: true, Steps: []wideStep{}},
		"empty": {Key: "turn", Steps: []wideStep{}},
	} {
		block := wideStep{Key: "loop", If: always, Repeat: true, Steps: []wideStep{inner}}
		p := &procedure.Procedure[wide]{Key: name, Steps: []wideStep{block}}
		_, err := odds.Evaluate(context.Background(), p, odds.Options{MaxPaths: 10_000})
		var le *odds.LimitError
		if !errors.As(err, &le) || le.Bound != "paths" {
			t.Errorf("%s: %v", name, err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		passes := 0
		p.Steps[0].If = func(*wide) bool {
			if passes++; passes == 50 {
				cancel()
			}
			return true
		}
		if _, err = odds.Evaluate(ctx, p, odds.Options{}); !errors.Is(err, context.Canceled) || passes > 10_000 {
			t.Errorf("%s: %v after %d passes", name, err, passes)
		}
	}
	p := &procedure.Procedure[wide]{Key: "no end", Steps: []wideStep{{Key: "loop", Repeat: true, Steps: []wideStep{{Key: "turn", Then: nothing}}}}}
	_, err := odds.Evaluate(context.Background(), p, odds.Options{})
	var re *odds.RetryError
	if !errors.As(err, &re) || re.Step != "loop" || re.Fault != "endless" {
		t.Errorf("a loop without a condition: %v", err)
	}
}

// TestCancelled stops evaluations at once and in the middle, and expects that the next one, in
// the same memory and with the same rows, is as the one before.
func TestCancelled(t *testing.T) {
	p := wideProcedure(4, func() {})
	before, err := odds.Evaluate(context.Background(), p, exact)
	if err != nil {
		t.Fatal(err)
	}
	goal := odds.Goal[wide]{Of: func(s *wide) int { return int(s.Thrown[0]) }}
	for _, stop := range []int{0, 1, 2, 500, 3000, 9000} {
		ctx, cancel := context.WithCancel(context.Background())
		if stop == 0 {
			cancel()
		}
		met := 0
		long := wideProcedure(6, func() {
			if met++; met == stop {
				cancel()
			}
		})
		_, err := odds.Evaluate(ctx, long, exact)
		if !errors.Is(err, context.Canceled) || met > stop+1100 {
			t.Errorf("stopped at %d: %v after %d", stop, err, met)
		}
		if _, err = odds.EvaluateBest(ctx, long, goal, exact); !errors.Is(err, context.Canceled) {
			t.Errorf("best answers: %v", err)
		}
		if _, err = odds.Measure(ctx, long, nil, exact); !errors.Is(err, context.Canceled) {
			t.Errorf("measures: %v", err)
		}
		after, err := odds.Evaluate(context.Background(), p, exact)
		if err != nil {
			t.Fatal(err)
		}
		if len(after.States) != len(before.States) || after.Stats != before.Stats || after.Den.Cmp(before.Den) != 0 {
			t.Fatalf("%+v after a failure, %+v before", after.Stats, before.Stats)
		}
		for i := range before.States {
			if before.States[i] != after.States[i] || before.P[i] != after.P[i] || before.Num[i].Cmp(after.Num[i]) != 0 {
				t.Fatalf("%+v: not the same after a failure", before.States[i])
			}
		}
		cancel()
	}
}
