package skirmish1870

import (
	"context"
	"testing"

	"umpire/dice"
	"umpire/internal/datafile"
	"umpire/odds"
	"umpire/procedure"
	"umpire/system"
)

// groupOfTen is a Group of ten on the move: a sergeant, a standard bearer and an officer among
// seven privates, any of whom can take a hit over.
const groupOfTen = `
kind: reaction
ap: 3
parties: [{aimed: true, models: [{unit: P-SGT}, {unit: P-INF, count: 4}]}]
target:
  models:
    - {name: sergeant, unit: F-SGT, distance_cm: 20, near: [{model: privates, distance_cm: 3}, {model: bearer, distance_cm: 4}]}
    - {name: privates, unit: F-ZOU, count: 7, distance_cm: 22}
    - {name: bearer, unit: F-STD, distance_cm: 24, near: [{model: sergeant, distance_cm: 4}, {model: privates, distance_cm: 3}]}
    - {name: officer, unit: F-OFF, distance_cm: 26, near: [{model: privates, distance_cm: 2}]}
`

// tenLines is a Group of ten whose privates stand on lines of their own.
const tenLines = `
kind: reaction
ap: 3
parties: [{aimed: true, models: [{unit: P-SGT}, {unit: P-INF, count: 4}]}]
target:
  models:
    - {name: sergeant, unit: F-SGT, distance_cm: 20, near: [{model: a, distance_cm: 3}, {model: b, distance_cm: 4}]}
    - {name: a, unit: F-ZOU, distance_cm: 21}
    - {name: b, unit: F-ZOU, distance_cm: 22}
    - {name: c, unit: F-ZOU, distance_cm: 23}
    - {name: d, unit: F-ZOU, distance_cm: 24}
    - {name: e, unit: F-ZOU, distance_cm: 25}
    - {name: f, unit: F-ZOU, distance_cm: 26}
    - {name: g, unit: F-ZOU, distance_cm: 27}
    - {name: bearer, unit: F-STD, distance_cm: 28, near: [{model: f, distance_cm: 4}, {model: g, distance_cm: 3}]}
    - {name: officer, unit: F-OFF, distance_cm: 29, near: [{model: c, distance_cm: 2}]}
`

func program(b *testing.B, text string) system.Program {
	b.Helper()
	doc, err := datafile.Parse("bench", []byte(text))
	if err != nil {
		b.Fatal(err)
	}
	s, err := system.Read(doc, nil, System())
	if err != nil {
		b.Fatal(err)
	}
	j, err := s.Judge()
	if err != nil {
		b.Fatal(err)
	}
	return j.Program
}

// BenchmarkReaction is a reaction volley of five aimed models at a Group of ten with three that
// save: its exact odds, and one play.
func BenchmarkReaction(b *testing.B) {
	for _, x := range []struct{ name, text string }{{"group", groupOfTen}, {"ten-lines", tenLines}} {
		p := program(b, x.text)
		b.Run(x.name+"/odds", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.Odds(context.Background(), nil, odds.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(x.name+"/play", func(b *testing.B) {
			b.ReportAllocs()
			final := p.Final()
			d := procedure.Driver(procedure.Random{Dice: dice.NewRandom(1)})
			for b.Loop() {
				if _, err := final(d); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
