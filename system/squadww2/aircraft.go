package squadww2

import (
	"slices"

	"umpire/dice"
	"umpire/explain"
)

// Aircraft is what the dice need to know of an aircraft.
type Aircraft struct {
	// Unit is a roster id that fills what is not given here.
	Unit  string `yaml:"unit"`
	Class string `yaml:"class" enum:"light_fighter,heavy_fighter,bomber,superheavy_bomber"`
	// Wounds are those at the start of the game; WoundsLeft those at the start of this engagement.
	Wounds     *int `yaml:"wounds" minimum:"1" maximum:"12"`
	WoundsLeft *int `yaml:"wounds_left" minimum:"1" maximum:"12"`
	// Height is 1 low, 2 middle, 3 high (SQ-AIR-27).
	Height int `yaml:"height" minimum:"1" maximum:"3" default:"2"`
	// MGs are the fixed machine guns, TurretGuns those of a separate gunner.
	MGs        *int   `yaml:"mgs" minimum:"0" maximum:"12"`
	TurretGuns *int   `yaml:"turret_guns" minimum:"0" maximum:"12"`
	Cannons    *int   `yaml:"cannons" minimum:"0" maximum:"8"`
	Cannon     string `yaml:"cannon" enum:"aircraft_cannon_20,aircraft_cannon_37"`
	// Bombs are the templates of its profile.
	Bombs []string `yaml:"bombs" enum:"small,large,apocalyptic" maxItems:"3"`
	// Recon is the equipment taken in exchange for the main armament (SQ-AIR-21).
	Recon string `yaml:"recon" enum:"none,light,heavy" default:"none"`
	// Jammed is how many machine guns stay silent this turn (SQ-AMMO-02).
	Jammed int      `yaml:"jammed" minimum:"0" maximum:"24"`
	States []string `yaml:"states" enum:"spinning,main_out,secondary_out,gear_out,marked"`
}

// Plane is what has happened to an aircraft besides its Hull.
type Plane struct {
	Fresh   int16 // extra dice that wait to be thrown under unlimited Chain Reaction
	Height  int8
	Spin    bool // in a spin (SQ-AIR-25)
	Crashed bool // fell below height 1
}

// arms is a set of an aircraft's weapons.
type arms uint8

const (
	fixedGuns arms = 1 << iota
	turretGuns
	cannonGuns
	bombLoad
)

func (p *Aircraft) is(state string) bool { return slices.Contains(p.States, state) }

// settle fills the aircraft from its roster entry and checks that its facts agree. field is the
// path of the aircraft.
func (p *Aircraft) settle(field string) explain.Problems {
	u, ps := checkRoster(field+".unit", p.Unit)
	if u != nil && u.Aircraft == nil {
		ps = explain.Problems{explain.Wrong(field+".unit", "not-an-aircraft", is("value", p.Unit))}
	}
	if ps != nil {
		return ps
	}
	if u != nil {
		p.fromRoster(u)
	}
	for _, n := range []**int{&p.MGs, &p.TurretGuns, &p.Cannons} {
		if *n == nil {
			*n = new(int)
		}
	}
	if p.Cannon == "" {
		p.Cannon = "aircraft_cannon_20"
	}
	if p.Recon == "" {
		p.Recon = "none"
	}
	if p.Height == 0 {
		p.Height = 2
	}
	if p.Class == "" {
		ps = append(ps, explain.Wrong(field+".class", "field-missing"))
	}
	if p.Wounds == nil {
		return append(ps, explain.Wrong(field+".wounds", "field-missing"))
	}
	if p.WoundsLeft == nil {
		p.WoundsLeft = p.Wounds
	}
	if *p.WoundsLeft > *p.Wounds {
		ps = append(ps, explain.Wrong(field+".wounds_left", "field-above", is("value", *p.WoundsLeft), is("want", *p.Wounds)))
	}
	if guns := *p.MGs + *p.TurretGuns; p.Jammed > guns {
		ps = append(ps, explain.Wrong(field+".jammed", "field-above", is("value", p.Jammed), is("want", guns)))
	}
	if p.Recon != "none" && ps == nil {
		ps = p.exchange(field)
	}
	return ps
}

// fromRoster fills what was not given.
func (p *Aircraft) fromRoster(u *UnitType) {
	fill := func(n **int, v int) {
		if *n == nil {
			*n = &v
		}
	}
	if p.Class == "" {
		p.Class = u.Aircraft.Class
	}
	fill(&p.Wounds, u.Wounds)
	fill(&p.TurretGuns, u.Aircraft.TurretGuns)
	mgs, cannons := 0, 0
	for _, c := range u.Weapons {
		switch w := Roster().Weapon(c.ID); {
		case w.Has("chain_reaction"):
			cannons += c.Count
			if p.Cannon == "" {
				p.Cannon = c.ID
			}
		case w.Has("flight_line"):
			mgs += c.Count
		}
	}
	fill(&p.MGs, mgs)
	fill(&p.Cannons, cannons)
	if p.Bombs == nil {
		p.Bombs = u.Aircraft.Bombs
	}
}

