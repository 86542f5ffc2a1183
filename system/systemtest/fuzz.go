package systemtest

import (
	"errors"
	"testing"

	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/system"
)

// Fuzz is the fuzz target of a system's engagements, beginning with the samples of its kinds:
// whatever a file holds is refused with explain.Problems or judged, and what is judged can be played.
func Fuzz(f *testing.F, sys *system.System) {
	for i := range sys.Kinds {
		k := &sys.Kinds[i]
		f.Add("system: " + sys.ID + "\nkind: " + k.ID + "\n" + k.Sample)
	}
	all := []*system.System{sys}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := system.ReadFile("fuzz.yaml", []byte(text), all)
		if err != nil {
			wantProblems(t, err)
			return
		}
		j, err := s.Judge()
		switch {
		case err != nil:
			wantProblems(t, err)
		case j.Refusal != nil:
			if len(j.Refusal.Reasons) == 0 {
				t.Error("a refusal without reasons")
			}
		default:
			if err := j.Program.Play(procedure.Random{Dice: dice.NewRandom(1)}, new(procedure.Record)); err != nil {
				t.Error(err)
			}
		}
	})
}

func wantProblems(t *testing.T, err error) {
	t.Helper()
	var ps explain.Problems
	if !errors.As(err, &ps) || len(ps) == 0 {
		t.Errorf("not problems: %v", err)
	}
}
