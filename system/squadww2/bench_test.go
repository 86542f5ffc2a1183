package squadww2

import (
	"context"
	"testing"

	"umpire/dice"
	"umpire/odds"
	"umpire/procedure"
	"umpire/system"
)

// benchOddsAndPlay times the exact odds of an engagement, and one play.
func benchOddsAndPlay(b *testing.B, e system.Engagement) {
	j, err := e.Judge(nil)
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

func fullVolley() *Fire {
	men, r := 12, 25.0
	return &Fire{
		Shooters: []Group{
			{Weapon: "rifle", Count: 12, RangeCM: &r, Sees: true, InArc: true, Burst: "full", From: "foot", Facing: "front"},
			{Weapon: "smg", Count: 6, RangeCM: &r, Sees: true, InArc: true, Burst: "full", From: "foot", Facing: "front"},
		},
		Target: Target{Type: "infantry", Men: &men, Cover: "6"},
	}
}

// BenchmarkFullVolley is the distribution, and one play, of 12 rifles and 12 SMG dice at 12 men
// in cover, with saves and the pin test.
func BenchmarkFullVolley(b *testing.B) { benchOddsAndPlay(b, fullVolley()) }