// exchange gives the main armament up for reconnaissance equipment (SQ-AIR-21).
func (p *Aircraft) exchange(field string) explain.Problems {
	if p.is("main_out") {
		return explain.Problems{explain.Wrong(field+".states", "main-exchanged")}
	}
	zero := 0
	switch main, _ := p.armament(false); {
	case main == 0:
		return explain.Problems{explain.Wrong(field+".recon", "nothing-to-exchange")}
	case main&bombLoad != 0:
		p.Bombs = []string{}
	case main&cannonGuns != 0:
		p.Cannons = &zero
	case main&fixedGuns != 0:
		p.MGs = &zero
	default:
		p.TurretGuns = &zero
	}
	return nil
}

// has returns the weapons that the aircraft carries.
func (p *Aircraft) has() arms {
	var all arms
	if *p.MGs > 0 {
		all |= fixedGuns
	}
	if *p.TurretGuns > 0 {
		all |= turretGuns
	}
	if *p.Cannons > 0 {
		all |= cannonGuns
	}
	if len(p.Bombs) > 0 {
		all |= bombLoad
	}
	return all
}

// armament divides the weapons into the main and the secondary armament (SQ-AIR-30): the bombs of
// a bomber, else the cannon, else the machine guns are the main one; machine guns beside it are
// secondary. Under the older table (asVehicle) there are only guns and machine guns.
func (p *Aircraft) armament(asVehicle bool) (main, second arms) {
	all := p.has()
	if asVehicle {
		all &^= bombLoad
	}
	bomber := p.Class == "bomber" || p.Class == "superheavy_bomber"
	mgs := all & (fixedGuns | turretGuns)
	switch {
	case bomber && all&bombLoad != 0:
		return bombLoad, mgs
	case all&cannonGuns != 0:
		return cannonGuns, mgs
	case asVehicle:
		return mgs, 0
	case all&fixedGuns != 0:
		return fixedGuns, all & turretGuns
	case all&turretGuns != 0:
		return turretGuns, 0
	}
	return all, 0
}

// usable returns the weapons that are not out of action.
func (p *Aircraft) usable(o options) arms {
	main, second := p.armament(o.is("aircraft-damage", "as-vehicles"))
	all := p.has()
	if p.is("main_out") {
		all &^= main
	}
	if p.is("secondary_out") {
		all &^= second
	}
	return all
}

// airframe is what the damage of one aircraft depends on.
type airframe struct {
	armour
	asVehicle bool // OPT-aircraft-damage
	start     State
}

func (p *Aircraft) airframe(o options) *airframe {
	f := &airframe{asVehicle: o.is("aircraft-damage", "as-vehicles")}
	main, second := p.armament(f.asVehicle)
	f.armour = armour{
		initial: *p.Wounds, wounds: *p.WoundsLeft, main: main != 0, mg: second != 0,
		loneMG: f.asVehicle && main != 0 && main&cannonGuns == 0, save: explain.NoNumber("save", explain.Because("SQ-SAVE-09", "save-none")), o: o,
	}
	f.start.Hulls[f.at] = Hull{MainOut: p.is("main_out"), MGOut: p.is("secondary_out"), GearOut: p.is("gear_out")}
	f.start.Plane = Plane{Height: int8(p.Height), Spin: p.is("spinning")}
	return f
}

// gone says whether the aircraft is destroyed.
func (f *airframe) gone(s *State) bool { return f.destroyed(s) || s.Plane.Crashed }

// hitSteps resolve the hits in State.Shot.Hits on the damage table one after the other.
func (f *airframe) hitSteps() []step {
	steps := f.damageSteps()
	if f.rolls() && !f.asVehicle {
		steps = []step{{
			Key: "damage", Rule: "SQ-VEH-05",
			If: func(s *State) bool { return s.Shot.Hits > 0 }, Repeat: true,
			Steps: []step{{
				Key: "damage-table", Rule: "SQ-VEH-19", Also: ruleIDs{"SQ-VEH-21", "SQ-VEH-05", "SQ-GEN-06"},
				Roll: func(*State) dice.Roll { return dice.Table(1, [6]uint8{0, 1, 2, 2, 2, 3}) },
				Then: func(s *State, o outcome, l *log) {
					s.Shot.Hits--
					f.take(s, o.Row(), l)
				},
			}},
		}}
	}
	return append(steps, step{
		Key: "shot-down", Rule: "SQ-AIR-29",
		If: func(s *State) bool { return f.gone(s) && !f.hull(s).Wreck },
		Then: func(s *State, _ outcome, l *log) {
			f.hull(s).Wreck = true
			l.Say("SQ-AIR-29", "aircraft-removed")
		},
	})
}

