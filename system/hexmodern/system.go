// Package hexmodern carries out the rules of modern armoured warfare with counters on hexes,
// system id "hex-modern": one counter is a platoon, one hex about 150 m, every die has six sides.
// A file holds a chapter of the paper rules; rulebook/ holds the texts, data.yaml the terrain and
// the counters, cases/ the casebooks.
package hexmodern

import (
	"embed"
	"sync"

	"umpire/rulebook"
	"umpire/system"
)

//go:embed rulebook text data.yaml
var files embed.FS

var book = sync.OnceValue(func() *rulebook.Book {
	b, err := rulebook.Load(files, "rulebook")
	if err != nil {
		panic(err) // the book is part of the program; a test loads it
	}
	return b
})

// System returns the rule system.
func System() *system.System {
	return &system.System{
		ID:      "hex-modern",
		Version: "1",
		Name:    rulebook.Text{RU: "Современные бои на гексах", EN: "Modern armour on hexes"},
		About: rulebook.Text{
			RU: "Фишка — взвод, ячейка — около 150 м. Прямой и ответный огонь, ракеты, вертолёты, укрытия и позиции, штурм, прорыв, мораль и штабы.",
			EN: "A counter is a platoon, a hex about 150 m. Direct and opportunity fire, missiles, helicopters, cover and positions, assault, overrun, morale and headquarters.",
		},
		Book:  book(),
		Kinds: kinds,
		Texts: files,
	}
}

// options are the chosen readings of the rules.
type options struct{ chosen rulebook.Choices }

// is says whether the option (without OPT-) has the value.
func (o options) is(option, value string) bool { return book().Is(o.chosen, option, value) }
