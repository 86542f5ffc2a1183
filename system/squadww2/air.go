package squadww2

import (
	"fmt"
	"slices"

	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// AirCombat is the attack of one aircraft on another along its flight line.
type AirCombat struct {
	Attacker Aircraft `yaml:"attacker" required:"true"`
	Target   Aircraft `yaml:"target" required:"true"`
	// OnLine says that the attacker's flight line passes over or under the target (SQ-AIR-05).
	OnLine bool `yaml:"on_line" default:"true"`
	// FromRear says that the flight line starts in the target's rear zone (SQ-MOD-10).
	FromRear bool `yaml:"from_rear"`
	// Fire is the weapons in the order of their dice; absent means all.
	Fire []string `yaml:"fire" enum:"mgs,turret,cannons" maxItems:"3"`
	// Burst of the machine guns: full, or one shot less each without risk (SQ-DICE-06).
	Burst string `yaml:"burst" enum:"full,short" default:"full"`
	// OnGround is what the attacker uses against the ground in the same turn (SQ-AIR-09, 10).
	OnGround string `yaml:"on_ground" enum:"none,guns,bombs" default:"none"`
	// Attacked says that it has attacked another aircraft this turn (SQ-AIR-08).
	Attacked bool `yaml:"attacked"`
	// OthersOnLine is how many other aircraft the line crosses.
	OthersOnLine int `yaml:"others_on_line" minimum:"0" maximum:"20"`
}

// battery is guns of an aircraft, or anti-aircraft weapons of one group, that fire together.
type battery struct {
	shot   volley
	ap     AP
	chains bool // Chain Reaction (SQ-AIR-28)
}

// Judge implements system.Engagement.
func (c *AirCombat) Judge(choices rulebook.Choices) (*system.Judgement, error) {
	o := options{choices}
	in := *c
	c = &in
	ps := c.Attacker.settle("attacker")
	ps = append(ps, c.Target.settle("target")...)
	if ps != nil {
		return nil, ps
	}
	if ps := c.Attacker.carries("fire", c.Fire); ps != nil {
		return nil, ps
	}
	no := c.Attacker.overloaded("attacker")
	if no == nil {
		no = c.forbidden()
	}
	if no != nil {
		return &system.Judgement{Refusal: no}, nil
	}
	fire, no := c.guns(o)
	if no != nil {
		return &system.Judgement{Refusal: no}, nil
	}
	j := &system.Judgement{Reasons: []reason{
		explain.Because("SQ-AIR-05", "same-height", is("n", c.Target.Height)),
		explain.Because("SQ-AIR-02", "on-flight-line").And("SQ-RANGE-14", "SQ-AIR-04"),
	}}
	if c.OthersOnLine > 0 {
		j.Reasons = append(j.Reasons, explain.Because("SQ-AIR-08", "others-ignored", is("n", c.OthersOnLine)))
	}
	if c.OnGround == "bombs" {
		j.Reasons = append(j.Reasons, explain.Because("SQ-AIR-10", "bombs-besides").And("SQ-ELIG-19"))
	}
	if c.Attacker.Recon != "none" {
		j.Reasons = append(j.Reasons, explain.Because("SQ-AIR-21", "recon-for-armament"))
	}
	j.Reasons = append(j.Reasons, o.older()...)
	f := c.Target.airframe(o)
	var steps []step
	jams, fires := false, 0
	for _, b := range c.batteries(fire, o, j) {
		r, works := b.pierces(f, fires > 0)
		j.Reasons = append(j.Reasons, r)
		if !works {
			continue
		}
		fires++
		jams = jams || b.shot.jams > 0
		j.Numbers = append(j.Numbers, b.shot.dice, b.shot.toHit)
		steps = append(steps, f.attackSteps(b)...)
	}
	j.Numbers = append(j.Numbers, explain.Amount("wounds-left", explain.Worth("SQ-VEH-01", "wounds-of", f.wounds, is("initial", f.initial))))
	j.Program = f.program("air-combat", steps, jams)
	return j, nil
}

// forbidden returns the refusal of the whole attack, or nil.
func (c *AirCombat) forbidden() *explain.Refusal {
	a, t := &c.Attacker, &c.Target
	switch {
	case a.is("spinning"):
		return explain.Refuse("attacker.states", explain.Because("SQ-AIR-25", "spinning-cannot-fire"))
	case c.Attacked:
		return explain.Refuse("attacked", explain.Because("SQ-AIR-08", "one-air-target"))
	case c.OnGround == "guns":
		return explain.Refuse("on_ground", explain.Because("SQ-AIR-09", "air-or-ground").And("SQ-ELIG-19"))
	case c.OnGround == "bombs" && *a.TurretGuns == 0:
		return explain.Refuse("on_ground", explain.Because("SQ-AIR-09", "air-or-ground").And("SQ-ELIG-19"), explain.Because("SQ-AIR-10", "no-turret"))
	case !c.OnLine:
		return explain.Refuse("on_line", explain.Because("SQ-AIR-05", "line-misses-aircraft").And("SQ-AIR-02", "SQ-AIR-04"))
	case a.Height != t.Height:
		return explain.Refuse("target.height", explain.Because("SQ-AIR-05", "heights-differ", is("n", a.Height), is("other", t.Height)))
	}
	return nil
}

// guns names of the aircraft's weapons, as a player writes them.
var gunNames = []struct {
	name string
	arm  arms
}{{"mgs", fixedGuns}, {"turret", turretGuns}, {"cannons", cannonGuns}, {"bombs", bombLoad}}

func armOf(name string) arms {
	for _, g := range gunNames {
		if g.name == name {
			return g.arm
		}
	}
	return 0
}

// carries reports named weapons that the aircraft does not have, or that are named twice. field
// is the path of the list.
func (p *Aircraft) carries(field string, names []string) explain.Problems {
	var ps explain.Problems
	for i, name := range names {
		switch {
		case armOf(name)&p.has() == 0:
			ps = append(ps, explain.Wrong(fmt.Sprintf("%s[%d]", field, i), "no-such-guns", is("value", explain.Word("arm-"+name))))
		case slices.Index(names, name) < i:
			ps = append(ps, explain.Wrong(fmt.Sprintf("%s[%d]", field, i), "named-twice", is("value", explain.Word("arm-"+name))))
		}
	}
	return ps
}

// outOf is the reason that a weapon is out of action: by damage (SQ-ELIG-18, SQ-AIR-30).
func outOf(name string) reason {
	return explain.Because("SQ-ELIG-18", "arm-out", is("weapon", explain.Word("arm-"+name))).And("SQ-AIR-30")
}

// guns returns the weapons that fire, in order, or why a named one may not.
func (c *AirCombat) guns(o options) ([]string, *explain.Refusal) {
	usable := c.Attacker.usable(o)
	if len(c.Fire) == 0 {
		var fire []string
		var out []reason
		for _, g := range gunNames {
			switch {
			case g.arm == bombLoad || c.Attacker.has()&g.arm == 0 || c.OnGround == "bombs" && g.arm != turretGuns:
			case usable&g.arm == 0:
				out = append(out, outOf(g.name))
			default:
				fire = append(fire, g.name)
			}
		}
		if len(fire) == 0 {
			if out == nil {
				out = []reason{explain.Because("SQ-AIR-06", "no-air-guns")}
			}
			return nil, explain.Refuse("attacker", out...)
		}
		return fire, nil
	}
	for i, name := range c.Fire {
		field := fmt.Sprintf("fire[%d]", i)
		switch {
		case c.OnGround == "bombs" && name != "turret":
			return nil, explain.Refuse(field, explain.Because("SQ-AIR-10", "turret-only").And("SQ-ELIG-19"))
		case usable&armOf(name) == 0:
			return nil, explain.Refuse(field, outOf(name))
		}
	}
	return c.Fire, nil
}

// batteries sorts the weapons that fire into groups with equal numbers (SQ-DICE-04): machine
// guns of both kinds are one, at the place of the first.
func (c *AirCombat) batteries(fire []string, o options, j *system.Judgement) []battery {
	var out []battery
	mgs := false
	for _, name := range fire {
		if name == "cannons" {
			w := Roster().Weapon(c.Attacker.Cannon)
			b := battery{ap: w.AP, chains: !o.is("chain-reaction", "none")}
			b.shot = c.shot(w, *c.Attacker.Cannons, explain.Worth("SQ-HIT-07", "hit-air-cannon", 4).And("SQ-AIR-07"), o)
			b.shot.dice.Reasons[0] = b.shot.dice.Reasons[0].And("SQ-AIR-07")
			if b.chains {
				b.shot.toHit = b.shot.toHit.Noting(chainReason(o))
			}
			out = append(out, b)
			continue
		}
		if mgs {
			continue
		}
		mgs = true
		n := 0
		for _, g := range fire {
			switch g {
			case "mgs":
				n += *c.Attacker.MGs
			case "turret":
				n += *c.Attacker.TurretGuns
			}
		}
		if jammed := min(n, c.Attacker.Jammed); jammed > 0 {
			j.Reasons = append(j.Reasons, explain.Because("SQ-AMMO-02", "mgs-jammed", is("n", jammed)))
			n -= jammed
		}
		if n == 0 {
			continue
		}
		w := Roster().Weapon("aircraft_mg")
		b := battery{ap: FullAP}
		b.shot = c.shot(w, n, explain.Worth("SQ-HIT-07", "hit-air-mg", 5).And("SQ-AIR-06"), o)
		b.shot.dice.Reasons[0] = b.shot.dice.Reasons[0].And("SQ-AIR-06")
		if c.Burst == "short" {
			b.shot.dice = b.shot.dice.With(explain.Worth("SQ-DICE-06", "short-burst", -n).And("SQ-AMMO-03"))
		} else {
			b.shot.dice = b.shot.dice.Noting(explain.Because("SQ-DICE-06", "full-burst", is("n", n)))
			b.shot.jams = n
		}
		out = append(out, b)
	}
	return out
}

// chainReason says how Chain Reaction is read (SQ-AIR-28).
func chainReason(o options) reason {
	if o.is("chain-reaction", "unlimited") {
		return explain.Because("SQ-AIR-28", "chain-unlimited")
	}
	return explain.Because("SQ-AIR-28", "chain-single")
}

// shot gathers the dice of n equal guns at the target.
func (c *AirCombat) shot(w *Weapon, n int, base reason, o options) volley {
	var mods []reason
	if c.FromRear {
		mods = append(mods, explain.Worth("SQ-MOD-09", "mod-aircraft-rear", 1).And("SQ-AIR-12"))
	}
	if c.Target.is("marked") {
		mods = append(mods, explain.Worth("SQ-MOD-12", "mod-marked", 1))
	}
	v := volley{key: "air-hit", rule: ruleIDs{"SQ-DICE-07", "SQ-HIT-07", "SQ-GEN-06"}, of: w.Name}
	v.dice = explain.Amount("dice", explain.Worth("SQ-DICE-07", "shots", w.Shots*n, is("weapon", w.Name), is("count", n), is("shots", w.Shots)))
	v.toHit = modified(explain.Needed("to-hit", base), mods, o)
	v.dice.Of, v.toHit.Of = w.Name, w.Name
	return v
}

// pierces says whether the battery hurts the aircraft, and why: everything that is meant for the
// air counts as full AP, cannon follow their calibre (SQ-VEH-09, SQ-AIR-17). Under
// OPT-ap-wounds-basis = current a cannon too weak now may work after others.
func (b *battery) pierces(f *airframe, later bool) (reason, bool) {
	w := is("weapon", b.shot.of)
	if b.ap == FullAP {
		return explain.Because("SQ-VEH-09", "full-ap-in-the-air", w), true
	}
	limit := 3
	if b.ap == LightAP {
		limit = 4
	}
	var start State
	r := explain.Because("SQ-AIR-17", "cannon-ap-works", w, is("limit", limit), is("n", f.counted())).And(append(b.ap.rule(), "SQ-VEH-07")...)
	if !f.hurtBy(b.ap, &start) {
		r.Key = "cannon-ap-too-weak"
		r = r.And("SQ-VEH-08")
		return r, later && f.o.is("ap-wounds-basis", "current")
	}
	return r, true
}

// attackSteps are the dice of one battery: hits with their extra dice, each hit's damage, the
// jam dice. Nothing is thrown at an aircraft that is gone.
func (f *airframe) attackSteps(b battery) []step {
	v := b.shot
	unlimited := b.chains && f.o.is("chain-reaction", "unlimited")
	hit := step{
		Key: v.key, Rule: v.rule[0], Also: v.rule[1:],
		Why: func(*State) []number { return []number{v.dice, v.toHit} },
		Roll: func(*State) dice.Roll {
			r := dice.Count(v.dice.Value, v.toHit.Target())
			if b.chains && !unlimited {
				r = r.Chaining()
			}
			return r
		},
		Then: func(s *State, o outcome, l *log) {
			s.Shot.Hits = o.Counts[1]
			if unlimited {
				s.Plane.Fresh = o.Counts[1]
				f.cap(s, l)
			}
		},
	}
	if b.chains && !unlimited {
		hit.Also = append(slices.Clone(hit.Also), "SQ-AIR-28")
	}
	steps := []step{hit}
	if unlimited {
		steps = append(steps, f.chainSteps(v))
	}
	steps = append(steps, f.hitSteps()...)
	if v.jams > 0 {
		steps = append(steps, jamStep(v.jams))
	}
	return []step{{
		Key: "shot", Rule: v.rule[0],
		If:    func(s *State) bool { return !f.gone(s) && (b.ap == FullAP || f.hurtBy(b.ap, s)) },
		Steps: steps,
	}}
}

// chainSteps throw extra dice for the hits of the last throw until none hits, or until so many
// hits are scored that the aircraft cannot survive them: more dice cannot change anything then,
// and the chain has an end (SQ-AIR-28, SQ-VEH-38).
func (f *airframe) chainSteps(v volley) step {
	return step{
		Key: "chain", Rule: "SQ-AIR-28",
		If: func(s *State) bool { return s.Plane.Fresh > 0 }, Repeat: true,
		Steps: []step{{
			Key: "chain-dice", Rule: "SQ-AIR-28",
			Why:  func(*State) []number { return []number{v.toHit} },
			Roll: func(s *State) dice.Roll { return dice.Count(int(s.Plane.Fresh), v.toHit.Target()) },
			Then: func(s *State, o outcome, l *log) {
				s.Plane.Fresh = o.Counts[1]
				s.Shot.Hits += o.Counts[1]
				f.cap(s, l)
			},
		}},
	}
}

// cap ends an unlimited chain once the hits suffice in any case.
func (f *airframe) cap(s *State, l *log) {
	if n := int16(f.enough(s)); s.Shot.Hits >= n {
		if s.Plane.Fresh > 0 {
			l.SayN("SQ-VEH-38", "chain-enough", int(n))
		}
		s.Shot.Hits, s.Plane.Fresh = n, 0
	}
}

// program is the procedure of fire at an aircraft.
func (f *airframe) program(key string, steps []step, jams bool) system.Program {
	ms := f.measures()
	if jams {
		ms = append(ms, jamsMeasure)
	}
	return system.Run(procedure.Procedure[State]{Key: key, Start: f.start, Steps: steps, Measures: ms})
}

var airCombatKind = system.Kind{
	ID:   "air-combat",
	Name: rulebook.Text{RU: "Воздушный бой", EN: "Air combat"},
	New:  func() system.Engagement { return new(AirCombat) },
	Sample: `
options: {chain-reaction: unlimited}
attacker: {class: light_fighter, wounds: 2, mgs: 1, cannons: 1}
target: {class: bomber, wounds: 2, bombs: [large], turret_guns: 1}
from_rear: true
`,
}
