// Package skirmish1870 carries out a man-to-man skirmish game of the Franco-Prussian war, system id
// "skirmish-1870": one miniature is one soldier, acting alone or in a Group under a leader, and
// lengths are centimetres on the table. A file holds a chapter of the rules; rulebook/ holds the
// texts, data.yaml the weapons and soldiers, cases/ the casebooks.
package skirmish1870

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
		ID:      "skirmish-1870",
		Version: "1",
		Name:    rulebook.Text{RU: "Стычки 1870 года", EN: "Skirmish 1870"},
		About: rulebook.Text{
			RU: "Франко-прусская война, фигурка — один боец с очками действия. Стрельба и ответный огонь, спас-броски лидеров, всадники, подавление, засады, перезарядка, рукопашная, мораль.",
			EN: "The Franco-Prussian war, one figure is one soldier with action points. Shooting and reaction fire, saves of leaders, riders, suppression, ambushes, loading, melee, morale.",
		},
		Book:  book(),
		Kinds: kinds,
		Texts: files,
	}
}

// options are the chosen readings of the rules.
type options struct{ chosen rulebook.Choices }

// is says whether the option has the value.
func (o options) is(option, value string) bool { return book().Is(o.chosen, option, value) }

// cm is a distance of the rules under the chosen scale (option scale).
func (o options) cm(full float64) float64 {
	if o.is("scale", "half") {
		return full / 2
	}
	return full
}
