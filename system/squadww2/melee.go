package squadww2

import (
	"slices"

	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// Distances of a melee in cm, inclusive.
const (
	supportCM = 2 // of a man without contact to a friend in contact (SQ-MELEE-01)
	wayOutCM  = 2 // that a retreating unit keeps from every enemy (SQ-MELEE-11)
)

// Brawl is one round of melee between two units, with the flight and the pursuit that end it; or
// the attack of men on a vehicle.
type Brawl struct {
	Attacker Fighter `yaml:"attacker" required:"true"`
	Defender Fighter `yaml:"defender" required:"true"`
}

// Fighter is one side of a melee.
type Fighter struct {
	Unit string `yaml:"unit"`
	Type string `yaml:"type" enum:"infantry,cavalry,motor,heavy_team,gun_crew,bailed_crew,repair_team,vehicle"`
	// Men are the living models at the start of the round; WoundsLost are wounds of riders among
	// them who have lost their mount, or of mounts without rider.
	Men        *int `yaml:"men" minimum:"1" maximum:"60"`
	WoundsLost int  `yaml:"wounds_lost" minimum:"0" maximum:"60"`
	// Contact is the models in base contact; absent: all that OthersCM does not name.
	Contact *int `yaml:"contact" minimum:"1" maximum:"60"`
	// OthersCM is how far each other model is from the nearest friend in contact.
	OthersCM []float64 `yaml:"others_cm" maxItems:"60"`
	Traits   []string  `yaml:"traits" enum:"militia,body_armour,moral_training"`
	States   []string  `yaml:"states" enum:"pinned,retreating,bailed_out"`
	Friends  []Helper  `yaml:"friends" maxItems:"8"`
	// WayOutCM is how near the widest way out leads to the nearest enemy; absent: the way is free.
	WayOutCM *float64 `yaml:"way_out_cm" minimum:"0" maximum:"1000"`
	// EdgeCM is how far it is to the own table edge.
	EdgeCM *float64 `yaml:"edge_cm" minimum:"0" maximum:"1000"`
	// Vehicle is what the dice need to know of a vehicle that is attacked.
	Vehicle *Vehicle `yaml:"vehicle"`
}

// Melee is the state of a round of melee between men: what it has done, first to the attacker,
// then to the defender.
type Melee struct {
	Lost      [2]int16 // casualties of the round
	Wounds    int16    // strikes that await their saves
	Struck    bool     // both sides have struck, so that the round has its winner
	Flight    int8     // cm of the loser's flight
	Advance   int8     // cm of the winner's pursuit or victory move
	Pursues   bool     // the winner has chosen to pursue, his die not yet thrown
	Advances  bool     // the winner has chosen the victory move, likewise
	Retreats  bool     // the loser retreats from the melee
	Destroyed bool     // the retreating loser was destroyed or has left the table
}

type meleeStep = procedure.Step[Melee]

var sides = [2]string{"attacker", "defender"}

// winner returns the side that caused more casualties, or -1 (SQ-MELEE-03).
func (m *Melee) winner() int {
	switch {
	case !m.Struck:
		return -1
	case m.Lost[0] < m.Lost[1]:
		return 0
	case m.Lost[0] > m.Lost[1]:
		return 1
	}
	return -1
}

var meleeKind = system.Kind{
	ID:   "melee",
	Name: rulebook.Text{RU: "Рукопашная", EN: "Melee"},
	New:  func() system.Engagement { return new(Brawl) },
	Sample: `
attacker: {type: infantry, men: 5}
defender: {type: infantry, men: 6, contact: 1, traits: [body_armour], friends: [{figure: standard_bearer, distance_cm: 9}]}
`,
}

func (f *Fighter) has(trait string) bool { return slices.Contains(f.Traits, trait) }
func (f *Fighter) is(state string) bool  { return slices.Contains(f.States, state) }
func (f *Fighter) mounted() bool         { return f.Type == "cavalry" }

// lives is how many wounds the side can still lose: two for a rider with his mount (SQ-ALLOC-06).
func (f *Fighter) lives() int {
	if f.mounted() {
		return 2**f.Men - f.WoundsLost
	}
	return *f.Men
}

// settle fills what the roster says and checks that the facts agree. It returns the vehicle that
// the side is, with all its facts, or nil.
func (f *Fighter) settle(field string, mayBeVehicle bool) (*Vehicle, explain.Problems) {
	u, ps := checkRoster(field+".unit", f.Unit)
	wrong := func(at, key string, facts ...explain.Fact) {
		ps = append(ps, explain.Wrong(field+at, key, facts...))
	}
	if ps != nil {
		return nil, ps
	}
	if u != nil {
		if f.Type == "" {
			f.Type = u.Type
			if u.Type == "gun" {
				f.Type = "gun_crew"
			}
		}
		if f.Men == nil && u.Type != "vehicle" {
			n := max(u.Models, u.Crew)
			f.Men = &n
		}
		for _, t := range u.Traits {
			if slices.Contains([]string{"militia", "body_armour", "moral_training"}, t) && !f.has(t) {
				f.Traits = append(slices.Clip(f.Traits), t)
			}
		}
	}
	switch {
	case f.Type == "":
		wrong(".type", "field-missing")
	case f.Type == "aircraft":
		wrong(".unit", "not-on-the-ground", is("value", f.Unit))
	case f.Type == "vehicle" && !mayBeVehicle:
		wrong(".type", "not-men", is("value", explain.Word("vehicle")))
	case f.Type == "vehicle":
		return f.settleVehicle(field, u)
	case f.Vehicle != nil:
		wrong(".vehicle", "only-of-a-vehicle")
	case f.Men == nil:
		wrong(".men", "field-missing")
	default:
		n := len(f.OthersCM)
		if f.Contact == nil && n < *f.Men {
			all := *f.Men - n
			f.Contact = &all
		}
		switch {
		case f.Contact == nil || *f.Contact+n > *f.Men:
			wrong(".others_cm", "more-than-men", is("want", *f.Men))
		case f.WoundsLost > 0 && !f.mounted():
			wrong(".wounds_lost", "only-of-riders")
		case f.WoundsLost > *f.Men:
			wrong(".wounds_lost", "field-above", is("value", f.WoundsLost), is("want", *f.Men))
		}
		ps = append(ps, checkDistances(field+".others_cm", f.OthersCM)...)
	}
	return nil, ps
}

func (f *Fighter) settleVehicle(field string, u *UnitType) (*Vehicle, explain.Problems) {
	for _, x := range []struct {
		given bool
		name  string
	}{
		{f.Men != nil, "men"}, {f.Contact != nil, "contact"}, {len(f.OthersCM) > 0, "others_cm"}, {len(f.Traits) > 0, "traits"},
		{len(f.States) > 0, "states"}, {len(f.Friends) > 0, "friends"}, {f.WayOutCM != nil, "way_out_cm"}, {f.EdgeCM != nil, "edge_cm"},
	} {
		if x.given {
			return nil, explain.Problems{explain.Wrong(field+"."+x.name, "only-of-men")}
		}
	}
	var v Vehicle
	if f.Vehicle != nil {
		v = *f.Vehicle
	} else if u == nil {
		return nil, explain.Problems{explain.Wrong(field+".vehicle", "field-missing")}
	}
	return &v, v.settle(field+".vehicle", u, false)
}

// strikers returns the dice of the side: each model in contact or close behind one that is, two
// for a rider (SQ-MELEE-01), one for a rider without his mount (SQ-ALLOC-07).
func (f *Fighter) strikers(side string) number {
	per := 1
	if f.mounted() {
		per = 2
	}
	n := explain.Amount("strike-dice", explain.Worth("SQ-MELEE-01", "in-contact", *f.Contact*per, is("n", *f.Contact)))
	near := 0
	for _, d := range f.OthersCM {
		if d <= supportCM {
			near++
		}
	}
	if near > 0 {
		n = n.With(explain.Worth("SQ-MELEE-01", "close-behind", near*per, is("n", near)))
	}
	if far := len(f.OthersCM) - near; far > 0 {
		n = n.Noting(explain.Because("SQ-MELEE-01", "too-far-behind", is("n", far)))
	}
	if f.mounted() {
		n = n.Noting(explain.Because("SQ-MELEE-01", "two-dice-a-rider"))
		// Riders who still have their mounts strike first; the others are foot soldiers.
		if single := *f.Contact + near - (*f.Men - f.WoundsLost); single > 0 {
			n = n.With(explain.Worth("SQ-ALLOC-07", "dismounted-one-die", -single, is("n", single)))
		}
	}
	n.Of = explain.Word("side-" + side)
	return n
}

// strike returns the number that the side needs (SQ-MELEE-02).
func (f *Fighter) strike(side string) number {
	n := explain.Needed("strike", explain.Worth("SQ-MELEE-02", "strike-base", 4))
	if f.has("militia") {
		n = explain.Needed("strike", explain.Worth("SQ-MELEE-02", "strike-militia", 5).And("SQ-HIT-08"))
	}
	if f.is("retreating") {
		n = n.With(explain.Worth("SQ-RETREAT-07", "strike-retreating", -1).And("SQ-MELEE-02"))
	}
	if f.is("pinned") {
		n = n.Noting(explain.Because("SQ-PIN-25", "pinned-fights-back"))
	}
	n.Of = explain.Word("side-" + side)
	return n
}

// save is the side's save in melee: body armour or nothing (SQ-SAVE-16).
func (f *Fighter) save(side string) number {
	t := Target{Type: "infantry", Traits: f.Traits}
	n := t.save(Models{Count: *f.Men}, attack{melee: true}, false)
	n.Of = explain.Word("side-" + side)
	return n
}

// Judge implements system.Engagement.
func (b *Brawl) Judge(c rulebook.Choices) (*system.Judgement, error) {
	o := options{c}
	b = &Brawl{b.Attacker, b.Defender}
	_, ps := b.Attacker.settle("attacker", false)
	v, more := b.Defender.settle("defender", true)
	if ps = append(ps, more...); ps != nil {
		return nil, ps
	}
	if v != nil {
		return b.atVehicle(v, o), nil
	}
	j := &system.Judgement{Reasons: append(o.older(), explain.Because("SQ-MELEE-16", "no-leaving"))}
	side := [2]*Fighter{&b.Attacker, &b.Defender}
	proc := procedure.Procedure[Melee]{Key: "melee"}
	for i, f := range side {
		foe := side[1-i]
		blow := blows{from: i, lives: foe.lives(), dice: f.strikers(sides[i]), need: f.strike(sides[i]), save: foe.save(sides[1-i]), mounted: foe.mounted()}
		j.Numbers = append(j.Numbers, blow.dice, blow.need, blow.save)
		proc.Steps = append(proc.Steps, blow.steps()...)
		if f.is("bailed_out") {
			j.Reasons = append(j.Reasons, explain.Because("SQ-CREW-09", "bailed-out-may-be-charged"))
		}
		if f.has("moral_training") {
			j.Reasons = append(j.Reasons, explain.Because("SQ-MELEE-09", "never-runs", is("side", explain.Word("side-"+sides[i]))))
		}
	}
	proc.Steps = append(proc.Steps, b.outcomeStep(o))
	for i, f := range side {
		if f.has("moral_training") {
			continue
		}
		r := rallyInMelee(f.Friends)
		r.need.Of = explain.Word("side-" + sides[i])
		j.Numbers = append(j.Numbers, r.need)
		proc.Steps = append(proc.Steps, b.breakSteps(i, r, o)...)
	}
	for i := range side {
		proc.Steps = append(proc.Steps, b.extraMoveSteps(i)...)
	}
	proc.Measures = b.measures()
	j.Program = system.Run(proc)
	return j, nil
}

// blows are the strikes of one side.
type blows struct {
	from    int
	lives   int // of the other side
	dice    number
	need    number
	save    number // of the other side
	mounted bool   // the other side is
}

// steps are the strike dice and the saves of those struck. Both sides strike with all they had at
// the start of the round (SQ-MELEE-01).
func (b *blows) steps() []meleeStep {
	falls := func(m *Melee, n int, l *log) {
		m.Wounds = 0
		if n > b.lives {
			l.SayN("SQ-MELEE-03", "surplus-wounds", n-b.lives)
			n = b.lives
		}
		m.Lost[1-b.from] = int16(n)
		switch {
		case n == 0:
		case b.mounted:
			l.SayN("SQ-ALLOC-07", "rider-or-mount", n)
		default:
			l.SayN("SQ-ALLOC-03", "men-down", n)
		}
	}
	steps := []meleeStep{{
		Key: "strike", Rule: "SQ-MELEE-02", Also: ruleIDs{"SQ-MELEE-01"},
		Why:  func(*Melee) []number { return []number{b.dice, b.need} },
		Roll: func(*Melee) dice.Roll { return dice.Count(b.dice.Value, b.need.Value) },
		Then: func(m *Melee, o outcome, l *log) {
			if b.save.Possible() {
				m.Wounds = o.Counts[1]
				return
			}
			falls(m, o.Successes(), l)
		},
	}}
	if b.save.Possible() {
		steps = append(steps, meleeStep{
			Key: "save", Rule: "SQ-SAVE-16", Also: ruleIDs{"SQ-SAVE-01"},
			If:   func(m *Melee) bool { return m.Wounds > 0 },
			Why:  func(*Melee) []number { return []number{b.save} },
			Roll: func(m *Melee) dice.Roll { return dice.Count(int(m.Wounds), b.save.Target()) },
			Then: func(m *Melee, o outcome, l *log) { falls(m, int(m.Wounds)-o.Successes(), l) },
		})
	}
	return steps
}

func (b *Brawl) side(i int) *Fighter {
	if i == 0 {
		return &b.Attacker
	}
	return &b.Defender
}

// left is what the i-th side can still lose.
func (b *Brawl) left(m *Melee, i int) int { return b.side(i).lives() - int(m.Lost[i]) }

// routed says whether the i-th side lost the round in the ratio 5 to 1 (SQ-MELEE-04, SQ-MELEE-05;
// OPT-melee-ratio-basis) and is still there to take the test.
func (b *Brawl) routed(m *Melee, i int, o options) bool {
	if m.winner() != 1-i || b.left(m, i) == 0 {
		return false
	}
	if o.is("melee-ratio-basis", "survivors") {
		return b.left(m, 1-i) >= 5*b.left(m, i)
	}
	return m.Lost[i] >= 5*max(m.Lost[1-i], 1)
}

// outcomeStep ends the strikes: who has won the round, and whether a test follows.
func (b *Brawl) outcomeStep(o options) meleeStep {
	return meleeStep{
		Key: "round-won", Rule: "SQ-MELEE-03",
		Then: func(m *Melee, _ outcome, l *log) {
			m.Struck = true
			if !l.On() {
				return
			}
			w := m.winner()
			if w < 0 {
				l.SayN("SQ-MELEE-03", "round-drawn", int(m.Lost[0]))
				return
			}
			loser := 1 - w
			l.Note(explain.Because("SQ-MELEE-03", "round-won", is("side", explain.Word("side-"+sides[w])), is("n", int(m.Lost[loser])), is("own", int(m.Lost[w]))))
			switch {
			case b.left(m, loser) == 0:
				l.Say("SQ-MELEE-03", "side-wiped-out")
			case !b.routed(m, loser, o):
				l.Note(explain.Because("SQ-MELEE-05", "no-rout").And("SQ-MELEE-03"))
			case b.side(loser).has("moral_training"):
				l.Say("SQ-MELEE-09", "does-not-run")
			default:
				l.Note(explain.Because("SQ-MELEE-05", "routed").And("SQ-MELEE-04"))
			}
		},
	}
}

// breakSteps are the rally test of the i-th side after a rout, and its flight (SQ-MELEE-06 to 11,
// SQ-RETREAT-04, SQ-RETREAT-12).
func (b *Brawl) breakSteps(i int, r rally, o options) []meleeStep {
	f := b.side(i)
	flees := func(m *Melee) bool { return m.Retreats && !m.Destroyed && m.winner() == 1-i }
	return []meleeStep{
		{
			Key: "rally", Rule: "SQ-MELEE-06", Also: ruleIDs{"SQ-MELEE-04"},
			If:   func(m *Melee) bool { return b.routed(m, i, o) },
			Why:  func(*Melee) []number { return []number{r.need} },
			Roll: func(*Melee) dice.Roll { return r.roll() },
			Then: func(m *Melee, out outcome, l *log) {
				if out.Success() {
					l.Say("SQ-MELEE-06", "stays-in-melee")
					return
				}
				m.Retreats = true
				l.Say("SQ-MELEE-06", "runs-from-melee")
				switch {
				case f.WayOutCM == nil:
				case *f.WayOutCM < wayOutCM:
					m.Destroyed = true
					if l.On() {
						l.Note(explain.Because("SQ-MELEE-11", "no-way-out", is("range", *f.WayOutCM)))
					}
				case l.On():
					l.Note(explain.Because("SQ-MELEE-11", "way-out", is("range", *f.WayOutCM)))
				}
			},
		},
		{
			Key: "flight-from-melee", Rule: "SQ-RETREAT-04", If: flees,
			Roll: func(*Melee) dice.Roll { return dice.Sum(flightDice(f.mounted())) },
			Then: func(m *Melee, out outcome, l *log) {
				m.Flight = int8(out.Total())
				l.SayN("SQ-RETREAT-04", "flees", out.Total())
				switch f.Type {
				case "gun_crew":
					l.Say("SQ-RETREAT-18", "gun-left-behind")
				case "heavy_team":
					l.Say("SQ-RETREAT-18", "weapon-taken-along")
				}
				if reached(f.EdgeCM, m.Flight) {
					m.Destroyed = true
					l.Say("SQ-RETREAT-12", "left-the-table")
				}
			},
		},
	}
}

// extraMoveSteps are the move of the i-th side after its victory: the pursuit of an enemy that
// runs, or the victory move once none is left (SQ-MELEE-12 to 14). One of the two is all it has.
func (b *Brawl) extraMoveSteps(i int) []meleeStep {
	f := b.side(i)
	n := 1
	if f.mounted() {
		n = 2
	}
	extra := explain.Amount("extra-move-dice", explain.Worth("SQ-MELEE-14", "extra-move-dice", n))
	why := func(*Melee) []number { return []number{extra} }
	roll := func(*Melee) dice.Roll { return dice.Sum(n) }
	open := func(m *Melee) bool {
		return m.winner() == i && !f.is("retreating") && b.left(m, i) > 0 && (m.Retreats || b.left(m, 1-i) == 0)
	}
	chase, hold := []string{"pursue", "advance", "hold"}, []string{"advance", "hold"}
	options := func(m *Melee) []string {
		if m.Retreats && !m.Destroyed {
			return chase
		}
		return hold
	}
	return []meleeStep{
		{
			Key: "extra-move", Rule: "SQ-MELEE-14", Also: ruleIDs{"SQ-GEN-07"}, If: open,
			Choose: func(m *Melee) procedure.Choice {
				return procedure.Choice{Key: "extra-move", Side: sides[i], Options: options(m)}
			},
			Then: func(m *Melee, o outcome, _ *log) {
				switch options(m)[o.Value] {
				case "pursue":
					m.Pursues = true
				case "advance":
					m.Advances = true
				}
			},
		},
		{
			Key: "pursuit", Rule: "SQ-MELEE-12",
			If:  func(m *Melee) bool { return m.Pursues },
			Why: why, Roll: roll,
			Then: func(m *Melee, o outcome, l *log) {
				m.Pursues, m.Advance = false, int8(o.Value)
				if m.Advance >= m.Flight {
					m.Destroyed = true
					l.SayN("SQ-MELEE-12", "caught", int(m.Flight))
					l.Say("SQ-MELEE-13", "no-second-move")
					return
				}
				l.SayN("SQ-MELEE-12", "not-caught", int(m.Flight))
			},
		},
		{
			Key: "victory-move", Rule: "SQ-MELEE-14",
			If:  func(m *Melee) bool { return m.Advances },
			Why: why, Roll: roll,
			Then: func(m *Melee, o outcome, l *log) {
				m.Advances, m.Advance = false, int8(o.Value)
				l.SayN("SQ-MELEE-14", "victory-move", o.Total())
			},
		},
	}
}

// measures are the results of the round.
func (b *Brawl) measures() []procedure.Measure[Melee] {
	var ms []procedure.Measure[Melee]
	event := func(key string, of func(m *Melee) bool) {
		ms = append(ms, procedure.Measure[Melee]{Key: key, Event: true, Of: func(m *Melee) int { return boolInt(of(m)) }})
	}
	for i, side := range sides {
		ms = append(ms, procedure.Measure[Melee]{Key: side + "-lost", Of: func(m *Melee) int { return int(m.Lost[i]) }})
	}
	for i, side := range sides {
		event(side+"-wins", func(m *Melee) bool { return m.winner() == i })
	}
	for i, side := range sides {
		loses := func(m *Melee) bool { return m.winner() == 1-i }
		if !b.side(i).has("moral_training") {
			event(side+"-retreats", func(m *Melee) bool { return loses(m) && m.Retreats })
		}
		event(side+"-destroyed", func(m *Melee) bool { return b.left(m, i) == 0 || loses(m) && m.Destroyed })
	}
	return append(ms,
		procedure.Measure[Melee]{Key: "flight", Of: func(m *Melee) int { return int(m.Flight) }},
		procedure.Measure[Melee]{Key: "extra-move", Of: func(m *Melee) int { return int(m.Advance) }})
}

// atVehicle judges men with grenades against a vehicle that they touch (SQ-MELEE-15).
func (b *Brawl) atVehicle(v *Vehicle, o options) *system.Judgement {
	f := &b.Attacker
	if f.mounted() {
		return &system.Judgement{Refusal: explain.Refuse("attacker.type", explain.Because("SQ-MELEE-15", "on-foot-only"))}
	}
	j := &system.Judgement{Reasons: append(o.older(), explain.Because("SQ-MELEE-15", "grenades-at-vehicles").And("SQ-VEH-04"))}
	a := v.armour(0, "none", false, o)
	j.Reasons = append(j.Reasons, a.withNear(v.Near)...)
	throws := explain.Amount("strike-dice", explain.Worth("SQ-MELEE-15", "in-contact", *f.Contact, is("n", *f.Contact)))
	need := explain.Needed("strike", explain.Worth("SQ-MELEE-15", "grenade", 6))
	j.Numbers = append(j.Numbers, throws, need)
	if a.save.Possible() {
		j.Numbers = append(j.Numbers, a.save)
	}
	j.Numbers = append(j.Numbers, a.destructionNumbers()...)
	steps := []step{{
		Key: "grenades", Rule: "SQ-MELEE-15",
		Why:  func(*State) []number { return []number{throws, need} },
		Roll: func(*State) dice.Roll { return dice.Count(throws.Value, need.Value) },
		Then: func(s *State, out outcome, _ *log) { s.Shot.Hits = out.Counts[1] },
	}}
	steps = append(steps, a.damageSteps()...)
	steps = append(steps, a.destructionSteps()...)
	proc := procedure.Procedure[State]{
		Key: "melee", Steps: steps,
		Measures: append([]measure{hitsMeasure}, a.measures()...),
	}
	proc.Start.Hulls[0] = a.start
	j.Program = system.Run(proc)
	return j
}
