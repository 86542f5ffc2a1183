package companyv4

import (
	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// Assault is one assault, from the charge to the end (chapter 17).
type Assault struct {
	Measure  string   `yaml:"measure" enum:"inch,cm" default:"inch"`
	Night    bool     `yaml:"night"`
	Charger  Party    `yaml:"charger" required:"true"`
	Distance float64  `yaml:"distance" minimum:"0" maximum:"500" default:"4"` // to the nearest enemy
	Fire     []Batch  `yaml:"defensive_fire" maxItems:"6"`
	Target   Party    `yaml:"target" required:"true"`
	Rounds   int      `yaml:"rounds" minimum:"1" maximum:"12" default:"3"` // most rounds that are fought
	Decide   []string `yaml:"break_off_by_choice" enum:"charger,target"`   // who leaves though he may counterattack, in the odds
}

// Party is one side of an assault.
type Party struct {
	Unit          string   `yaml:"unit"`
	Type          string   `yaml:"type" enum:"tank,infantry,gun"`
	Motivation    *int     `yaml:"motivation" minimum:"2" maximum:"6"`
	Counterattack *int     `yaml:"counterattack" minimum:"2" maximum:"6"`
	Remount       *int     `yaml:"remount" minimum:"2" maximum:"6"`
	Skill         *int     `yaml:"skill" minimum:"2" maximum:"6"`
	Assault       *int     `yaml:"assault" minimum:"2" maximum:"6"`
	HitOn         *int     `yaml:"hit_on" minimum:"2" maximum:"6"`
	Front         *int     `yaml:"front" minimum:"0" maximum:"20"`
	Side          *int     `yaml:"side" minimum:"0" maximum:"20"`
	Top           *int     `yaml:"top" minimum:"0" maximum:"20"`
	Save          *int     `yaml:"save" minimum:"2" maximum:"6"`
	Traits        []string `yaml:"traits" enum:"scout,independent,formation_commander,heavy_weapon,unarmoured,gun_shield"`

	Teams      int    `yaml:"teams" required:"true" minimum:"1" maximum:"14"` // that take part, bailed out ones among them
	BailedOut  int    `yaml:"bailed_out" minimum:"0" maximum:"14" default:"0"`
	Contact    *int   `yaml:"in_contact" minimum:"0" maximum:"14"` // that can strike; absent: all
	Far        int    `yaml:"farther_than_4" minimum:"0" maximum:"14" default:"0"`
	Moved      string `yaml:"moved" enum:"none,tactical,dash" default:"none"`
	Pinned     bool   `yaml:"pinned"`
	AT         int    `yaml:"close_at" minimum:"0" maximum:"30" default:"2"`
	Firepower  int    `yaml:"close_firepower" minimum:"1" maximum:"6" default:"6"`
	InBuilding bool   `yaml:"in_building"`
	CannotMove int    `yaml:"cannot_leave" minimum:"0" maximum:"14" default:"0"` // teams that cannot get away when it breaks off
	TeamsAtAll *int   `yaml:"teams_at_start_of_step" minimum:"1" maximum:"60"`
	Concealed  bool   `yaml:"concealed"`
}

func (p *Party) card() *Card {
	return &Card{
		Unit: p.Unit, Type: p.Type, Motivation: p.Motivation, Counterattack: p.Counterattack, Remount: p.Remount, Skill: p.Skill,
		Assault: p.Assault, HitOn: p.HitOn, Front: p.Front, Side: p.Side, Top: p.Top, Save: p.Save, Traits: p.Traits,
	}
}

// Force is what is left of one side of an assault.
type Force struct {
	Fit  int8
	Out  int8 // bailed out
	Lost int8
}

// Melee is what an assault changes. Side 0 is the charger, 1 the target.
type Melee struct {
	Fire    Attack
	Force   [2]Force
	Round   int8
	Striker int8 // the side that strikes in this round
	Hits    int8
	Left    int8 // tanks that still take their share of the hits
	Share   int8 // hits left on the tank that saves now
	Fate    int8
	Out     bool // that tank is bailed out
	Was     bool // it was so before the hits
	Dead    bool
	Fled    int8 // of the tanks settled in this round: newly bailed out
	Burnt   int8 // … destroyed, that were fit
	Wreck   int8 // … destroyed, that were bailed out
	Passed  bool // the counterattack test
	Over    bool
	Driven  bool
	Won     int8 // 1 + the side that won
	Pinned  bool
}

var assaultKind = system.Kind{
	ID:   "assault",
	Name: rulebook.Text{RU: "Штурм", EN: "Assault"},
	New:  func() system.Engagement { return new(Assault) },
	Sample: `
charger: {unit: rifle-platoon, teams: 2}
defensive_fire: [{weapon: hmg, teams: 1, distance: 5, moved: tactical}]
target: {unit: stug, teams: 1}
rounds: 1
`,
}

// Judge implements system.Engagement.
func (a *Assault) Judge(c rulebook.Choices) (*system.Judgement, error) {
	o := options{c}
	if o.is("assault_module", "off") {
		return &system.Judgement{Refusal: explain.Refuse("kind", explain.Because("C4-ASLT-01", "no-assaults"))}, nil
	}
	ch, err := a.Charger.card().read("charger")
	if err != nil {
		return nil, err
	}
	de, err := a.Target.card().read("target")
	if err != nil {
		return nil, err
	}
	if ps := a.check(); ps != nil {
		return nil, ps
	}
	m := measure(a.Measure)
	if r := a.forbidden(ch, m); r != nil {
		return &system.Judgement{Refusal: r}, nil
	}
	j := &system.Judgement{Reasons: []reason{explain.Because("C4-ASLT-02", "charges", is("range", m.length(a.Distance)), m.limit(charge)).And("C4-ASLT-01")}}
	fight := &melee{Assault: a, units: [2]*UnitType{ch, de}, parties: [2]*Party{&a.Charger, &a.Target}}
	var steps []procedure.Step[Melee]
	if len(a.Fire) > 0 {
		guard := a.guard()
		f, fj, err := guard.prepare(o)
		if err != nil {
			return nil, renamed(err, "fire", "defensive_fire", "shooter", "target", "target", "charger")
		}
		if fj.Refusal != nil {
			fj.Refusal.Field = rename(fj.Refusal.Field, "fire", "defensive_fire", "shooter", "target", "target", "charger")
			return fj, nil
		}
		f.mistake = false
		j.Reasons = append(append(j.Reasons, explain.Because("C4-ASLT-03", "defensive-fire", m.limit(defending))), fj.Reasons...)
		j.Numbers = append(j.Numbers, fj.Numbers...)
		steps = append(steps,
			procedure.Step[Melee]{Key: "defensive-fire", Rule: "C4-ASLT-03", Steps: attackSteps(f, func(s *Melee) *Attack { return &s.Fire })},
			fight.drivenStep())
	}
	for side := range 2 {
		j.Numbers = append(j.Numbers, fight.strikeNumber(side))
	}
	j.Numbers = append(j.Numbers, fight.counterNumber(1), fight.counterNumber(0))
	steps = append(steps, fight.rounds())
	start := Melee{}
	for side, p := range fight.parties {
		start.Force[side] = Force{Fit: int8(p.Teams - p.BailedOut), Out: int8(p.BailedOut)}
	}
	j.Program = system.Run(procedure.Procedure[Melee]{Key: "assault", Start: start, Steps: steps, Measures: meleeMeasures()})
	return j, nil
}

func meleeMeasures() []procedure.Measure[Melee] {
	event := func(key string, of func(*Melee) bool) procedure.Measure[Melee] {
		return procedure.Measure[Melee]{Key: key, Event: true, Of: func(s *Melee) int { return one(of(s)) }}
	}
	return []procedure.Measure[Melee]{
		event("driven-back", func(s *Melee) bool { return s.Driven }),
		event("charger-won", func(s *Melee) bool { return s.Won == 1 }),
		event("target-won", func(s *Melee) bool { return s.Won == 2 }),
		event("undecided", func(s *Melee) bool { return !s.Over }),
		{Key: "charger-lost", Of: func(s *Melee) int { return int(s.Force[0].Lost) }},
		{Key: "charger-bailed", Of: func(s *Melee) int { return int(s.Force[0].Out) }},
		{Key: "target-lost", Of: func(s *Melee) int { return int(s.Force[1].Lost) }},
		{Key: "target-bailed", Of: func(s *Melee) int { return int(s.Force[1].Out) }},
		event("pinned", func(s *Melee) bool { return s.Pinned }),
	}
}

func (a *Assault) check() explain.Problems {
	var ps explain.Problems
	for side, p := range []*Party{&a.Charger, &a.Target} {
		name := []string{"charger", "target"}[side]
		if p.BailedOut > p.Teams {
			ps = append(ps, explain.Wrong(name+".bailed_out", "more-than-teams", is("n", p.BailedOut), is("most", p.Teams)))
		}
		if p.Far > p.Teams {
			ps = append(ps, explain.Wrong(name+".farther_than_4", "more-than-teams", is("n", p.Far), is("most", p.Teams)))
		}
	}
	return ps
}

// forbidden says why the unit may not charge (C4-ASLT-01, C4-ORG-03), or nil.
func (a *Assault) forbidden(u *UnitType, m measure) *explain.Refusal {
	no := func(field, rule, key string, facts ...explain.Fact) *explain.Refusal {
		return citing(explain.Refuse(field, explain.Because(ruleID(rule), key, facts...)), "C4-ASLT-01")
	}
	switch {
	case a.Charger.Pinned:
		return no("charger.pinned", "C4-PIN-02", "pinned-no-charge")
	case a.Charger.Moved == "dash":
		return no("charger.moved", "C4-MOVE-04", "dashed-no-charge")
	case a.Charger.BailedOut > 0:
		return no("charger.bailed_out", "C4-CREW-01", "bailed-no-charge")
	case u.Has("heavy_weapon"):
		return no("charger.unit", "C4-ASLT-01", "heavy-no-charge")
	case u.Has("independent"):
		return no("charger.unit", "C4-ORG-03", "independent-no-charge")
	case u.Type == "tank" && !u.armoured():
		return no("charger.unit", "C4-ASLT-01", "unarmoured-no-charge")
	case u.Type == "gun" || u.Type == "aircraft":
		return no("charger.unit", "C4-ASLT-01", "type-no-charge", is("type", explain.Word(u.Type)))
	case a.Distance > m.in(charge):
		return no("distance", "C4-ASLT-01", "nobody-near", is("range", m.length(a.Distance)), m.limit(charge))
	}
	return nil
}

// guard is the defensive fire as a shooting (C4-ASLT-03).
func (a *Assault) guard() *Shooting {
	s := &Shooting{Measure: a.Measure, Night: a.Night, Fire: a.Fire}
	s.Shooter = Shooter{Unit: a.Target.Unit, Type: a.Target.Type, Pinned: a.Target.Pinned, Order: "none", Traits: a.Target.Traits}
	n := a.Target.Teams
	s.Shooter.Teams = &n
	p := &a.Charger
	s.Target = Target{
		Unit: p.Unit, Type: p.Type, Motivation: p.Motivation, Remount: p.Remount, Skill: p.Skill, HitOn: p.HitOn,
		Front: p.Front, Side: p.Side, Top: p.Top, Save: p.Save, Traits: p.Traits, TeamsAtAll: p.TeamsAtAll,
	}
	s.Target.Teams = make([]Team, p.Teams)
	s.Fire = make([]Batch, len(a.Fire))
	copy(s.Fire, a.Fire)
	for i := range s.Fire {
		s.Fire[i].Moved = "none" // defenders fire at the halted rate unless pinned
		s.Fire[i].Concealed = s.Fire[i].Concealed || p.Concealed
	}
	return s
}

// melee is one assault ready to be fought.
type melee struct {
	*Assault
	units   [2]*UnitType
	parties [2]*Party
}

func (f *melee) striker(s *Melee) int { return int(s.Striker) }
func (f *melee) struck(s *Melee) int  { return 1 - int(s.Striker) }

// drivenStep ends the assault when defensive fire drives the chargers back (C4-ASLT-04).
func (f *melee) drivenStep() procedure.Step[Melee] {
	return procedure.Step[Melee]{
		Key: "driven-back", Rule: "C4-ASLT-04", Also: []rulebook.ID{"C4-PIN-01"},
		Then: func(s *Melee, _ dice.Outcome, log *procedure.Log) {
			c := &s.Force[0]
			c.Lost, c.Out = s.Fire.Destroyed, s.Fire.Bailed
			c.Fit = int8(f.parties[0].Teams) - c.Lost - c.Out
			if f.units[0].Type == "tank" {
				s.Driven = c.Lost+c.Out >= 2
			} else {
				s.Driven = s.Fire.Pinned
				s.Pinned = s.Driven
			}
			s.Fire = Attack{}
			switch {
			case s.Driven:
				s.Over = true
				log.Say("C4-ASLT-04", "is-driven-back")
			case c.Fit == 0:
				s.Over, s.Won = true, 2
				log.Say("C4-ASLT-04", "no-chargers-left")
			}
		},
	}
}

func (f *melee) strikeNumber(side int) number {
	n := explain.Needed("strike", explain.Worth("C4-ASLT-05", "assault-on", f.units[side].Assault))
	n.Of = explain.Word([]string{"the-charger", "the-target"}[side])
	return n
}

func (f *melee) counterNumber(side int) number {
	n := explain.Needed("counterattack", explain.Worth("C4-ASLT-08", "counterattack-on", f.units[side].Counterattack))
	n.Of = explain.Word([]string{"the-charger", "the-target"}[side])
	return n
}

// strikers is how many teams of the side strike.
func (f *melee) strikers(s *Melee, side int) int {
	n := int(s.Force[side].Fit)
	if c := f.parties[side].Contact; c != nil {
		n = min(n, *c)
	}
	return n
}

// near is how many enemies that can fight are within 4 inches.
func (f *melee) near(s *Melee, side int) int {
	return max(0, int(s.Force[side].Fit)-f.parties[side].Far)
}

// rounds are the rounds of the assault.
func (f *melee) rounds() procedure.Step[Melee] {
	armoured := func(s *Melee) bool { return f.units[f.struck(s)].armoured() }
	return procedure.Step[Melee]{
		Key: "assault-round", Rule: "C4-ASLT-05", Repeat: true,
		If: func(s *Melee) bool { return !s.Over && int(s.Round) < f.Rounds },
		Steps: []procedure.Step[Melee]{{
			Key: "strike", Rule: "C4-ASLT-05",
			Roll: func(s *Melee) dice.Roll {
				return dice.Count(f.strikers(s, f.striker(s)), f.units[f.striker(s)].Assault)
			},
			Then: func(s *Melee, o dice.Outcome, _ *procedure.Log) { s.Hits = int8(o.Successes()) },
			Why:  func(s *Melee) []number { return []number{f.strikeNumber(f.striker(s))} },
		}, {
			Key: "cut-down", Rule: "C4-ASLT-06",
			If: func(s *Melee) bool { return s.Hits > 0 && !armoured(s) },
			Then: func(s *Melee, _ dice.Outcome, log *procedure.Log) {
				e := &s.Force[f.struck(s)]
				n := min(s.Hits, e.Fit)
				e.Fit, e.Lost, s.Hits = e.Fit-n, e.Lost+n, 0
				log.SayN("C4-ASLT-06", "fall-without-save", int(n))
			},
		},
			f.tankHits(armoured),
			{
				Key: "won", Rule: "C4-ASLT-07", Also: []rulebook.ID{"C4-ASLT-10"},
				Then: func(s *Melee, _ dice.Outcome, log *procedure.Log) {
					s.Hits = 0
					e := &s.Force[f.struck(s)]
					if f.near(s, f.struck(s)) > 0 {
						return
					}
					if e.Out > 0 {
						log.SayN("C4-ASLT-07", "bailed-destroyed", int(e.Out))
						e.Lost, e.Out = e.Lost+e.Out, 0
					}
					s.Over, s.Won = true, s.Striker+1
					log.Say("C4-ASLT-10", "consolidates")
				},
			}, {
				Key: "counterattack", Rule: "C4-ASLT-08",
				If:   func(s *Melee) bool { return !s.Over && !f.alwaysLeaves(s) },
				Roll: func(s *Melee) dice.Roll { return dice.Count(1, f.units[f.struck(s)].Counterattack) },
				Then: func(s *Melee, o dice.Outcome, _ *procedure.Log) { s.Passed = o.Success() },
				Why:  func(s *Melee) []number { return []number{f.counterNumber(f.struck(s))} },
			}, {
				Key: "fight-on", Rule: "C4-ASLT-08",
				If: func(s *Melee) bool { return !s.Over && s.Passed },
				Choose: func(s *Melee) procedure.Choice {
					side := []string{"attacker", "defender"}[f.struck(s)]
					return procedure.Choice{Key: "fight-on", Side: side, Options: []string{"counterattack", "break-off"}, Policy: one(f.leaves(f.struck(s)))}
				},
				Then: func(s *Melee, o dice.Outcome, _ *procedure.Log) { s.Passed = o.Value == 0 },
			}, {
				Key: "break-off", Rule: "C4-ASLT-09", Also: []rulebook.ID{"C4-ASLT-10"},
				If:   func(s *Melee) bool { return !s.Over && !s.Passed },
				Then: func(s *Melee, _ dice.Outcome, log *procedure.Log) { f.breakOff(s, log) },
			}, {
				Key: "turn-about", Rule: "C4-ASLT-08", Also: []rulebook.ID{"C4-ASLT-02"},
				If: func(s *Melee) bool { return !s.Over },
				Then: func(s *Melee, _ dice.Outcome, log *procedure.Log) {
					s.Passed = false
					s.Striker = int8(f.struck(s))
					if s.Round++; int(s.Round) < f.Rounds {
						log.Say("C4-ASLT-08", "becomes-attacker")
					}
				},
			}},
	}
}

// leaves says whether the side leaves of its own will in the odds.
func (f *melee) leaves(side int) bool {
	for _, who := range f.Decide {
		if who == []string{"charger", "target"}[side] {
			return true
		}
	}
	return false
}

// alwaysLeaves says whether the struck side may not even test (C4-ASLT-08).
func (f *melee) alwaysLeaves(s *Melee) bool {
	u := f.units[f.struck(s)]
	return u.Type == "tank" && !u.armoured()
}

// breakOff takes the struck side out of the fight (C4-ASLT-09).
func (f *melee) breakOff(s *Melee, log *procedure.Log) {
	side := f.struck(s)
	e := &s.Force[side]
	s.Over = true
	if f.units[side].Type == "infantry" && f.parties[side].InBuilding && f.units[1-side].Type == "tank" {
		log.Say("C4-ASLT-09", "stays-in-building")
		return
	}
	stuck := min(e.Fit, int8(f.parties[side].CannotMove))
	if n := stuck + e.Out; n > 0 {
		log.SayN("C4-ASLT-09", "cannot-leave", int(n))
		e.Fit, e.Out, e.Lost = e.Fit-stuck, 0, e.Lost+n
	}
	s.Won = s.Striker + 1
	log.Say("C4-ASLT-09", "breaks-off")
	log.Say("C4-ASLT-10", "consolidates")
}

// tankHits deals the hits out evenly over the tanks and saves each with top armour (C4-ASLT-06).
func (f *melee) tankHits(armoured func(*Melee) bool) procedure.Step[Melee] {
	party := func(s *Melee) *Party { return f.parties[f.striker(s)] }
	top := func(s *Melee) int { return f.units[f.struck(s)].Top }
	at := func(s *Melee) int { return max(2, party(s).AT) }
	fate := func(s *Melee, dead bool) {
		s.Fate = nothing
		switch {
		case dead:
			s.Dead, s.Share = true, 0
		case s.Out:
			s.Fate = failed // once more: motivation
		default:
			s.Out = true
		}
	}
	return procedure.Step[Melee]{
		Key: "tank-saves", Rule: "C4-ASLT-06", Repeat: true,
		If: func(s *Melee) bool { return armoured(s) && (s.Hits > 0 || s.Share > 0) },
		Steps: []procedure.Step[Melee]{{
			Key: "next-tank", Rule: "C4-ASLT-06",
			If: func(s *Melee) bool { return s.Share == 0 },
			Then: func(s *Melee, _ dice.Outcome, _ *procedure.Log) {
				e := &s.Force[f.struck(s)]
				if s.Left == 0 {
					s.Left = e.Fit + e.Out
				}
				s.Share = (s.Hits + s.Left - 1) / s.Left
				s.Hits -= s.Share
				// Fit tanks take their share first; those bailed out already come last.
				s.Was = s.Left <= f.outBefore(s)
				s.Out = s.Was
				s.Left--
			},
		}, {
			Key: "top-armour", Rule: "C4-ASLT-06", Also: []rulebook.ID{"C4-SAVE-04", "C4-SAVE-05", "C4-SAVE-06"},
			Roll: func(s *Melee) dice.Roll { return dice.Table(1, armourRows(top(s), at(s))) },
			Then: func(s *Melee, o dice.Outcome, log *procedure.Log) {
				s.Share--
				s.Fate = int8(o.Row())
				rule, key := "C4-SAVE-04", "armour-holds"
				switch o.Row() {
				case equal:
					rule, key = "C4-SAVE-05", "armour-equal"
				case below:
					rule, key = "C4-SAVE-06", "armour-pierced"
				}
				log.Say(ruleID(rule), key)
			},
			Why: func(s *Melee) []number {
				return []number{
					explain.Amount("armour", explain.Worth("C4-ASLT-06", "top-armour", top(s))),
					explain.Amount("anti-tank", explain.Worth("C4-ASLT-06", "close-anti-tank", at(s))),
				}
			},
		}, {
			Key: "firepower", Rule: "C4-SAVE-07", Also: []rulebook.ID{"C4-ASLT-06"},
			If:   func(s *Melee) bool { return s.Fate == equal || s.Fate == below },
			Roll: func(s *Melee) dice.Roll { return dice.Count(1, party(s).Firepower) },
			Then: func(s *Melee, o dice.Outcome, log *procedure.Log) {
				was := s.Fate
				s.Fate = nothing
				switch {
				case was == below && o.Success():
					fate(s, true)
					log.Say("C4-EFFECT-01", "destroyed")
				case was == below || o.Success():
					fate(s, false)
					if s.Fate == nothing {
						log.Say(ruleID(map[int8]string{equal: "C4-SAVE-05", below: "C4-SAVE-06"}[was]), "bails-out")
					} else {
						log.Say("C4-CREW-02", "bailed-out-again")
					}
				default:
					log.Say("C4-SAVE-05", "no-effect")
				}
			},
			Why: func(s *Melee) []number {
				return []number{explain.Needed("firepower", explain.Worth("C4-ASLT-06", "close-firepower", party(s).Firepower))}
			},
		}, {
			Key: "stay-with-tank", Rule: "C4-CREW-02",
			If:   func(s *Melee) bool { return s.Fate == failed },
			Roll: func(s *Melee) dice.Roll { return dice.Count(1, f.units[f.struck(s)].Remount) },
			Then: func(s *Melee, o dice.Outcome, log *procedure.Log) {
				s.Fate = nothing
				if !o.Success() {
					fate(s, true)
					log.Say("C4-EFFECT-01", "destroyed")
				}
			},
			Why: func(s *Melee) []number { return []number{remount(f.units[f.struck(s)], "C4-CREW-02")} },
		}, {
			Key: "tank-settled", Rule: "C4-ASLT-06",
			If: func(s *Melee) bool { return s.Share == 0 },
			Then: func(s *Melee, _ dice.Outcome, _ *procedure.Log) {
				e := &s.Force[f.struck(s)]
				switch {
				case s.Dead && s.Was:
					s.Wreck++
				case s.Dead:
					s.Burnt++
				case s.Out && !s.Was:
					s.Fled++
				}
				s.Out, s.Was, s.Dead = false, false, false
				if s.Hits == 0 || s.Left == 0 {
					e.Out += s.Fled - s.Wreck
					e.Fit -= s.Fled + s.Burnt
					e.Lost += s.Wreck + s.Burnt
					s.Fled, s.Wreck, s.Burnt, s.Left, s.Hits = 0, 0, 0, 0, 0
				}
			},
		}},
	}
}

// outBefore is how many of the struck tanks were bailed out before the strikes of this round.
func (f *melee) outBefore(s *Melee) int8 { return s.Force[f.struck(s)].Out }
