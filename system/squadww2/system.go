// Package squadww2 carries out the squad-level rules of the Second World War with miniatures,
// system id "squad-ww2": one figure is one man, one model one vehicle, gun or aircraft; lengths
// are centimetres on the table. A file holds a chapter of the paper rules; rulebook/ holds the
// texts, data.yaml the weapons and rosters, cases/ the casebooks.
package squadww2

import (
	"embed"
	"sync"

	"umpire/explain"
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
		ID:      "squad-ww2",
		Version: "1",
		Name:    rulebook.Text{RU: "Отделения Второй мировой", EN: "Squads of the Second World War"},
		About: rulebook.Text{
			RU: "Фигурка — один боец, модель — одна машина, орудие или самолёт. Стрельба, спас-броски, таблица попаданий, залегание и отступление, навесной огонь, авиация, рукопашная.",
			EN: "One figure is one man, one model one vehicle, gun or aircraft. Shooting, saves, the damage table, going to ground and retreat, indirect fire, aircraft, melee.",
		},
		Book:  book(),
		Kinds: kinds,
		Texts: files,
	}
}

// options are the chosen readings of the rules.
type options struct{ chosen rulebook.Choices }

// older returns the reasons that older wordings of the rules are in force (SQ-GEN-08).
func (o options) older() []reason {
	var rs []reason
	for _, opt := range book().Options {
		if v, ok := o.chosen[opt.ID]; ok && opt.Kind == "V" && v != opt.Default() {
			rs = append(rs, explain.Because("SQ-GEN-08", "older-wording", is("option", opt.Title)))
		}
	}
	return rs
}

// is says whether the option (without OPT-) has the value.
func (o options) is(option, value string) bool { return book().Is(o.chosen, option, value) }
