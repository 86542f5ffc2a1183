package skirmish1870

import (
	"fmt"

	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// Melee is a fight between two models in contact.
type Melee struct {
	Attacker Figure `yaml:"attacker" required:"true"`
	Defender Figure `yaml:"defender" required:"true"`
	// Charge says that the attacker came into contact by a charge just now.
	Charge bool `yaml:"charge" default:"true"`
	// Contact says whether the bases touch.
	Contact bool `yaml:"contact" default:"true"`
	// Rounds is how often they fight as long as nothing is decided.
	Rounds int `yaml:"rounds" minimum:"1" maximum:"6" default:"1"`
	// AttackerFriends and DefenderFriends stand near; they matter when saves are for melee too.
	AttackerFriends []Figure `yaml:"attacker_friends" maxItems:"6"`
	DefenderFriends []Figure `yaml:"defender_friends" maxItems:"6"`
}

var meleeKind = system.Kind{
	ID:   "melee",
	Name: rulebook.Text{RU: "Рукопашная", EN: "Melee"},
	New:  func() system.Engagement { return new(Melee) },
	Sample: `
attacker: {unit: F-LIN}
defender: {unit: P-INF}
rounds: 2
`,
}

// Judge implements system.Engagement.
func (e *Melee) Judge(c rulebook.Choices) (*system.Judgement, error) {
	o := options{c}
	k := &cast{byName: map[string]*line{}, o: o, target: 1}
	var ps explain.Problems
	add := func(f *Figure, field string, foe, aside bool) *line {
		l, more := k.add(f, field)
		if ps = append(ps, more...); l != nil {
			l.foe, l.aside, l.duel = foe, aside || foe, !aside
			if !aside && f.Count > 1 {
				ps = append(ps, explain.Wrong(field+".count", "one-figure"))
			}
		}
		return l
	}
	a := add(&e.Attacker, "attacker", false, false)
	d := add(&e.Defender, "defender", true, false)
	for i := range e.AttackerFriends {
		add(&e.AttackerFriends[i], fmt.Sprintf("attacker_friends[%d]", i), false, true)
	}
	for i := range e.DefenderFriends {
		add(&e.DefenderFriends[i], fmt.Sprintf("defender_friends[%d]", i), true, true)
	}
	if ps != nil {
		return nil, ps
	}
	if ps := k.finish(false); ps != nil {
		return nil, ps
	}
	switch {
	case !e.Contact:
		return &system.Judgement{Refusal: explain.Refuse("contact", explain.Because("SK-MELEE-01", "no-contact"))}, nil
	case e.Charge && e.Attacker.Suppressed:
		return &system.Judgement{Refusal: explain.Refuse("attacker.suppressed", explain.Because("SK-PIN-01", "cannot-charge"))}, nil
	}
	key := "charge-ends-in-contact"
	if !e.Charge {
		key = "fights-on"
	}
	j := &system.Judgement{Reasons: []reason{explain.Because("SK-MELEE-01", key)}}
	x := newDuel(k, a, d, e.Charge)
	j.Numbers = x.numbers()
	j.Program = system.Run(procedure.Procedure[Fight]{Key: "melee", Start: k.start(), Steps: x.steps(e.Rounds), Measures: k.measures()})
	return j, nil
}

// duel is two models in contact.
type duel struct {
	c      *cast
	who    [2]*line // the charger or attacker, and the other
	charge bool
}

func newDuel(c *cast, a, d *line, charge bool) *duel {
	return &duel{c: c, who: [2]*line{a, d}, charge: charge}
}

// dice is how many dice a side throws (SK-MELEE-02, SK-PIN-02).
func (d *duel) dice(side int, m status, charges bool) number {
	l := d.who[side]
	n := explain.Amount("melee-dice", explain.Worth("SK-MELEE-02", "melee-base", l.melee))
	n.Of = l.label
	if charges {
		n = n.With(explain.Worth("SK-MELEE-02", "melee-charge", 1))
	}
	switch {
	case m.is(horse):
		n = n.With(explain.Worth("SK-MELEE-02", "melee-horse", 1))
	case l.horse != "none":
		n = n.Noting(explain.Because("SK-MOUNT-04", "no-horse-bonus").And("SK-MELEE-02"))
	}
	if m.is(suppressed) {
		n = n.With(explain.Worth("SK-PIN-02", "melee-suppressed", -1).And("SK-MELEE-02"))
	}
	return n.Clamped(0, 99, "SK-MELEE-02", "melee-no-fewer")
}

func (d *duel) numbers() []number {
	return []number{
		d.dice(0, d.who[0].start(), d.charge), d.dice(1, d.who[1].start(), false),
		explain.Needed("out-on", explain.Worth("SK-EFFECT-03", "out-on-four", outOn).And("SK-EFFECT-01")).
			Noting(explain.Because("SK-MELEE-04", "melee-unmodified")),
	}
}

// body is the index of a side's model.
func (d *duel) body(side int) int { return d.who[side].first }

// both says whether both can fight: neither is out, and a charger has not been stopped.
func (d *duel) both(s *Fight, first bool) bool {
	a, b := s.Men[d.body(0)], s.Men[d.body(1)]
	return !a.is(out) && !b.is(out) && !(first && d.charge && a.is(suppressed))
}

// steps are a number of rounds: each counts his best die, the loser takes a damage test. A draw is
// fought again, without anybody charging (SK-MELEE-03).
func (d *duel) steps(rounds int) []step {
	var steps []step
	for i := range rounds {
		steps = append(steps, d.round(i == 0))
	}
	return append(steps, step{
		Key: "melee-over", Rule: "SK-MELEE-03",
		If:   func(s *Fight) bool { return s.Faces[0] == decided },
		Then: func(s *Fight, _ outcome, _ *log) { s.Faces[0] = 0 },
	})
}

// Faces while a melee has been decided: further rounds are over.
const decided int8 = -1

func (d *duel) round(first bool) step {
	r := &resolver{c: d.c}
	var number [2][8]number // by condition
	var count [2][8]int
	for side := range 2 {
		for m := range status(8) {
			number[side][m] = d.dice(side, m, side == 0 && first && d.charge)
			count[side][m] = number[side][m].Value
		}
	}
	throw := func(side int) step {
		now := func(s *Fight) status { return s.Men[d.body(side)] &^ (out | struck) }
		return step{
			Key: "melee-dice", Rule: "SK-MELEE-02", Also: ruleIDs{"SK-MELEE-01", "SK-MELEE-03"},
			Why:  func(s *Fight) []explain.Number { return []explain.Number{number[side][now(s)]} },
			Roll: func(s *Fight) dice.Roll { return dice.KeepBest(count[side][now(s)]) },
			Then: func(s *Fight, o outcome, _ *log) { s.Faces[side] = int8(o.Value) },
		}
	}
	steps := []step{throw(0), throw(1), {
		Key: "melee-result", Rule: "SK-MELEE-03",
		Then: func(s *Fight, _ outcome, l *log) { d.compare(s, l) },
	}}
	if d.c.o.is("save-scope", "all") {
		steps = append(steps, r.saveSteps()...)
	}
	return step{
		Key: "melee-round", Rule: "SK-MELEE-01", Also: ruleIDs{"SK-MELEE-03"},
		If: func(s *Fight) bool { return s.Faces[0] != decided && d.both(s, first) },
		Steps: append(steps, step{
			Key: "damage-test", Rule: "SK-MELEE-04", Also: ruleIDs{"SK-EFFECT-01"},
			If: func(s *Fight) bool { return s.Hit.On > 0 },
			Why: func(s *Fight) []explain.Number {
				return []explain.Number{r.damageNumber(&d.c.bodies[s.Hit.On-1], melee, false)}
			},
			Roll: func(*Fight) dice.Roll { return dice.Count(1, outOn) },
			Then: func(s *Fight, o outcome, l *log) { r.strike(s, o.Success(), l) },
		}),
	}
}

// compare finds the loser.
func (d *duel) compare(s *Fight, l *log) {
	a, b := s.Faces[0], s.Faces[1]
	s.Faces = [2]int8{}
	if a == b {
		l.Say("SK-MELEE-03", "melee-draw")
		return
	}
	loser := 0
	if a > b {
		loser = 1
	}
	if l.On() {
		l.Note(explain.Because("SK-MELEE-03", "melee-won", is("who", d.who[1-loser].label), is("best", int(max(a, b))), is("other", int(min(a, b)))))
	}
	s.Faces[0] = decided
	s.Hit = Hit{On: int8(d.body(loser) + 1), Run: melee, Stage: stays}
	if d.c.o.is("save-scope", "all") && saves(d.who[loser].role) {
		s.Hit.Stage = fresh
	}
}
