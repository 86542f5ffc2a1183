package hexmodern

import (
	"context"
	"testing"

	"umpire/dice"
	"umpire/odds"
	"umpire/procedure"
	"umpire/system"
)

// measured judges an engagement and measures its exact odds and one play.
func measured(b *testing.B, e system.Engagement) {
	j, err := e.Judge(nil)
	if err != nil {
		b.Fatal(err)
	}
	if j.Refusal != nil {
		b.Fatal(j.Refusal.Reasons)
	}
	b.Run("odds", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := j.Program.Odds(context.Background(), nil, odds.Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("play", func(b *testing.B) {
		b.ReportAllocs()
		final := j.Program.Final()
		d := procedure.Driver(procedure.Random{Dice: dice.NewRandom(1)})
		for b.Loop() {
			if _, err := final(d); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkAssault is three units on three, of all sorts, in a town, with HQs on both sides.
func BenchmarkAssault(b *testing.B) {
	measured(b, &Assault{
		Attackers:   []Attacker{{Unit: "N-INF"}, {Unit: "N-M1"}, {Unit: "N-M2"}},
		Defenders:   []Fighter{{Unit: "S-INF"}, {Unit: "S-T72"}, {Unit: "S-BMP2", States: []string{"disrupted"}}},
		Hex:         Hex{Terrain: "town"},
		AttackersHQ: &HQ{ID: "N-HQ"},
		DefendersHQ: &HQ{ID: "S-HQ62"},
	})
}

// BenchmarkAssaultPosition is three infantry units on three vehicles in a town with a position,
// with HQs on both sides: the most dice.
func BenchmarkAssaultPosition(b *testing.B) {
	measured(b, &Assault{
		Attackers:   []Attacker{{Unit: "N-INF"}, {Unit: "N-INF"}, {Unit: "N-INF"}},
		Defenders:   []Fighter{{Unit: "S-T72"}, {Unit: "S-T72"}, {Unit: "S-BMP2"}},
		Hex:         Hex{Terrain: "town", Position: true},
		AttackersHQ: &HQ{ID: "N-HQ"},
		DefendersHQ: &HQ{ID: "S-HQ62"},
	})
}

// BenchmarkOverrun is two platoons through two hexes of infantry.
func BenchmarkOverrun(b *testing.B) {
	measured(b, &Overrun{
		Attackers: []Charger{{Unit: "N-M1"}, {Unit: "N-M1"}},
		Overruns: []Through{
			{Infantry: []Fighter{{Unit: "S-INF"}, {Unit: "S-MOR"}}},
			{Infantry: []Fighter{{Unit: "S-INF"}, {Unit: "S-INF"}}, InfantryHQ: &HQ{ID: "S-HQ62"}},
		},
	})
}

// BenchmarkFire is two platoons of missile carriers at a tank in a prepared town.
func BenchmarkFire(b *testing.B) {
	measured(b, &Fire{
		Firers: []Firer{{Unit: "N-M901", Distance: 12, Sees: true}, {Unit: "N-M901", Distance: 13, Sees: true}},
		Target: Target{Unit: "S-T72", Hex: Hex{Terrain: "town", Position: true}, HQ: &HQ{ID: "S-HQ62"}},
	})
}
