package hexmodern

import (
	"context"
	"testing"

	"umpire/dice"
	"umpire/odds"
	"umpire/procedure"
)

// threeAgainstThree is an assault of three units on three in a town, with HQs on both sides.
func threeAgainstThree() *Assault {
	return &Assault{
		Attackers:   []Attacker{{Unit: "N-INF"}, {Unit: "N-M1"}, {Unit: "N-M2"}},
		Defenders:   []Fighter{{Unit: "S-INF"}, {Unit: "S-T72"}, {Unit: "S-BMP2", States: []string{"disrupted"}}},
		Hex:         Hex{Terrain: "town"},
		AttackersHQ: &HQ{ID: "N-HQ"},
		DefendersHQ: &HQ{ID: "S-HQ62"},
	}
}

// BenchmarkAssault is the distribution, and one play, of three against three with HQs on both sides.
func BenchmarkAssault(b *testing.B) {
	j, err := threeAgainstThree().Judge(nil)
	if err != nil {
		b.Fatal(err)
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
