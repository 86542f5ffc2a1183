package lang_test

import (
	"os"
	"path/filepath"
	"testing"

	"umpire/casebook"
	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/systems"
)

// TestEveryKeyHasWords judges and plays every case of every casebook and looks for words for
// each key that comes out.
func TestEveryKeyHasWords(t *testing.T) {
	c := catalogue(t)
	missing := map[string]bool{}
	need := func(key string) {
		if !c.Has(key) {
			missing[key] = true
		}
	}
	facts := func(fs []explain.Fact) {
		for _, f := range fs {
			if w, ok := f.Value.(explain.Word); ok && !c.Has(string(w)) {
				need("word." + string(w))
			}
		}
	}
	reasons := func(rs []explain.Reason) {
		for _, r := range rs {
			need("reason." + r.Key)
			facts(r.Facts)
		}
	}
	numbers := func(ns []explain.Number) {
		for _, n := range ns {
			need("number." + n.Key)
			if w, ok := n.Of.(explain.Word); ok {
				need("word." + string(w))
			}
			reasons(n.Reasons)
		}
	}
	files, err := filepath.Glob("../../system/*/cases/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no casebooks", err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		book, err := casebook.Read(f, text, systems.All())
		if err != nil {
			t.Fatal(err)
		}
		for i := range book.Cases {
			j, err := book.Cases[i].Setup.Judge()
			if err != nil {
				t.Fatal(err)
			}
			reasons(j.Reasons)
			numbers(j.Numbers)
			if j.Refusal != nil {
				reasons(j.Refusal.Reasons)
				continue
			}
			for seed := range uint64(12) {
				var rec procedure.Record
				if err := j.Program.Play(procedure.Random{Dice: dice.NewRandom(seed)}, &rec); err != nil {
					t.Fatal(err)
				}
				for _, e := range rec.Entries {
					need("step." + e.Step)
					numbers(e.Why)
					reasons(e.Notes)
					for _, m := range e.Effects {
						need("measure." + m.Measure)
					}
					if e.Chose != nil {
						need("decision." + e.Chose.Key)
						for _, o := range e.Chose.Options {
							need("answer." + o)
						}
					}
				}
				for _, m := range rec.Result {
					need("measure." + m.Measure)
				}
			}
		}
	}
	for key := range missing {
		t.Error(key)
	}
}
