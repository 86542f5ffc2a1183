// Package examples_test runs every example as a reader would.
package examples_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"umpire/dice"
	"umpire/odds"
	"umpire/procedure"
	"umpire/system"
	"umpire/systems"
)

func TestExamples(t *testing.T) {
	files, err := filepath.Glob("*.yaml")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d examples: %v", len(files), err)
	}
	more, err := filepath.Glob("*.json")
	if err != nil || len(more) == 0 {
		t.Fatalf("no example in JSON: %v", err)
	}
	files = append(files, more...)
	for _, f := range files {
		t.Run(f, func(t *testing.T) {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			s, err := system.ReadFile(f, text, systems.All())
			if err != nil {
				t.Fatal(err)
			}
			j, err := s.Judge()
			if err != nil || j.Refusal != nil {
				t.Fatal("not judged", err)
			}
			for seed := range uint64(20) {
				if err := j.Program.Play(procedure.Random{Dice: dice.NewRandom(seed)}, new(procedure.Record)); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := j.Program.Odds(context.Background(), nil, odds.Options{}); err != nil {
				t.Fatal(err)
			}
		})
	}
}
