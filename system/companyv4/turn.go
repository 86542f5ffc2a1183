package companyv4

import (
	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// StartingStep is what the Starting Step does to one unit: remount, rally, last stand, and what
// follows for its formation (C4-TURN-02).
type StartingStep struct {
	Measure    string    `yaml:"measure" enum:"inch,cm" default:"inch"`
	Unit       string    `yaml:"unit"`
	Type       string    `yaml:"type" enum:"tank,infantry,gun,aircraft"`
	Motivation *int      `yaml:"motivation" minimum:"2" maximum:"6"`
	Rally      *int      `yaml:"rally" minimum:"2" maximum:"6"`
	Remount    *int      `yaml:"remount" minimum:"2" maximum:"6"`
	LastStand  *int      `yaml:"last_stand" minimum:"2" maximum:"6"`
	Traits     []string  `yaml:"traits" enum:"scout,independent,formation_commander,heavy_weapon,unarmoured,gun_shield"`
	Started    *int      `yaml:"started_with" minimum:"1" maximum:"60"`
	Teams      int       `yaml:"teams" required:"true" minimum:"1" maximum:"60"` // left on the table, bailed out ones among them
	BailedOut  int       `yaml:"bailed_out" minimum:"0" maximum:"60" default:"0"`
	Commander  []float64 `yaml:"commander_at" maxItems:"60"` // distances of bailed out tanks from their formation commander
	Pinned     bool      `yaml:"pinned"`
	Units      *int      `yaml:"formation_units" minimum:"1" maximum:"30"` // of its formation, on the table or in reserve
	Formations *int      `yaml:"formations" minimum:"1" maximum:"10"`      // of the player
}

// Dawn is what a Starting Step changes.
type Dawn struct {
	Back      int8 // tanks remounted
	Out       int8 // tanks still bailed out
	Pinned    bool
	Lost      bool // the unit is removed
	Formation bool // its formation is destroyed
	Defeat    bool
}

var startingKind = system.Kind{
	ID:     "starting-step",
	Name:   rulebook.Text{RU: "Начальный шаг", EN: "Starting Step"},
	New:    func() system.Engagement { return new(StartingStep) },
	Sample: "unit: sherman\nteams: 2\nbailed_out: 2\ncommander_at: [5]\nformation_units: 2\nformations: 1\n",
}

// spirits is the number of teams that keeps a unit in good spirits (C4-MORALE-01).
func spirits(u *UnitType) int {
	if u.Type == "infantry" {
		return 3
	}
	return 2
}

// Judge implements system.Engagement.
func (s *StartingStep) Judge(rulebook.Choices) (*system.Judgement, error) {
	six := 6
	card := Card{Unit: s.Unit, Type: s.Type, Motivation: s.Motivation, Rally: s.Rally, Remount: s.Remount, LastStand: s.LastStand, Traits: s.Traits}
	if s.Unit == "" {
		card.Save = &six
	}
	u, err := card.read("")
	if err != nil {
		return nil, trimmed(err)
	}
	started := max(u.Teams, s.Teams)
	if s.Started != nil {
		started = *s.Started
	}
	var ps explain.Problems
	if s.BailedOut > s.Teams {
		ps = append(ps, explain.Wrong("bailed_out", "more-than-teams", is("n", s.BailedOut), is("most", s.Teams)))
	}
	if s.BailedOut > 0 && u.Type != "tank" {
		ps = append(ps, explain.Wrong("bailed_out", "only-tanks-bail", is("type", explain.Word(u.Type))))
	}
	if len(s.Commander) > s.BailedOut {
		ps = append(ps, explain.Wrong("commander_at", "more-than-bailed", is("n", len(s.Commander)), is("most", s.BailedOut)))
	}
	if s.Teams > started {
		ps = append(ps, explain.Wrong("started_with", "fewer-than-teams", is("n", started), is("most", s.Teams)))
	}
	if ps != nil {
		return nil, ps
	}
	m := measure(s.Measure)
	near := 0
	j := &system.Judgement{Reasons: []reason{explain.Because("C4-TURN-02", "order-of-starting-step").And("C4-TURN-01")}}
	for _, d := range s.Commander {
		key := "commander-too-far"
		if d <= m.in(command) {
			near++
			key = "commander-near"
		}
		j.Reasons = append(j.Reasons, explain.Because("C4-CREW-04", key, is("range", m.length(d))))
	}
	back := remount(u, "C4-CREW-03")
	rally := explain.Needed("rally", explain.Worth("C4-PIN-03", "rally-on", u.Rally))
	stand := explain.Needed("last-stand", explain.Worth("C4-MORALE-02", "last-stand-on", u.LastStand))
	enough := explain.Amount("good-spirits", explain.Worth("C4-MORALE-01", "teams-for-spirits", spirits(u), is("type", explain.Word(u.Type))))
	if u.alone() || started < spirits(u) {
		enough = enough.Noting(explain.Because("C4-MORALE-05", "small-unit"))
	}
	j.Numbers = []number{enough}
	why := func(n number) func(*Dawn) []number { return func(*Dawn) []number { return []number{n} } }
	shaken := func(d *Dawn) bool {
		lost := started > s.Teams || d.Out > 0
		return lost && s.Teams-int(d.Out) < spirits(u)
	}
	steps := []procedure.Step[Dawn]{}
	remounting := func(key string, n int, r dice.Roll, also ...rulebook.ID) {
		if n == 0 {
			return
		}
		steps = append(steps, procedure.Step[Dawn]{
			Key: key, Rule: "C4-CREW-03", Also: also, Why: why(back),
			Roll: func(*Dawn) dice.Roll { return r },
			Then: func(d *Dawn, o dice.Outcome, log *procedure.Log) {
				d.Back += int8(o.Successes())
				d.Out -= int8(o.Successes())
				log.SayN("C4-CREW-03", "remounted", o.Successes())
			},
		})
	}
	remounting("remount-near", near, dice.Count(near, u.Remount).RerollingMisses(), "C4-CREW-04", "C4-GEN-07")
	remounting("remount", s.BailedOut-near, dice.Count(s.BailedOut-near, u.Remount))
	if s.BailedOut > 0 {
		j.Numbers = append(j.Numbers, back)
	}
	if s.Pinned {
		j.Numbers = append(j.Numbers, rally)
	}
	j.Numbers = append(j.Numbers, stand)
	steps = append(steps,
		procedure.Step[Dawn]{
			Key: "rally", Rule: "C4-PIN-03", Why: why(rally),
			If:   func(d *Dawn) bool { return d.Pinned },
			Roll: func(*Dawn) dice.Roll { return dice.Count(1, u.Rally) },
			Then: func(d *Dawn, o dice.Outcome, _ *procedure.Log) { d.Pinned = !o.Success() },
		},
		procedure.Step[Dawn]{
			Key: "spirits", Rule: "C4-MORALE-01", Also: []rulebook.ID{"C4-MORALE-05"},
			Then: func(d *Dawn, _ dice.Outcome, log *procedure.Log) {
				if shaken(d) {
					log.SayN("C4-MORALE-01", "not-in-spirits", s.Teams-int(d.Out))
				} else {
					log.SayN("C4-MORALE-01", "in-good-spirits", s.Teams-int(d.Out))
				}
			},
		},
		procedure.Step[Dawn]{
			Key: "last-stand", Rule: "C4-MORALE-02", Why: why(stand),
			If:   shaken,
			Roll: func(*Dawn) dice.Roll { return dice.Count(1, u.LastStand) },
			Then: func(d *Dawn, o dice.Outcome, log *procedure.Log) {
				if d.Lost = !o.Success(); d.Lost {
					d.Pinned = false
					log.Say("C4-MORALE-02", "unit-removed")
				}
			},
		},
		procedure.Step[Dawn]{
			Key: "formation", Rule: "C4-MORALE-03", Also: []rulebook.ID{"C4-MORALE-04"},
			If: func(*Dawn) bool { return s.Units != nil },
			Then: func(d *Dawn, _ dice.Outcome, log *procedure.Log) {
				left := *s.Units - one(d.Lost)
				if left >= 2 {
					log.SayN("C4-MORALE-03", "formation-stays", left)
					return
				}
				d.Formation = true
				log.SayN("C4-MORALE-03", "formation-destroyed", left)
				if s.Formations != nil && *s.Formations == 1 {
					d.Defeat = true
					log.Say("C4-MORALE-04", "defeat")
				}
			},
		})
	j.Program = system.Run(procedure.Procedure[Dawn]{
		Key: "starting-step", Start: Dawn{Out: int8(s.BailedOut), Pinned: s.Pinned}, Steps: steps,
		Measures: []procedure.Measure[Dawn]{
			{Key: "remounted", Of: func(d *Dawn) int { return int(d.Back) }},
			{Key: "still-bailed-out", Of: func(d *Dawn) int { return int(d.Out) }},
			{Key: "pinned", Event: true, Of: func(d *Dawn) int { return one(d.Pinned) }},
			{Key: "unit-lost", Event: true, Of: func(d *Dawn) int { return one(d.Lost) }},
			{Key: "formation-lost", Event: true, Of: func(d *Dawn) int { return one(d.Formation) }},
			{Key: "game-lost", Event: true, Of: func(d *Dawn) int { return one(d.Defeat) }},
		},
	})
	return j, nil
}

// trimmed takes the dot off the fields of a card that stands at the root of an engagement.
func trimmed(err error) error {
	if p, ok := err.(*explain.Problem); ok && len(p.Field) > 0 && p.Field[0] == '.' {
		p.Field = p.Field[1:]
	}
	return err
}
