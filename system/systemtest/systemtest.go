// Package systemtest is the battery of tests that every rule system passes with one line.
package systemtest

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"umpire/casebook"
	"umpire/dice"
	"umpire/internal/datafile"
	"umpire/odds"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// Run tests a system against the casebooks in a folder beside it: every case passes; every rule
// that needs no map is cited by a passing case; a judgement leaves its engagement as it was read, so
// that judging again says the same; engagements changed at random are refused or can be played; for
// the sample of every kind play is replay, odds agree with many plays and sum to one; and odds equal
// the enumeration of all dice wherever that is small, at least once for every kind that throws dice.
// open names the rules that no case covers yet; a rule that stands there and is covered is an error,
// so that the list can only shrink.
func Run(t *testing.T, sys *system.System, dir string, open ...rulebook.ID) {
	books := readBooks(t, sys, dir)
	cited := map[rulebook.ID]bool{}
	t.Run("cases", func(t *testing.T) {
		for _, b := range books {
			for i := range b.Cases {
				testCase(t, &b.Cases[i], cited)
			}
		}
	})
	t.Run("coverage", func(t *testing.T) { testCoverage(t, sys, cited, open) })
	t.Run("judged-twice", func(t *testing.T) {
		fresh := readBooks(t, sys, dir)
		for i, b := range books {
			for k := range b.Cases {
				t.Run(b.Cases[k].Name, func(t *testing.T) { testJudgeTwice(t, b.Cases[k].Setup, fresh[i].Cases[k].Setup) })
			}
		}
	})
	t.Run("mutants", func(t *testing.T) {
		testMutants(t, sys, books, func() []*casebook.Book { return readBooks(t, sys, dir) })
	})
	enumerated := map[string]bool{}
	t.Run("brute-force", func(t *testing.T) {
		for _, b := range books {
			for i := range b.Cases {
				c := &b.Cases[i]
				t.Run(c.Name, func(t *testing.T) { testEnumeration(t, c.Setup, enumerated) })
			}
		}
	})
	for i := range sys.Kinds {
		k := &sys.Kinds[i]
		t.Run("sample/"+k.ID, func(t *testing.T) {
			s := Sample(t, sys, k)
			testJudgeTwice(t, s, Sample(t, sys, k))
			testSample(t, s)
			testEnumeration(t, s, enumerated)
			if !enumerated[k.ID] && throwsDice(t, s) {
				t.Errorf("no case of kind %q is small enough to enumerate all its dice", k.ID)
			}
		})
	}
}

