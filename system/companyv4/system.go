// Package companyv4 carries out the company-level rules of the Second World War, fourth edition of
// shooting, system id "company-v4": a team is one vehicle, one gun, one base of infantry or one
// aircraft. A table measures in inches or in centimetres. A file holds a chapter of the paper
// rules; rulebook/ holds the texts, data.yaml the weapons and units, cases/ the casebooks.
package companyv4

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
		ID:      "company-v4",
		Version: "1",
		Name:    rulebook.Text{RU: "Рота Второй мировой, 4-я редакция", EN: "Company of the Second World War, 4th edition"},
		About: rulebook.Text{
			RU: "База — это танк, орудие, отделение пехоты или самолёт. Стрельба целыми взводами, распределение попаданий, ошибочная цель, броня и огневая мощь, покинутые танки, авиация, мораль и штурм.",
			EN: "A base is a tank, a gun, a section of infantry or an aircraft. Whole platoons shoot; allocation of hits, mistaken targets, armour and firepower, bailed out tanks, aircraft, morale and assault.",
		},
		Book:  book(),
		Kinds: kinds,
		Texts: files,
	}
}

// options are the chosen readings of the rules.
type options struct{ chosen rulebook.Choices }

func (o options) is(option, value string) bool { return book().Is(o.chosen, option, value) }

type (
	reason = explain.Reason
	number = explain.Number
)

func is(name string, value any) explain.Fact { return explain.Is(name, value) }
