package squadww2

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"umpire/dice"
	"umpire/explain"
	"umpire/odds"
	"umpire/procedure"
	"umpire/system"
	"umpire/table"
)

var eleven = [][]float64{{0, 0}, {4, 0}, {8, 0}, {12, 0}, {16, 0}, {20, 0}, {2, 4}, {6, 4}, {10, 4}, {14, 4}, {18, 4}}

// mortars are heavy mortars at the eleven men of W5, each with its mark.
func mortars(marks ...int) *Barrage {
	men := len(eleven)
	b := &Barrage{Target: &Target{Type: "infantry", Men: &men}, Fighters: []Fighters{{FromID: 1, Class: 1, At: eleven}}}
	for _, m := range marks {
		b.Weapons = append(b.Weapons, Piece{Weapon: "mortar_120", Observed: true, InArc: true, Mark: &m})
	}
	return b
}

// BenchmarkBarrage is the distribution of two and of three heavy mortars at eleven men.
func BenchmarkBarrage(b *testing.B) {
	for n, name := range map[int]string{2: "two", 3: "three"} {
		j, err := mortars([]int{4, 8, 2}[:n]...).Judge(nil)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := j.Program.Odds(context.Background(), nil, odds.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkMortar is one heavy mortar at eleven men with the pin test.
func BenchmarkMortar(b *testing.B) {
	e := mortars(4)
	b.Run("judge", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := e.Judge(nil); err != nil {
				b.Fatal(err)
			}
		}
	})
	benchOddsAndPlay(b, e)
}

// TestFallIsForgotten holds the rule of the state: when the last template is done, nothing of
// its resolution is left, so that equal situations are equal states.
func TestFallIsForgotten(t *testing.T) {
	g, ps := settleGround(mortars(4).Target, nil, nil, mortars(4).Fighters, options{})
	if ps != nil {
		t.Fatal(ps)
	}
	b := mortars(4, 8)
	var shells []*shell
	for i := range b.Weapons {
		p := &b.Weapons[i]
		if ps := p.settle("weapons", g); ps != nil {
			t.Fatal(ps)
		}
		shells = append(shells, g.shell(p.weapon, p.scatter(g), p.aim(0)))
	}
	g.prepare(shells)
	proc := procedure.Procedure[State]{Key: "barrage", Steps: slices.Concat(g.resolveSteps(shells[0]), g.resolveSteps(shells[1]))}
	d, err := odds.Evaluate(context.Background(), &proc, odds.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.States) != len(eleven)+1 {
		t.Errorf("%d final states for 0 to %d losses", len(d.States), len(eleven))
	}
	for _, s := range d.States {
		if s.Fall != (Fall{}) {
			t.Fatalf("left over: %+v", s.Fall)
		}
	}
}

// TestManyTemplates holds that the dice of a scatter are followed once for all states: the
// outcomes of two mortars are about as many as the pairs of who has fallen and where the second
// template lies.
func TestManyTemplates(t *testing.T) {
	for n, most := range map[int]int{1: 5_000, 2: 150_000, 3: 1_000_000} {
		j, err := mortars([]int{4, 8, 2}[:n]...).Judge(nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := j.Program.Odds(context.Background(), nil, odds.Options{Exact: true})
		if err != nil {
			t.Fatal(err)
		}
		if res.Stats.Paths > most {
			t.Errorf("%d mortars: %+v, at most %d outcomes expected", n, res.Stats, most)
		}
		if n > 2 {
			continue
		}
		whole, err := j.Program.Odds(context.Background(), nil, odds.Options{Exact: true, Whole: true})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.EqualFunc(res.Rows, whole.Rows, func(a, b odds.Row) bool {
			return slices.Equal(a.Values, b.Values) && a.Exact.Cmp(b.Exact) == 0
		}) {
			t.Errorf("%d mortars: other odds when whole states are followed", n)
		}
	}
}

// meanLosses is the expected number of casualties of a barrage.
func meanLosses(t *rapid.T, b *Barrage) float64 {
	j, err := b.Judge(nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := j.Program.Odds(context.Background(), nil, odds.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return res.Mean(res.Index("casualties")).Value
}

// TestScatterMeans holds the whole way from places to odds against a count made apart from it:
// the mean of losses is half the number of landing places that touch a man, man by man.
func TestScatterMeans(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "men")
		b := mortars(1)
		b.Target.Men = &n
		var at [][]float64
		for range n {
			at = append(at, []float64{float64(rapid.IntRange(-1500, 1500).Draw(t, "x")) / 100, float64(rapid.IntRange(-1500, 1500).Draw(t, "y")) / 100})
		}
		b.Fighters[0].At = at
		crew := rapid.IntRange(1, 4).Draw(t, "crew")
		b.Weapons[0].Crew = &crew
		b.Weapons[0].Observed = rapid.Bool().Draw(t, "observed")
		forced := crew <= 2 || !b.Weapons[0].Observed
		k := 2
		if !b.Weapons[0].Observed {
			k = 4
		}
		mark := table.Lay(point(at[0]), radii["large"])
		want := 0.0
		for _, a := range at {
			man := table.Base{Centre: point(a), Radius: footBase}
			moved := 0.0
			for _, br := range dice.Sum(k).Distribution().Branches {
				for deg := range 360 {
					if mark.Shift(table.Angle(deg)*table.Degree, table.Length(br.Outcome.Total())*table.CM).TouchesBase(man) {
						moved += br.P / 360
					}
				}
			}
			still := float64(boolInt(mark.TouchesBase(man)))
			if forced {
				still = moved
			}
			want += (still/3 + moved*2/3) / 2
		}
		if got := meanLosses(t, b); got < want-1e-9 || got > want+1e-9 {
			t.Fatalf("mean losses %v, want %v", got, want)
		}
		if again := meanLosses(t, b); again < want-1e-9 || again > want+1e-9 {
			t.Fatalf("judged again: %v, want %v", again, want)
		}
	})
}

// TestBarrageFaults gives wrong engagements and expects field and key of the fault.
func TestBarrageFaults(t *testing.T) {
	const squad = "target: {type: infantry, men: 3}\n"
	const placed = squad + "fighters: [{at: [[0, 0], [4, 0], [8, 0]]}]\n"
	mortar := func(facts string) string { return "weapons: [{weapon: mortar_82, " + facts + "}]\n" }
	for text, want := range map[string]string{
		squad + "weapons: [{weapon: rifle, mark: 1}]":                   "weapons[0].weapon not-indirect",
		squad + "weapons: [{weapon: catapult, mark: 1}]":                "weapons[0].weapon unknown-weapon",
		squad + "weapons: [{weapon: mortar_82, unit: nobody, mark: 1}]": "weapons[0].unit unknown-unit",
		mortar("mark: 1"):                                                                                      "target field-missing",
		placed + mortar("range_cm: 50"):                                                                        "weapons[0].mark mark-missing",
		placed + mortar("mark: 1, mark_at: [0, 0]"):                                                            "weapons[0].mark_at one-mark-only",
		placed + mortar("mark: 7"):                                                                             "weapons[0].mark unknown-id",
		placed + mortar("mark_at: [5000, 0]"):                                                                  "weapons[0].mark_at off-the-table",
		placed + mortar("mark: 1, templates: 2"):                                                               "weapons[0].templates field-above",
		placed + mortar("mark: 1, crew: 5"):                                                                    "weapons[0].crew field-above",
		placed + mortar("covered: [{men: 1}, {men: 1}]"):                                                       "weapons[0].covered covered-each",
		placed + mortar("covered: [{men: 1}], spots: [{under: {men: 1}}]"):                                     "weapons[0].spots covered-or-spots",
		placed + mortar("covered: [{men: 4}]"):                                                                 "weapons[0].covered[0].men field-above",
		placed + mortar("covered: [{others: [1]}]"):                                                            "weapons[0].covered[0].others[0] no-such-unit",
		placed + mortar("covered: [{ids: [9]}]"):                                                               "weapons[0].covered[0].ids[0] unknown-id",
		placed + mortar("covered: [{ids: [1], men: 1}]"):                                                       "weapons[0].covered[0].ids[0] ids-or-numbers",
		placed + mortar("covered: [{vehicles: [9]}]"):                                                          "weapons[0].covered[0].vehicles[0] unknown-id",
		placed + mortar("covered: [{centre_on: 9}]"):                                                           "weapons[0].covered[0].centre_on unknown-id",
		placed + mortar("spots: [{distance_cm: 5, under: {ids: [9]}}]"):                                        "weapons[0].spots[0].under.ids[0] unknown-id",
		squad + mortar("mark: 1"):                                                                              "fighters place-missing",
		placed + "weapons: [{weapon: mortar_82, mark: 1}, {weapon: mortar_82, covered: [{men: 1}]}]":           "weapons[1].covered[0] ids-or-numbers",
		squad + mortar("mark: 1") + "fighters: [{at: [[0, 0], [4, 0]]}]":                                       "fighters fighters-sum",
		squad + mortar("mark: 1") + "fighters: [{at: [[0, 0], [4, 0]]}, {from_id: 2, at: [[8, 0]]}]":           "fighters id-twice",
		squad + mortar("mark: 1") + "fighters: [{of: 1, at: [[0, 0]]}]":                                        "fighters[0].of no-such-unit",
		squad + mortar("mark: 1") + "fighters: [{class: 2, at: [[0, 0]]}]":                                     "fighters[0].class field-above",
		squad + mortar("mark: 1") + "fighters: [{count: 3, at: [[0, 0]]}]":                                     "fighters[0].count at-or-count",
		squad + mortar("mark: 1") + "fighters: [{at: [[0, 0, 0]]}]":                                            "fighters[0].at[0] off-the-table",
		squad + mortar("mark: 1") + "fighters: [{at: [[0, .nan]]}]":                                            "fighters[0].at[0] off-the-table",
		squad + mortar("mark: 1") + "fighters: [{inside: 8}]":                                                  "fighters[0].inside unknown-id",
		placed + mortar("mark: 1") + "vehicles: [{id: 2, unit: su_t34, at: [0, 0]}]":                           "fighters id-twice",
		placed + mortar("mark: 1") + "vehicles: [{id: 8, unit: su_t34}]":                                       "vehicles[0].at place-missing",
		placed + mortar("mark: 1") + "vehicles: [{id: 8, unit: su_rifle}]":                                     "vehicles[0].unit not-a-vehicle",
		placed + mortar("mark: 1") + "vehicles: [{id: 8, unit: su_t34, at: [0, 0], hull_cm: [0, 5]}]":          "vehicles[0].hull_cm[0] not-a-size",
		placed + mortar("mark: 1") + "vehicles: [{id: 8, unit: su_t34}, {id: 8, unit: su_t34}]":                "vehicles[1].id id-twice",
		squad + mortar("mark: 1") + "vehicles: [{id: 8, unit: su_t34}]\nfighters: [{inside: 8}]":               "fighters[0].inside not-open",
		"target: {unit: su_t34}\n" + mortar("mark: 1"):                                                         "target.type listed-as-vehicle",
		"target: {unit: de_mg42}\n" + mortar("mark: 1") + "fighters: [{at: [[0, 0], [1, 1]]}]":                 "fighters[0].at one-base",
		"target: {type: passengers, men: 3}\n" + mortar("covered: [{vehicles: [8]}]") + truck(4):               "vehicles[0].vehicle.passengers inside-sum",
		"target: {type: infantry, men: 4, models: [{count: 2}, {count: 2}]}\n" + mortar("covered: [{men: 2}]"): "weapons[0].covered[0].men ids-needed",
	} {
		s, err := system.ReadFile("barrage.yaml", []byte("system: squad-ww2\nkind: barrage\n"+text), []*system.System{System()})
		if err == nil {
			_, err = s.Judge()
		}
		var ps explain.Problems
		if !errors.As(err, &ps) {
			t.Errorf("%s\nwant %s, got %v", text, want, err)
			continue
		}
		if !slices.ContainsFunc(ps, func(p *explain.Problem) bool { return p.Field+" "+p.Key == want }) {
			t.Errorf("%s\nwant %s, got %v", text, want, ps)
		}
	}
}

func truck(passengers int) string {
	return fmt.Sprintf("vehicles: [{id: 8, unit: su_truck, vehicle: {passengers: %d}}]\nfighters: [{from_id: 11, inside: 8}]\n", passengers)
}