// take carries out a row of the damage table on an aircraft: 0 for a 1, 1 for a 2, 2 for 3 to 5,
// 3 for a 6 (SQ-VEH-31, SQ-AIR-25, 26, 30).
func (f *airframe) take(s *State, row int, l *log) {
	h := f.hull(s)
	say := func(key string, rules ...string) {
		if l.On() {
			r := explain.Because(ruleID(rules[0]), key)
			for _, id := range rules[1:] {
				r = r.And(ruleID(id))
			}
			l.Note(r)
		}
	}
	d := woundLost
	switch {
	case row == 0 && !f.main:
		say("unarmed-wound", "SQ-VEH-30")
	case row == 0 && h.MainOut:
		say("main-again", "SQ-VEH-25", "SQ-VEH-29")
	case row == 0:
		d = mainOut
		say("air-main-out", "SQ-AIR-30", "SQ-VEH-31", "SQ-VEH-24")
	case row == 1 && f.mg && h.MGOut:
		say("air-second-again", "SQ-VEH-26", "SQ-VEH-29")
	case row == 1 && f.mg:
		d = mgOut
		say("air-second-out", "SQ-AIR-30", "SQ-VEH-26")
	case row == 1 && f.o.is("damage2-without-mg", "no-effect"):
		d = noDamage
		say("air-no-second-no-effect", "SQ-VEH-27", "SQ-AIR-30")
	case row == 1 && f.main && !h.MainOut:
		d = mainOut
		say("air-no-second-main", "SQ-AIR-30", "SQ-VEH-27")
	case row == 1:
		say("no-mg-wound", "SQ-AIR-30", "SQ-VEH-27")
	case row == 2:
		say("wound-lost", "SQ-VEH-28")
	case s.Plane.Spin:
		say("spin-again", "SQ-AIR-26", "SQ-VEH-23")
	default:
		f.spin(s, say)
		return
	}
	f.suffer(s, d, l)
}

// spin sends the aircraft down one level; below level 1 it crashes (SQ-AIR-25).
func (f *airframe) spin(s *State, say func(string, ...string)) {
	s.Plane.Spin = true
	s.Plane.Height--
	say("into-a-spin", "SQ-AIR-25", "SQ-VEH-31")
	if s.Plane.Height < 1 {
		s.Plane.Crashed, s.Shot.Hits = true, 0
		say("crashes", "SQ-AIR-25")
	}
}

// enough is how many hits destroy the aircraft in any case: each takes a wound or a part.
func (f *airframe) enough(s *State) int {
	h := f.hull(s)
	n := f.left(s)
	if !f.rolls() {
		return n
	}
	n += boolInt(f.main && !h.MainOut) + boolInt(f.mg && !h.MGOut)
	if f.asVehicle {
		n += boolInt(!h.GearOut)
	} else {
		n += boolInt(!s.Plane.Spin)
	}
	if !f.mg && !f.loneMG && f.o.is("damage2-without-mg", "no-effect") {
		n += idleHits
	}
	return n
}

// idleHits bounds an unlimited chain where hits can be without effect for ever: that more of them
// than this count is needed has a chance below 6^-24.
const idleHits = 24

// measures are the results for the aircraft that can occur.
func (f *airframe) measures() []measure {
	event := func(key string, of func(s *State) bool) measure {
		return measure{Key: key, Event: true, Of: func(s *State) int { return boolInt(of(s)) }}
	}
	ms := []measure{
		hitsMeasure,
		{Key: "wounds-left", Of: f.left},
	}
	if f.rolls() {
		if f.main {
			ms = append(ms, event("main-armament-out", func(s *State) bool { return f.hull(s).MainOut }))
		}
		if f.mg {
			ms = append(ms, event("secondary-out", func(s *State) bool { return f.hull(s).MGOut }))
		}
		if f.asVehicle {
			ms = append(ms, event("gear-out", func(s *State) bool { return f.hull(s).GearOut }))
		} else {
			ms = append(ms,
				event("spin", func(s *State) bool { return s.Plane.Spin }),
				measure{Key: "height", Of: func(s *State) int { return int(s.Plane.Height) }},
				event("crashed", func(s *State) bool { return s.Plane.Crashed }))
		}
	}
	return append(ms, event("shot-down", f.gone))
}
