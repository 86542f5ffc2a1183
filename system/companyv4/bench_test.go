package companyv4_test

import (
	"context"
	"testing"

	"umpire/dice"
	"umpire/internal/datafile"
	"umpire/odds"
	"umpire/procedure"
	"umpire/system"
	"umpire/system/companyv4"
)

// engagements whose cost is watched.
var watched = map[string]string{
	// Ten dice of five tanks at five, with a mistaken target and firepower.
	"TankDuel": `
kind: shooting
shooter: {unit: panzer-iv, teams: 5}
fire: [{weapon: panzer-iv-75, teams: 5, distance: 20, at: S1}]
target: {unit: sherman, protect: [S1], teams: [{name: S1}, {name: S2}, {name: S3}, {name: S4}, {name: S5}]}
`,
	"MachineGunsAtPlatoon": `
kind: shooting
shooter: {unit: panzer-iv}
fire: [{weapon: panzer-iv-mg, teams: 3, distance: 10}]
target: {unit: rifle-platoon}
`,
	"Assault": `
kind: assault
charger: {unit: rifle-platoon, teams: 8}
defensive_fire: [{weapon: rifle-mg-team, teams: 6, distance: 5}]
target: {unit: grenadiers, teams: 7}
rounds: 3
`,
}

func program(b *testing.B, text string) system.Program {
	b.Helper()
	doc, err := datafile.Parse("bench", []byte(text))
	if err != nil {
		b.Fatal(err)
	}
	s := companyv4.System()
	setup, err := system.Read(doc, []*system.System{s}, s)
	if err != nil {
		b.Fatal(err)
	}
	j, err := setup.Judge()
	if err != nil || j.Refusal != nil {
		b.Fatal(err, j)
	}
	return j.Program
}

// BenchmarkOdds is the time of one exact distribution in float64.
func BenchmarkOdds(b *testing.B) {
	for name, text := range watched {
		b.Run(name, func(b *testing.B) {
			p := program(b, text)
			for b.Loop() {
				if _, err := p.Odds(context.Background(), nil, odds.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkPlay is the time of one random play without a record.
func BenchmarkPlay(b *testing.B) {
	for name, text := range watched {
		b.Run(name, func(b *testing.B) {
			final := program(b, text).Final()
			d := procedure.Driver(procedure.Random{Dice: dice.NewRandom(1)})
			b.ReportAllocs()
			for b.Loop() {
				if _, err := final(d); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
