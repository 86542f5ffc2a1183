package lang_test

import (
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"umpire/casebook"
	"umpire/dice"
	"umpire/explain"
	"umpire/internal/lang"
	"umpire/internal/schema"
	"umpire/procedure"
	"umpire/system"
	"umpire/systems"
)

// TestEveryKeyHasWords judges and plays every case of every casebook and looks for words for
// each key that comes out, in the system that it came out of.
func TestEveryKeyHasWords(t *testing.T) {
	c := catalogue(t)
	w := c.In(lang.EN)
	of := ""
	missing := map[string]bool{}
	need := func(key string) {
		if !w.Has(key) {
			missing[of+": "+key] = true
		}
	}
	word := func(v any) {
		if x, ok := v.(explain.Word); ok && !w.Has(string(x)) {
			need("word." + string(x))
		}
	}
	facts := func(fs []explain.Fact) {
		for _, f := range fs {
			word(f.Value)
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
			word(n.Of)
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
			of = book.Cases[i].Setup.System.ID
			w = w.Of(of)
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
							answer, _, _ := strings.Cut(o, ":")
							need("answer." + answer)
						}
					}
				}
				for _, m := range rec.Result {
					need("measure." + m.Measure)
				}
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(missing)) {
		t.Error(key)
	}
}

// TestEverySampleHasWords looks for the words of each kind: its fields, and the steps of its diagram.
func TestEverySampleHasWords(t *testing.T) {
	c := catalogue(t)
	for _, sys := range systems.All() {
		w := c.In(lang.EN).Of(sys.ID)
		for _, k := range sys.Kinds {
			need := func(key string) {
				if !w.Has(key) {
					t.Errorf("%s %s: %s has no words", sys.ID, k.ID, key)
				}
			}
			schema.JSON(reflect.TypeOf(k.New()), func(name string) string {
				need("field." + name)
				return ""
			})
			s, err := system.ReadFile(k.ID, []byte("system: "+sys.ID+"\nkind: "+k.ID+"\n"+k.Sample), systems.All())
			if err != nil {
				t.Fatal(err)
			}
			j, err := s.Judge()
			if err != nil || j.Refusal != nil {
				t.Fatal(sys.ID, k.ID, "the sample is not judged", err)
			}
			var steps func([]procedure.Node)
			steps = func(ns []procedure.Node) {
				for _, n := range ns {
					need("step." + n.Key)
					steps(n.Steps)
				}
			}
			steps(j.Program.Flow())
			for _, m := range j.Program.Measures() {
				need("measure." + m.Key)
			}
		}
	}
}
