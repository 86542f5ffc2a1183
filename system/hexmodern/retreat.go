package hexmodern

import (
	"slices"

	"umpire/explain"
	"umpire/procedure"
)

// Ways are the hexes to which defenders could retreat. Straight is behind them as the attackers
// come; Left and Right are beside it and count with retreat-side = opposite-three. An absent hex
// is free.
type Ways struct {
	Straight Way  `yaml:"straight"`
	Left     *Way `yaml:"left"`
	Right    *Way `yaml:"right"`
}

// Way is one hex as those who retreat find it.
type Way struct {
	OffMap     bool `yaml:"off_map"`
	Impassable bool `yaml:"impassable"`
	Enemy      bool `yaml:"enemy"` // an enemy unit holds it
	// Beside says whose enemy units stand next to it: none, the assaulting ones only, or others.
	Beside string `yaml:"beside" enum:"none,assaulting,other" default:"none"`
	Own    int    `yaml:"own_units" minimum:"0" maximum:"2"` // units of the own side in it
}

// stackLimit is the units of one side in a hex (HX-STACK-01).
const stackLimit = 2

// settle checks that the facts of each way agree.
func (w *Ways) settle(field string) explain.Problems {
	var ps explain.Problems
	for _, x := range []struct {
		way *Way
		at  string
	}{{&w.Straight, ".straight"}, {w.Left, ".left"}, {w.Right, ".right"}} {
		if x.way == nil {
			continue
		}
		if x.way.OffMap && (x.way.Enemy || x.way.Own > 0 || x.way.Impassable) {
			ps = append(ps, explain.Wrong(field+x.at+".off_map", "off-map-is-empty"))
		}
		if x.way.Enemy && x.way.Own > 0 {
			ps = append(ps, explain.Wrong(field+x.at+".enemy", "both-sides-there"))
		}
	}
	return ps
}

// room returns how many units may retreat to the hex, and the reason that bears on it (HX-RETREAT-02 to 04).
func (w *Way) room() (int, reason) {
	switch {
	case w == nil:
		return stackLimit, explain.Because("HX-RETREAT-01", "way-free")
	case w.OffMap, w.Impassable:
		return 0, explain.Because("HX-RETREAT-04", "way-impassable")
	case w.Enemy:
		return 0, explain.Because("HX-RETREAT-02", "way-held")
	case w.Beside == "other":
		return 0, explain.Because("HX-RETREAT-03", "way-beside-enemy")
	case w.Own >= stackLimit:
		return 0, explain.Because("HX-RETREAT-04", "way-full").And("HX-STACK-01")
	case w.Beside == "assaulting":
		return stackLimit - w.Own, explain.Because("HX-RETREAT-03", "way-beside-assaulters")
	}
	return stackLimit - w.Own, explain.Because("HX-RETREAT-01", "way-free")
}

// wayKeys are the answers of the choice of a way, in the order of Went.
var wayKeys = [3]string{"straight", "left", "right"}

// exits are the ways that the option allows, with their room and reason.
type exits struct {
	room [3]int8
	why  [3]reason
	n    int
}

func (a *Assault) exits(o options) exits {
	e := exits{n: 1}
	if o.is("retreat-side", "opposite-three") {
		e.n = 3
	}
	for i, w := range []*Way{&a.Retreat.Straight, a.Retreat.Left, a.Retreat.Right}[:e.n] {
		n, r := w.room()
		e.room[i], e.why[i] = int8(n), r
	}
	return e
}

// open lists the ways that still have room.
func (e *exits) open(s *Clash) []string {
	var out []string
	for i := range e.n {
		if s.Went[i] < e.room[i] {
			out = append(out, wayKeys[i])
		}
	}
	return out
}

// first returns the first way with room, or -1.
func (e *exits) first(s *Clash) int {
	for i := range e.n {
		if s.Went[i] < e.room[i] {
			return i
		}
	}
	return -1
}

// retreatSteps move every defender that has to leave, top first, or destroy it (HX-RETREAT-01 to
// 05, HX-ASSAULT-25; option retreat-side).
func (a *Assault) retreatSteps(p *party) []clashStep {
	e := a.exits(p.o)
	leave := func(s *Clash, i int) bool {
		return s.Side[1].Units[i].Steps > 0 && s.Away>>i&1 == 0 && leaves(s, p.units[i])
	}
	var steps []clashStep
	for i := range p.units {
		if e.n == 1 {
			break
		}
		steps = append(steps, clashStep{
			Key: "way-out", Rule: "HX-RETREAT-01",
			If: func(s *Clash) bool { return leave(s, i) && len(e.open(s)) > 1 },
			Choose: func(s *Clash) procedure.Choice {
				return procedure.Choice{Key: "way-out", Side: "defender", Options: e.open(s)}
			},
			Then: func(s *Clash, o outcome, l *log) {
				a.goOut(s, p, i, slices.Index(wayKeys[:], e.open(s)[o.Value]), &e, l)
			},
		}, clashStep{
			Key: "retreat", Rule: "HX-RETREAT-01",
			If:   func(s *Clash) bool { return leave(s, i) },
			Then: func(s *Clash, _ outcome, l *log) { a.goOrDie(s, p, i, &e, l) },
		})
	}
	return append(steps, clashStep{
		Key: "retreat", Rule: "HX-RETREAT-01",
		If: func(s *Clash) bool { return s.Result != deserted },
		Then: func(s *Clash, _ outcome, l *log) {
			for i := range p.units {
				if leave(s, i) {
					a.goOrDie(s, p, i, &e, l)
				}
			}
			s.Away = 0 // who has left is read by now; only how many is asked for
			p.bereft(&s.Side[1], l)
			if s.Side[1].HQ > 0 && s.Result == taken {
				l.Say("HX-HQ-06", "hq-with-stack")
			}
		},
	})
}

// goOrDie lets a unit leave by the first way with room, or destroys it (HX-RETREAT-04).
func (a *Assault) goOrDie(s *Clash, p *party, i int, e *exits, l *log) {
	if w := e.first(s); w >= 0 {
		a.goOut(s, p, i, w, e, l)
		return
	}
	s.CutOff = true
	s.Side[1].Units[i] = Piece{}
	if l.On() {
		for k := range e.n {
			l.Note(e.why[k])
		}
		l.Note(explain.Because("HX-RETREAT-04", "no-way-out", is("unit", p.units[i].name)).And("HX-STACK-01"))
	}
	s.Wreck = p.wreck(i, s.Wreck, l)
}

// goOut lets a unit leave by a way.
func (a *Assault) goOut(s *Clash, p *party, i, w int, e *exits, l *log) {
	s.Went[w]++
	s.Away |= 1 << i
	if !l.On() {
		return
	}
	l.Note(e.why[w])
	l.Note(explain.Because("HX-RETREAT-05", "retreats", is("unit", p.units[i].name), is("way", explain.Word("way-"+wayKeys[w]))))
	if s.Result != taken {
		l.Note(explain.Because("HX-ASSAULT-25", "leaves-alone", is("unit", p.units[i].name)).And("HX-ASSAULT-14"))
	}
}