// Sample reads the sample engagement of a kind.
func Sample(t testing.TB, sys *system.System, k *system.Kind) *system.Setup {
	t.Helper()
	doc, err := datafile.Parse("sample of "+k.ID, []byte("kind: "+k.ID+"\n"+k.Sample))
	if err != nil {
		t.Fatal(err)
	}
	s, err := system.Read(doc, []*system.System{sys}, sys)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// judge returns the program of a setup, nil when it is refused.
func judge(t *testing.T, s *system.Setup) system.Program {
	t.Helper()
	j, err := s.Judge()
	if err != nil {
		t.Fatal(err)
	}
	if (j.Program == nil) != (j.Refusal != nil) {
		t.Fatal("a judgement holds a program exactly when it is not refused")
	}
	return j.Program
}

func testCase(t *testing.T, c *casebook.Case, cited map[rulebook.ID]bool) {
	t.Run(c.Name, func(t *testing.T) {
		r, err := c.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range r.Failures {
			t.Error(f)
		}
		if r.Passed() {
			for _, id := range r.Rules {
				cited[id] = true
			}
		}
		for _, id := range r.Rules {
			if c.Setup.System.Book.Rule(id) == nil {
				t.Errorf("cites %s, which is not in the rulebook", id)
			}
		}
	})
}

func testCoverage(t *testing.T, sys *system.System, cited map[rulebook.ID]bool, open []rulebook.ID) {
	for _, r := range sys.Book.Rules() {
		switch {
		case slices.Contains(open, r.ID):
			if cited[r.ID] {
				t.Errorf("%s is covered; take it off the list of open rules", r.ID)
			}
		case r.Needs == "" && !cited[r.ID]:
			t.Errorf("no passing case cites %s (%s)", r.ID, r.Title.EN)
		case r.Needs != "" && cited[r.ID]:
			t.Errorf("%s is marked as needing a map, but a case cites it", r.ID)
		}
	}
}

func throwsDice(t *testing.T, s *system.Setup) bool {
	var rec procedure.Record
	p := judge(t, s)
	if p == nil {
		return false
	}
	if err := p.Play(procedure.Random{Dice: dice.NewRandom(1)}, &rec); err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(rec.Entries, func(e procedure.Entry) bool { return e.Roll != nil })
}

// plays is the number of random plays that odds are held against.
const plays = 100_000

func testSample(t *testing.T, s *system.Setup) {
	p := judge(t, s)
	if p == nil {
		t.Fatal("the sample is refused")
	}
	res, err := p.Odds(context.Background(), nil, odds.Options{Exact: true})
	if err != nil {
		t.Fatal(err)
	}
	total := 0.0
	for _, r := range res.Rows {
		total += r.P
	}
	if total < 1-1e-12 || total > 1+1e-12 {
		t.Errorf("odds sum to %v", total)
	}
	all := res.Chance(func([]int) bool { return true })
	if all.Exact.RatString() != "1" {
		t.Errorf("fractions sum to %s", all.Exact.RatString())
	}
	for i, m := range res.Measures {
		for _, b := range res.Bars(i) {
			f, _ := b.Exactly.Exact.Float64()
			if d := f - b.Exactly.P; d > 1e-12 || d < -1e-12 {
				t.Errorf("%s = %d: float %v, fraction %v", m.Key, b.Value, b.Exactly.P, f)
			}
		}
	}
	testOddsTwice(t, s, res)
	sameAsWhole(t, p)
	testReplay(t, p)
	testPlays(t, p, res)
}

// sameAsWhole holds that the scopes of blocks change no odds: that their steps look at nothing
// else of the state.
func sameAsWhole(t *testing.T, p system.Program) {
	t.Helper()
	var rows [2][]odds.Row
	for i, whole := range []bool{false, true} {
		res, err := p.Odds(context.Background(), nil, odds.Options{Exact: true, Whole: whole})
		if err != nil {
			t.Fatal(err)
		}
		rows[i] = res.Rows
	}
	if !slices.EqualFunc(rows[0], rows[1], func(a, b odds.Row) bool {
		return slices.Equal(a.Values, b.Values) && a.Exact.Cmp(b.Exact) == 0
	}) {
		t.Errorf("scopes give %d rows, whole states %d, and other chances", len(rows[0]), len(rows[1]))
	}
}

// testReplay replays recorded random plays and expects the same story.
func testReplay(t *testing.T, p system.Program) {
	rnd := dice.NewRandom(0)
	for seed := range uint64(50) {
		rnd.Seed(seed)
		var rec, again procedure.Record
		if err := p.Play(procedure.Random{Dice: rnd}, &rec); err != nil {
			t.Fatal(err)
		}
		d := &procedure.Recorded{Faces: rec.Faces()}
		if err := p.Play(d, &again); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if err := d.Finish(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if !slices.Equal(rec.Result, again.Result) {
			t.Fatalf("seed %d: play gives %v, replay %v", seed, rec.Result, again.Result)
		}
	}
}

// testPlays holds the marginals of many random plays against the odds. The bound is six standard
// deviations, so that a right evaluator practically never fails and the fixed seeds never flicker.
func testPlays(t *testing.T, p system.Program, res *odds.Result) {
	counts := make([]map[int]int, len(res.Measures))
	for i := range counts {
		counts[i] = map[int]int{}
	}
	rnd := dice.NewRandom(7)
	final := p.Final()
	for range plays {
		values, err := final(procedure.Random{Dice: rnd})
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range values {
			counts[i][v]++
		}
	}
	for i, m := range res.Measures {
		seen := 0
		for _, b := range res.Bars(i) {
			n := counts[i][b.Value]
			seen += n
			want := b.Exactly.P * plays
			d := float64(n) - want
			if d*d > 36*want*(1-b.Exactly.P)+9 {
				t.Errorf("%s = %d: %d of %d plays, odds want %.1f", m.Key, b.Value, n, plays, want)
			}
		}
		if seen != plays {
			t.Errorf("%s: %d plays ended with a value to which the odds give no chance", m.Key, plays-seen)
		}
	}
}

func readBooks(t *testing.T, sys *system.System, dir string) []*casebook.Book {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no casebooks in %s (%v)", dir, err)
	}
	var books []*casebook.Book
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		b, err := casebook.Read(f, text, []*system.System{sys})
		if err != nil {
			t.Error(err)
		}
		if b != nil {
			books = append(books, b)
		}
	}
	return books
}
