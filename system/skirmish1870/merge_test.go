package skirmish1870

import (
	"context"
	"fmt"
	"math"
	"testing"

	"umpire/odds"
	"umpire/procedure"
)

// TestMergingChangesNothing holds the odds of hits on models that are alike against those of the
// same models kept apart.
func TestMergingChangesNothing(t *testing.T) {
	hedge := []Piece{{Kind: "hedge", Level: 1, Place: "between"}}
	figure := func(name, unit string, near ...string) Figure {
		f := Figure{Name: name, Unit: unit, Count: 1, Where: "open"}
		for _, n := range near {
			f.Near = append(f.Near, Near{Model: n, DistanceCM: 4})
		}
		return f
	}
	covered := figure("f", "F-LIN")
	covered.Cover = hedge
	row := func(f Figure, n int) Figure {
		f.Count = n
		return f
	}
	targets := []Target{
		{Models: []Figure{row(figure("a", "F-LIN"), 2), figure("s", "F-SGT", "a", "b"), row(figure("b", "F-LIN"), 2)}},
		{Models: []Figure{figure("s", "F-SGT", "u"), row(figure("u", "P-UHL"), 3)}},
		{Models: []Figure{figure("a", "F-LIN"), figure("s", "F-SGT", "a", "b", "c"), figure("b", "F-LIN"), figure("c", "F-ZOU"), figure("d", "F-LIN"), covered}},
		{Models: []Figure{figure("s", "F-SGT", "a", "b"), figure("a", "F-LIN"), figure("o", "F-OFF", "b", "c", "s"), figure("b", "F-LIN")}, Others: []Figure{figure("c", "F-LIN")}},
		{Models: []Figure{figure("u", "P-UHL"), figure("s", "P-OFF", "u", "v"), figure("v", "P-UHL"), figure("w", "P-UHL")}},
	}
	for _, chosen := range []map[string]string{nil, {"save-cover": "first-target", "horse-later-hits": "next-volley"}} {
		for i, target := range targets {
			for hits := 1; hits <= 13; hits++ {
				merged, states := distribution(t, target, hits, options{chosen}, false)
				apart, more := distribution(t, expand(target), hits, options{chosen}, true)
				if states > more {
					t.Errorf("target %d, %d hits: %d states merged, %d apart", i, hits, states, more)
				}
				if len(merged) != len(apart) {
					t.Fatalf("target %d, %d hits: %d rows merged, %d apart", i, hits, len(merged), len(apart))
				}
				for k, row := range apart {
					if d := math.Abs(row.P - merged[k].P); d > 1e-12 {
						t.Errorf("target %d, %d hits, %v: %v apart, %v merged", i, hits, row.Values, row.P, merged[k].P)
					}
				}
			}
		}
	}
}

// expand puts every model on a line of its own.
func expand(t Target) Target {
	rows := map[string][]string{}
	lines := func(fs []Figure) []Figure {
		var out []Figure
		for _, f := range fs {
			for n := range f.Count {
				x := f
				x.Name, x.Count = fmt.Sprint(f.Name, n), 1
				rows[f.Name] = append(rows[f.Name], x.Name)
				out = append(out, x)
			}
		}
		return out
	}
	t.Models, t.Others = lines(t.Models), lines(t.Others)
	near := func(fs []Figure) {
		for i := range fs {
			var all []Near
			for _, n := range fs[i].Near {
				for _, name := range rows[n.Model] {
					all = append(all, Near{name, n.DistanceCM})
				}
			}
			fs[i].Near = all
		}
	}
	near(t.Models)
	near(t.Others)
	return t
}

func distribution(t *testing.T, target Target, hits int, o options, apart bool) ([]odds.Row, int) {
	t.Helper()
	k, ps := newCast(&target, o)
	if ps != nil {
		t.Fatal(ps)
	}
	for _, l := range k.lines {
		l.duel = apart
	}
	if ps := k.finish(false); ps != nil {
		t.Fatal(ps)
	}
	order, _, _ := k.inView(nil, nil)
	r := newResolver(k, order, []run{{}})
	start := k.start()
	start.On, start.Under, start.Hits[0] = true, r.under(&start, false), int16(hits)
	p := procedure.Procedure[Fight]{Key: "hits", Start: start, Steps: append(r.steps(), r.over(nil)), Measures: k.measures()}
	res, err := odds.Measure(context.Background(), &p, nil, odds.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return res.Rows, res.Stats.States
}
