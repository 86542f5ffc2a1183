package squadww2

import (
	"context"
	"testing"

	"umpire/odds"
	"umpire/procedure"
)

// tankDuel is two shots at a tank with its last two wounds, ten men near it and five inside.
func tankDuel() *Fire {
	left := 2
	tank := func() Group {
		return Group{Unit: "su_t34", Weapon: "gun_76", Count: 1, Sees: true, InArc: true, Burst: "full", From: "foot", Facing: "rear"}
	}
	return &Fire{
		Shooters: []Group{tank(), tank()},
		Target: Target{Unit: "de_tiger", Cover: "none", Vehicle: &Vehicle{
			WoundsLeft: &left,
			Near: []Near{
				{Count: 5, DistanceCM: 3, Side: "defender", Cover: "6"},
				{Count: 3, DistanceCM: 4, Side: "attacker", Cover: "5"},
				{Count: 2, DistanceCM: 5, Side: "defender", Cover: "none"},
			},
		}},
	}
}

// BenchmarkTankDuel is the distribution of two shots at a tank that may blow up beside ten men,
// or let its crew of five out.
func BenchmarkTankDuel(b *testing.B) {
	j, err := tankDuel().Judge(nil)
	if err != nil {
		b.Fatal(err)
	}
	for name, exact := range map[string]bool{"float": false, "exact": true} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := j.Program.Odds(context.Background(), nil, odds.Options{Exact: exact}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// The AP classes meet at 12.7, 37 and 57 mm (SQ-VEH-06).
func TestAPByCalibre(t *testing.T) {
	for mm, want := range map[float64]AP{7.9: NoAP, 12.7: WeakAP, 25: WeakAP, 36.9: WeakAP, 37: LightAP, 50: LightAP, 57: FullAP, 88: FullAP} {
		if got := apByCalibre(mm); got != want {
			t.Errorf("%v mm is %s, not %s", mm, got, want)
		}
	}
}

// Final states carry nothing that is only needed on the way, so that equal situations are equal.
func TestVehicleScratch(t *testing.T) {
	wounds, crew := 2, 3
	v := Vehicle{Wounds: &wounds, Crew: &crew, Save: "6", Near: []Near{{Count: 2, DistanceCM: 1, Side: "defender", Cover: "6"}}}
	if ps := v.settle("vehicle", nil, false); ps != nil {
		t.Fatal(ps)
	}
	for _, bailout := range []string{"per-member-after-detonation", "single-die-before-detonation"} {
		a := v.armour(1, "none", false, options{map[string]string{"bailout": bailout}})
		a.withNear(v.Near)
		p := &procedure.Procedure[State]{Key: "test", Steps: append(a.damageSteps(), a.destructionSteps()...)}
		p.Start.Shot.Hits = 4
		d, err := odds.Evaluate(context.Background(), p, odds.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range d.States {
			if s.Shot != (Shot{}) {
				t.Fatalf("a final state carries %+v", s.Shot)
			}
			if a.destroyed(&s) != s.Hulls[1].Wreck {
				t.Fatalf("destroyed without its destruction: %+v", s.Hulls[1])
			}
		}
	}
}
