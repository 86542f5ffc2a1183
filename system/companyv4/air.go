package companyv4

import (
	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// AirAttack is the attack of a flight, from its arrival through the fire of the anti-aircraft guns.
type AirAttack struct {
	Measure  string   `yaml:"measure" enum:"inch,cm" default:"inch"`
	Night    bool     `yaml:"night"`
	Arriving bool     `yaml:"arriving"` // throw for the arrival first
	Flight   Flight   `yaml:"flight" required:"true"`
	AA       *AntiAir `yaml:"anti_aircraft"`
	Fire     []Batch  `yaml:"fire" required:"true" minItems:"1" maxItems:"6"`
	Target   Target   `yaml:"target" required:"true"`
}

// Flight is the aircraft that attack.
type Flight struct {
	Unit     string   `yaml:"unit"`
	Aircraft int      `yaml:"aircraft" minimum:"1" maximum:"6" default:"2"`
	HitOn    *int     `yaml:"hit_on" minimum:"2" maximum:"6"`
	Save     *int     `yaml:"save" minimum:"2" maximum:"6"`
	Traits   []string `yaml:"traits" enum:"scout"`
}

// AntiAir is the unit that fires at the flight before it attacks.
type AntiAir struct {
	Unit   string  `yaml:"unit"`
	Type   string  `yaml:"type" enum:"tank,infantry,gun"`
	Pinned bool    `yaml:"pinned"`
	Fire   []Batch `yaml:"fire" required:"true" minItems:"1" maxItems:"6"`
}

// Raid is what an air attack changes.
type Raid struct {
	Here   bool // the flight has arrived
	Flak   Attack
	Strike Attack
}

var airKind = system.Kind{
	ID:   "air-attack",
	Name: rulebook.Text{RU: "Атака авиации", EN: "Air attack"},
	New:  func() system.Engagement { return new(AirAttack) },
	Sample: `
arriving: true
flight: {unit: ju87, aircraft: 1}
anti_aircraft: {unit: flak-20-platoon, fire: [{weapon: flak-20, teams: 1, distance: 15}]}
fire:
  - {weapon: ju87-37, distance: 6}
target: {unit: sherman, teams: [{name: S1}]}
`,
}

// Judge implements system.Engagement.
func (r *AirAttack) Judge(c rulebook.Choices) (*system.Judgement, error) {
	o := options{c}
	strike := Shooting{
		Measure: r.Measure, Night: r.Night, Fire: r.Fire, Target: r.Target,
		Shooter: Shooter{Unit: r.Flight.Unit, Type: "aircraft", Teams: &r.Flight.Aircraft, Order: "none"},
	}
	f, j, err := strike.prepare(o)
	if err != nil || j.Refusal != nil {
		return j, err
	}
	flying := func(s *Raid) bool { return s.Here && int(s.Flak.Destroyed) < r.Flight.Aircraft }
	var steps []procedure.Step[Raid]
	arrives := explain.Needed("arrival", explain.Worth("C4-AIR-02", "arrives-on", 4))
	if r.Arriving {
		j.Numbers = append([]number{arrives}, j.Numbers...)
		steps = append(steps, procedure.Step[Raid]{
			Key: "arrival", Rule: "C4-AIR-02", Also: []rulebook.ID{"C4-AIR-03"},
			Roll: func(*Raid) dice.Roll { return dice.Count(1, 4) },
			Then: func(s *Raid, o dice.Outcome, log *procedure.Log) {
				if s.Here = o.Success(); s.Here {
					log.Say("C4-AIR-03", "placed-anywhere")
				}
			},
			Why: func(*Raid) []number { return []number{arrives} },
		})
	}
	if r.AA != nil {
		flak := r.flak()
		g, fj, err := flak.prepare(o)
		if err != nil {
			return nil, renamed(err, "fire", "anti_aircraft.fire", "shooter", "anti_aircraft", "target", "flight")
		}
		if fj.Refusal != nil {
			fj.Refusal.Field = rename(fj.Refusal.Field, "fire", "anti_aircraft.fire", "shooter", "anti_aircraft", "target", "flight")
			return fj, nil
		}
		g.mistake = false
		j.Reasons = append(fj.Reasons, j.Reasons...)
		j.Numbers = append(fj.Numbers, j.Numbers...)
		steps = append(steps, procedure.Step[Raid]{
			Key: "anti-aircraft", Rule: "C4-HIT-04", If: func(s *Raid) bool { return s.Here },
			Steps: attackSteps(g, func(s *Raid) *Attack { return &s.Flak }),
		})
	}
	steps = append(steps, procedure.Step[Raid]{
		Key: "air-strike", Rule: "C4-DICE-08", Also: []rulebook.ID{"C4-AIR-01"}, If: flying,
		Steps: append([]procedure.Step[Raid]{{
			Key: "aircraft-left", Rule: "C4-DICE-08",
			Then: func(s *Raid, _ dice.Outcome, _ *procedure.Log) {
				s.Strike.Flying = 1 + int8(r.Flight.Aircraft) - s.Flak.Destroyed
			},
		}}, attackSteps(f, func(s *Raid) *Attack { return &s.Strike })...),
	})
	j.Program = system.Run(procedure.Procedure[Raid]{
		Key: "air-attack", Start: Raid{Here: !r.Arriving}, Steps: steps,
		Measures: append([]procedure.Measure[Raid]{
			{Key: "arrived", Event: true, Of: func(s *Raid) int { return one(s.Here) }},
			{Key: "aircraft-lost", Of: func(s *Raid) int { return int(s.Flak.Destroyed) + one(s.Flak.Dead) }},
		}, attackMeasures(f, func(s *Raid) *Attack { return &s.Strike })...),
	})
	return j, nil
}

// flak is the fire of the anti-aircraft guns at the flight (C4-HIT-04).
func (r *AirAttack) flak() *Shooting {
	s := &Shooting{Measure: r.Measure, Night: r.Night, Fire: r.AA.Fire}
	s.Shooter = Shooter{Unit: r.AA.Unit, Type: r.AA.Type, Pinned: r.AA.Pinned, Order: "none"}
	if r.AA.Unit == "" && r.AA.Type == "" {
		s.Shooter.Type = "gun"
	}
	s.Target = Target{Unit: r.Flight.Unit, Type: "aircraft", HitOn: r.Flight.HitOn, Save: r.Flight.Save, Traits: r.Flight.Traits}
	s.Target.Teams = make([]Team, r.Flight.Aircraft)
	return s
}
