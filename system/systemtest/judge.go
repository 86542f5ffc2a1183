package systemtest

import (
	"context"
	"reflect"
	"testing"

	"umpire/dice"
	"umpire/odds"
	"umpire/procedure"
	"umpire/system"
)

// testJudgeTwice holds that a judgement changes nothing: the engagement stays as it was read
// (fresh is the same, never judged), and a second judgement says the same and plays the same.
func testJudgeTwice(t *testing.T, s, fresh *system.Setup) {
	t.Helper()
	first, err := s.Judge()
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(s.Engagement, fresh.Engagement) {
		t.Fatalf("the judgement has changed the engagement:\n%+v\nwas\n%+v", s.Engagement, fresh.Engagement)
	}
	second, err := s.Judge()
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		what string
		a, b any
	}{
		{"refusal", first.Refusal, second.Refusal}, {"reasons", first.Reasons, second.Reasons}, {"numbers", first.Numbers, second.Numbers},
	} {
		if !reflect.DeepEqual(x.a, x.b) {
			t.Fatalf("judged again, the %s are\n%+v\nnot\n%+v", x.what, x.b, x.a)
		}
	}
	if first.Program == nil {
		return
	}
	for seed := range uint64(20) {
		if a, b := play(t, first.Program, seed), play(t, second.Program, seed); !reflect.DeepEqual(a, b) {
			t.Fatalf("judged again, the play of seed %d is\n%+v\nnot\n%+v", seed, b, a)
		}
	}
}

// testOddsTwice holds that two judgements of a setup have the same odds.
func testOddsTwice(t *testing.T, s *system.Setup, first *odds.Result) {
	t.Helper()
	second, err := judge(t, s).Odds(context.Background(), nil, odds.Options{Exact: true})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(first.Rows, second.Rows) {
		t.Errorf("judged again, the odds are\n%v\nnot\n%v", second.Rows, first.Rows)
	}
}

func play(t *testing.T, p system.Program, seed uint64) *procedure.Record {
	t.Helper()
	var rec procedure.Record
	if err := p.Play(procedure.Random{Dice: dice.NewRandom(seed)}, &rec); err != nil {
		t.Fatal(err)
	}
	return &rec
}
