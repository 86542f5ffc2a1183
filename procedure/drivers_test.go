package procedure_test

import (
	"errors"
	"testing"

	"umpire/dice"
	"umpire/procedure"
)

// volley is a small state: hits of a throw, and whether its owner took them.
type volley struct {
	Hits  int8
	Taken bool
}

func proc(target int) *procedure.Procedure[volley] {
	return &procedure.Procedure[volley]{
		Key: "volley",
		Steps: []procedure.Step[volley]{
			{
				Key:  "hit",
				Roll: func(*volley) dice.Roll { return dice.Count(3, target) },
				Then: func(s *volley, o dice.Outcome, _ *procedure.Log) { s.Hits = int8(o.Successes()) },
			},
			{
				Key: "take", If: func(s *volley) bool { return s.Hits > 0 },
				Choose: func(*volley) procedure.Choice {
					return procedure.Choice{Key: "take", Side: "defender", Options: []string{"no", "yes"}}
				},
				Then: func(s *volley, o dice.Outcome, _ *procedure.Log) { s.Taken = o.Value == 1 },
			},
		},
		Measures: []procedure.Measure[volley]{{Key: "hits", Of: func(s *volley) int { return int(s.Hits) }}},
	}
}

// TestDiceFaults expects each fault of given dice, with its step.
func TestDiceFaults(t *testing.T) {
	for want, faces := range map[procedure.Fault][]int16{
		procedure.Missing: {4, 4}, procedure.LeftOver: {1, 1, 1, 6}, procedure.BadFace: {4, 7, 1},
	} {
		d := &procedure.Recorded{Faces: faces}
		_, err := procedure.NewPlayer(proc(4)).Play(d, nil)
		if err == nil {
			err = d.Finish()
		}
		var de *procedure.DiceError
		if !errors.As(err, &de) || de.Fault != want || de.Step != "hit" {
			t.Errorf("%v: %v", faces, err)
		}
	}
}

// TestAsked leads a player to the end: prompts, a count in place of faces, one answer taken back.
func TestAsked(t *testing.T) {
	p := procedure.NewPlayer(proc(4))
	two := 2
	answers := []procedure.Answer{{Count: &two}}
	_, err := p.Play(&procedure.Asked{Answers: answers}, nil)
	var prompt *procedure.Prompt
	if !errors.As(err, &prompt) || prompt.Pick == nil {
		t.Fatalf("want the decision, got %v", err)
	}
	if _, err = p.Play(&procedure.Asked{}, nil); !errors.As(err, &prompt) || prompt.Ask == nil || prompt.Ask.Dice != 3 {
		t.Fatalf("want three dice, got %v", err)
	}
	s, err := p.Play(&procedure.Asked{Answers: append(answers, procedure.Answer{Choice: "yes"})}, nil)
	if err != nil || *s != (volley{2, true}) {
		t.Fatalf("%+v, %v", *s, err)
	}
}

// TestImpossibleCounts refuses numbers of successes that the roll cannot give.
func TestImpossibleCounts(t *testing.T) {
	for _, x := range []struct{ target, count int }{{7, 2}, {1, 0}, {4, 4}, {4, -1}} {
		_, err := procedure.NewPlayer(proc(x.target)).Play(&procedure.Asked{Answers: []procedure.Answer{{Count: &x.count}}}, nil)
		var de *procedure.DiceError
		if !errors.As(err, &de) || de.Fault != procedure.BadCount {
			t.Errorf("%d successes on %d+: %v", x.count, x.target, err)
		}
	}
}
