package examples_test

import (
	"context"
	"fmt"

	"umpire/odds"
	"umpire/procedure"
	"umpire/system"
	"umpire/systems"
)

// The library judges an engagement, evaluates it exactly, and plays it with given dice.
func Example() {
	file := []byte(`
system: squad-ww2
kind: fire
shooters: [{weapon: rifle, count: 2, range_cm: 40}]
target: {type: infantry, men: 3, cover: 6}
`)
	setup, err := system.ReadFile("volley.yaml", file, systems.All())
	if err != nil {
		fmt.Println(err)
		return
	}
	judged, err := setup.Judge()
	if err != nil {
		fmt.Println(err)
		return
	}
	if judged.Refusal != nil {
		fmt.Println("may not fire:", judged.Refusal.Reasons[0].Rule)
		return
	}
	for _, n := range judged.Numbers {
		if n.Key == "to-hit" {
			fmt.Printf("to hit %d+, says %s\n", n.Value, n.Reasons[0].Rule)
		}
	}

	result, err := judged.Program.Odds(context.Background(), nil, odds.Options{Exact: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	at := result.Index("casualties")
	for _, bar := range result.Bars(at) {
		fmt.Printf("%d down: %s\n", bar.Value, bar.Exactly.Exact)
	}

	rec := new(procedure.Record)
	given := &procedure.Recorded{Faces: []int16{5, 4, 6, 2}}
	if err := judged.Program.Play(given, rec); err != nil {
		fmt.Println(err)
		return
	}
	if err := given.Finish(); err != nil { // no die may be left over
		fmt.Println(err)
		return
	}
	for _, f := range rec.Result[:1] {
		fmt.Printf("%s: %d\n", f.Measure, f.Value)
	}
	// Output:
	// to hit 4+, says SQ-HIT-01
	// 0 down: 49/144
	// 1 down: 35/72
	// 2 down: 25/144
	// casualties: 1
}
