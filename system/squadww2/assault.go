package squadww2

import (
	"fmt"
	"slices"
	"strings"

	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// Reaches of a charge in cm (SQ-ASSAULT-01).
const (
	chargeCM        = 10
	mountedChargeCM = 15
)

// ramNeeds is what a ram needs against whatever it meets (SQ-ASSAULT-03 to 05).
const ramNeeds = 4

// Places of the two vehicles in State.Hulls.
const (
	struck = iota
	rammer
)

// Charge is a unit that wants to assault in its Assault phase.
type Charge struct {
	Unit   string   `yaml:"unit"`
	Type   string   `yaml:"type" enum:"infantry,cavalry,motor,heavy_team,gun,vehicle"`
	States []string `yaml:"states" enum:"pinned,retreating,in_melee,dug_in_last_turn,dug_in"`
	Done   []string `yaml:"done" enum:"move,shoot,dash,dig_in,repair,first_aid,assault"`
	// ShotAt is the unit it shot at this turn, if it shot: the one it charges, or another.
	ShotAt string `yaml:"shot_at" enum:"same,other"`
	// DistanceCM is from base to base of the nearest enemy of the unit charged.
	DistanceCM float64 `yaml:"distance_cm" required:"true" minimum:"0" maximum:"1000"`
	// Target is the states of the unit charged.
	Target []string `yaml:"target_states" enum:"pinned,retreating,retreat_began,bailed_out,vehicle"`
}

var chargeKind = system.Kind{
	ID:     "charge",
	Name:   rulebook.Text{RU: "Атака", EN: "Charge"},
	New:    func() system.Engagement { return new(Charge) },
	Sample: "unit: su_smg\ndistance_cm: 9.5\ndone: [shoot]\nshot_at: same\ntarget_states: [pinned]\n",
}

// Judge implements system.Engagement.
func (ch *Charge) Judge(c rulebook.Choices) (*system.Judgement, error) {
	in := *ch
	ch = &in
	_, ps := groundUnit(ch.Unit, &ch.Type)
	if ps == nil && slices.Contains(ch.Done, "shoot") && ch.ShotAt == "" {
		ps = explain.Problems{explain.Wrong("shot_at", "field-missing")}
	}
	if ps != nil {
		return nil, ps
	}
	no := ch.forbidden()
	reach := explain.Amount("charge-reach", explain.Worth("SQ-ASSAULT-01", "charge-reach", ch.reach()))
	if no == nil && ch.DistanceCM > float64(reach.Value) {
		no = explain.Refuse("distance_cm", explain.Because("SQ-ASSAULT-01", "beyond-charge", is("range", ch.DistanceCM), is("reach", reach.Value)))
	}
	if no != nil {
		return &system.Judgement{Refusal: no}, nil
	}
	j := &system.Judgement{Reasons: append(options{c}.older(), explain.Because("SQ-ASSAULT-01", "may-charge")), Numbers: []number{reach}}
	for _, t := range ch.Target {
		switch t {
		case "pinned":
			j.Reasons = append(j.Reasons, explain.Because("SQ-PIN-25", "pinned-fights-back"))
		case "retreating", "retreat_began":
			j.Reasons = append(j.Reasons, explain.Because("SQ-RETREAT-06", "retreating-may-be-charged").And("SQ-RETREAT-07"))
		case "bailed_out":
			j.Reasons = append(j.Reasons, explain.Because("SQ-CREW-09", "bailed-out-may-be-charged"))
		case "vehicle":
			j.Reasons = append(j.Reasons, explain.Because("SQ-MELEE-15", "grenades-at-vehicles"))
		}
	}
	if slices.Contains(ch.States, "dug_in") {
		j.Reasons = append(j.Reasons, explain.Because("SQ-MOVE-10", "leaves-position"))
	}
	j.Program = system.Run(procedure.Procedure[State]{Key: "charge", Measures: []measure{certainly("contact", true)}})
	return j, nil
}

func (ch *Charge) reach() int {
	if ch.Type == "cavalry" {
		return mountedChargeCM
	}
	return chargeCM
}

// forbidden returns why the unit may not charge at all, or nil (SQ-ASSAULT-01).
func (ch *Charge) forbidden() *explain.Refusal {
	state := func(s string) bool { return slices.Contains(ch.States, s) }
	did := func(s string) bool { return slices.Contains(ch.Done, s) }
	charge := func(key string, also ...rulebook.ID) reason {
		return explain.Because("SQ-ASSAULT-01", key).And(also...)
	}
	switch {
	case ch.Type != "infantry" && ch.Type != "cavalry":
		return explain.Refuse("type", charge("who-charges"))
	case state("in_melee"):
		return explain.Refuse("states", explain.Because("SQ-MELEE-03", "fight-goes-on").And("SQ-MELEE-16"))
	case state("retreating"):
		return explain.Refuse("states", charge("shooter-retreating", "SQ-RETREAT-11"))
	case state("pinned"):
		return explain.Refuse("states", charge("pinned-does-nothing", "SQ-PIN-14"))
	case state("dug_in_last_turn"):
		return explain.Refuse("states", charge("dug-in-last-turn", "SQ-MOVE-09"))
	case did("dig_in"):
		return explain.Refuse("done", charge("dug-in-this-turn", "SQ-MOVE-09"))
	case did("dash"):
		return explain.Refuse("done", charge("dashed-no-charge"))
	case did("assault"):
		return explain.Refuse("done", charge("one-charge"))
	case did("shoot") && ch.ShotAt == "other":
		return explain.Refuse("shot_at", charge("shot-at-another"))
	}
	return nil
}

// noRam returns why a vehicle may not ram, or nil (SQ-ASSAULT-02, SQ-ASSAULT-06).
func noRam(v *Vehicle, done, states []string) *explain.Refusal {
	state := func(s string) bool { return slices.Contains(states, s) }
	did := func(s string) bool { return slices.Contains(done, s) }
	switch {
	case v.RunningGear == "out":
		return stuck(v, "SQ-ASSAULT-06", "SQ-MOVE-11")
	case did("repair") || state("crew_outside") || v.CrewOutside:
		return explain.Refuse("states", explain.Because("SQ-ASSAULT-06", "no-dash-no-ram").And("SQ-REPAIR-06"))
	case did("shoot"):
		return explain.Refuse("done", explain.Because("SQ-ASSAULT-02", "fired-no-ram"))
	case did("dig_in"):
		return explain.Refuse("done", explain.Because("SQ-MOVE-09", "dug-in-this-turn"))
	case state("dug_in_last_turn"):
		return explain.Refuse("states", explain.Because("SQ-MOVE-09", "dug-in-last-turn"))
	case state("entered_this_turn"):
		return explain.Refuse("states", explain.Because("SQ-CREW-18", "entered-no-move"))
	case v.Crew != nil && *v.Crew == 0:
		return explain.Refuse("vehicle.crew", explain.Because("SQ-CREW-04", "nobody-drives"))
	}
	return nil
}

// Ram is a vehicle that drives at the enemy in the Assault phase.
type Ram struct {
	Unit string `yaml:"unit"`
	// Vehicle is the rammer.
	Vehicle Vehicle  `yaml:"vehicle"`
	Done    []string `yaml:"done" enum:"move,shoot,dash,dig_in,repair"`
	States  []string `yaml:"states" enum:"dug_in_last_turn,entered_this_turn,crew_outside"`
	// Path is what stands straight ahead, the nearest first.
	Path []Obstacle `yaml:"path" required:"true" minItems:"1" maxItems:"6"`
}

// Obstacle is enemies of one sort in the way of a ram.
type Obstacle struct {
	What string `yaml:"what" enum:"men,riders,team,gun,vehicle" required:"true"`
	// DistanceCM is from the rammer's bow to the base or hull.
	DistanceCM float64 `yaml:"distance_cm" required:"true" minimum:"0" maximum:"100"`
	// Count is how many are crossed: men, riders, teams or guns.
	Count  int      `yaml:"count" minimum:"1" maximum:"30" default:"1"`
	Traits []string `yaml:"traits" enum:"body_armour"`
	// Unit and Vehicle are those of a vehicle or gun that stands in the way.
	Unit    string   `yaml:"unit"`
	Vehicle *Vehicle `yaml:"vehicle"`
}

// Road is what a ram has done so far.
type Road struct {
	Casualties int16 // men and riders run over (SQ-ASSAULT-03)
	Guns       int16 // wounds that guns and teams have lost (SQ-ASSAULT-04)
	Wrecked    int16 // guns and teams destroyed
	Reach      int8  // cm that the rammer drives at most (SQ-ASSAULT-02)
	Wounds     int8  // wounds of the men being crossed, not yet saved
}

var ramKind = system.Kind{
	ID:   "ram",
	Name: rulebook.Text{RU: "Танковый таран", EN: "Tank ram"},
	New:  func() system.Engagement { return new(Ram) },
	Sample: `
unit: su_t70
vehicle: {crew: 1}
path:
  - {what: men, count: 2, distance_cm: 1, traits: [body_armour]}
  - {what: gun, distance_cm: 3}
  - {what: vehicle, unit: de_truck, vehicle: {passengers: 0}, distance_cm: 5.5}
`,
}

// Judge implements system.Engagement.
func (r *Ram) Judge(c rulebook.Choices) (*system.Judgement, error) {
	o := options{c}
	v, pieces, ps := r.settle()
	if ps != nil {
		return nil, ps
	}
	if no := noRam(v, r.Done, r.States); no != nil {
		return &system.Judgement{Refusal: no}, nil
	}
	j := &system.Judgement{Reasons: append(o.older(), explain.Because("SQ-ASSAULT-02", "may-ram"))}
	if v.MainGun == "out" {
		j.Reasons = append(j.Reasons, explain.Because("SQ-MOVE-12", "main-out-still-acts"))
	}
	j.Numbers = append(j.Numbers, explain.Amount("ram-dice", ramDice))
	proc := procedure.Procedure[State]{Key: "ram", Steps: []step{ramStep(v, o)}}
	has := map[string]bool{}
	var own, other *armour
	for i := range r.Path {
		ob := &r.Path[i]
		has[ob.What] = true
		var inner []step
		switch ob.What {
		case "men", "riders":
			inner = ob.menSteps(j)
		case "team", "gun":
			inner = ob.gunSteps(j, pieces[i])
		case "vehicle":
			own, other = v.armour(rammer, "none", false, o), pieces[i].armour(struck, "none", false, o)
			proc.Start.Hulls[rammer], proc.Start.Hulls[struck] = own.start, other.start
			j.Reasons = append(j.Reasons, own.withNear(v.Near)...)
			j.Reasons = append(j.Reasons, other.withNear(pieces[i].Near)...)
			for k := range own.near { // counted with the fighters near the vehicle struck
				own.near[k].Side = map[string]string{"defender": "attacker", "attacker": "defender"}[own.near[k].Side]
			}
			inner = collision(own, other, j)
		}
		proc.Steps = append(proc.Steps, step{
			Key: "crossed", Rule: "SQ-ASSAULT-02",
			If:    func(s *State) bool { return float64(s.Road.Reach) >= ob.DistanceCM },
			Steps: inner,
		})
	}
	proc.Measures = ramMeasures(has, own, other)
	j.Program = system.Run(proc)
	return j, nil
}

// settle gives the rammer and what stands in its way, with nil for men.
func (r *Ram) settle() (own *Vehicle, pieces []*Vehicle, ps explain.Problems) {
	u, ps := checkRoster("unit", r.Unit)
	if u != nil && u.Type != "vehicle" {
		ps = append(ps, explain.Wrong("unit", "not-a-vehicle", is("value", r.Unit)))
	}
	if ps != nil {
		return nil, nil, ps
	}
	v := r.Vehicle
	ps = v.settle("vehicle", u, false)
	for i := range r.Path {
		ob := &r.Path[i]
		field := fmt.Sprintf("path[%d]", i)
		switch {
		case i > 0 && r.Path[i-1].What == "vehicle":
			ps = append(ps, explain.Wrong(field, "behind-the-struck"))
		case i > 0 && ob.DistanceCM < r.Path[i-1].DistanceCM:
			ps = append(ps, explain.Wrong(field+".distance_cm", "nearest-first"))
		}
		x, more := ob.settle(field)
		ps = append(ps, more...)
		pieces = append(pieces, x)
	}
	return &v, pieces, ps
}

// settle checks the facts of what stands in the way, and gives the vehicle or gun that it is.
func (ob *Obstacle) settle(field string) (*Vehicle, explain.Problems) {
	u, ps := checkRoster(field+".unit", ob.Unit)
	piece := ob.What == "vehicle" || ob.What == "gun"
	switch {
	case ps != nil:
		return nil, ps
	case !piece && (ob.Vehicle != nil || u != nil):
		return nil, explain.Problems{explain.Wrong(field+".what", "only-of-a-vehicle")}
	case u != nil && u.Type != ob.What:
		return nil, explain.Problems{explain.Wrong(field+".unit", "other-type-of-unit", is("value", ob.What), is("want", u.Type))}
	case ob.What == "vehicle" && u == nil && ob.Vehicle == nil:
		return nil, explain.Problems{explain.Wrong(field+".vehicle", "field-missing")}
	case ob.What == "vehicle" && ob.Count > 1:
		return nil, explain.Problems{explain.Wrong(field+".count", "field-above", is("value", ob.Count), is("want", 1))}
	case len(ob.Traits) > 0 && piece:
		return nil, explain.Problems{explain.Wrong(field+".traits", "only-of-men")}
	case ob.What == "gun" && u == nil && ob.Vehicle == nil || !piece:
		return nil, nil
	}
	var v Vehicle
	if ob.Vehicle != nil {
		v = *ob.Vehicle
	}
	return &v, v.settle(field+".vehicle", u, ob.What == "gun")
}

var ramDice = explain.Worth("SQ-ASSAULT-02", "ram-dice", 2)

// ramStep is the length of the ram (SQ-ASSAULT-02).
func ramStep(v *Vehicle, o options) step {
	half := v.belowHalf(o)
	return step{
		Key: "ram-length", Rule: "SQ-ASSAULT-02",
		Why:  func(*State) []number { return []number{explain.Amount("ram-dice", ramDice)} },
		Roll: func(*State) dice.Roll { return dice.Sum(ramDice.Value) },
		Then: func(s *State, out outcome, l *log) {
			cm := out.Total()
			if half {
				cm = halved(cm)
				if l.On() {
					l.Note(explain.Because("SQ-CREW-02", "halved-by-crew", is("n", *v.Crew), is("full", *v.CrewFull)))
				}
			}
			s.Road.Reach = int8(cm)
			l.SayN("SQ-ASSAULT-02", "ram-reach", cm)
		},
	}
}

// menSteps wound men and riders whose bases are crossed (SQ-ASSAULT-03); only body armour saves.
func (ob *Obstacle) menSteps(j *system.Judgement) []step {
	need := explain.Needed("crush", explain.Worth("SQ-ASSAULT-03", "run-over", ramNeeds))
	t := Target{Type: "infantry", Traits: ob.Traits}
	save := t.save(Models{Count: ob.Count}, attack{melee: true}, false)
	j.Numbers = append(j.Numbers, need, save)
	falls := func(s *State, n int, l *log) {
		s.Road.Wounds = 0
		s.Road.Casualties += int16(n)
		switch {
		case n == 0:
		case ob.What == "riders":
			l.SayN("SQ-ALLOC-07", "rider-or-mount", n)
		default:
			l.SayN("SQ-ASSAULT-03", "men-run-over", n)
		}
	}
	steps := []step{{
		Key: "crush", Rule: "SQ-ASSAULT-03",
		Why:  func(*State) []number { return []number{need} },
		Roll: func(*State) dice.Roll { return dice.Count(ob.Count, need.Value) },
		Then: func(s *State, o outcome, l *log) {
			if save.Possible() {
				s.Road.Wounds = int8(o.Counts[1])
				return
			}
			falls(s, o.Successes(), l)
		},
	}}
	if save.Possible() {
		steps = append(steps, step{
			Key: "save", Rule: "SQ-SAVE-16", Also: ruleIDs{"SQ-SAVE-01"},
			If:   func(s *State) bool { return s.Road.Wounds > 0 },
			Why:  func(*State) []number { return []number{save} },
			Roll: func(s *State) dice.Roll { return dice.Count(int(s.Road.Wounds), save.Target()) },
			Then: func(s *State, o outcome, l *log) { falls(s, int(s.Road.Wounds)-o.Successes(), l) },
		})
	}
	return steps
}

// gunSteps take a wound off guns and teams that are crossed (SQ-ASSAULT-04). gun is nil where no
// more than one wound is known of.
func (ob *Obstacle) gunSteps(j *system.Judgement, gun *Vehicle) []step {
	wounds := 1
	if gun != nil {
		wounds = *gun.WoundsLeft
	}
	need := explain.Needed("crush", explain.Worth("SQ-ASSAULT-04", "gun-run-over", ramNeeds))
	j.Numbers = append(j.Numbers, need)
	return []step{{
		Key: "crush-gun", Rule: "SQ-ASSAULT-04", Also: ruleIDs{"SQ-SAVE-16"},
		Why:  func(*State) []number { return []number{need} },
		Roll: func(*State) dice.Roll { return dice.Count(ob.Count, need.Value) },
		Then: func(s *State, o outcome, l *log) {
			n := o.Successes()
			s.Road.Guns += int16(n)
			switch {
			case n == 0:
			case wounds == 1:
				s.Road.Wrecked += int16(n)
				l.SayN("SQ-ASSAULT-04", "guns-crushed", n)
			default:
				l.SayN("SQ-ASSAULT-04", "gun-loses-wound", n)
			}
		},
	}}
}

// collision is the rammer against a vehicle: a hit on 4+ for the one struck, then for the rammer,
// each with its damage (SQ-ASSAULT-05).
func collision(own, other *armour, j *system.Judgement) []step {
	need := explain.Needed("collision", explain.Worth("SQ-ASSAULT-05", "collision", ramNeeds))
	j.Numbers = append(j.Numbers, need)
	hit := func(who explain.Word, said string, a *armour) []step {
		n := need
		n.Of = who
		steps := []step{{
			Key: "collision", Rule: "SQ-ASSAULT-05",
			Why:  func(*State) []number { return []number{n} },
			Roll: func(*State) dice.Roll { return dice.Count(1, n.Value) },
			Then: func(s *State, o outcome, l *log) {
				s.Shot.Hits = o.Counts[1]
				if o.Success() {
					l.Say("SQ-ASSAULT-05", said)
				}
			},
		}}
		steps = append(steps, a.damageSteps()...)
		return append(steps, a.destructionSteps()...)
	}
	for _, a := range []*armour{other, own} {
		ns := a.destructionNumbers()
		if a.save.Possible() {
			ns = append([]number{a.save}, ns...)
		}
		for _, n := range ns {
			if n.Of == nil {
				n.Of = explain.Word("struck")
				if a == own {
					n.Of = explain.Word("rammer")
				}
			}
			j.Numbers = append(j.Numbers, n)
		}
	}
	return append(hit("struck", "struck-hit", other), hit("rammer", "rammer-hit", own)...)
}

// ramMeasures are the results that can occur. Those of the rammer bear its name.
func ramMeasures(has map[string]bool, own, other *armour) []measure {
	ms := []measure{{Key: "reach", Of: func(s *State) int { return int(s.Road.Reach) }}}
	if has["men"] || has["riders"] {
		ms = append(ms, measure{Key: "casualties", Of: func(s *State) int { return int(s.Road.Casualties) }})
	}
	if has["team"] || has["gun"] {
		ms = append(ms,
			measure{Key: "gun-wounds", Of: func(s *State) int { return int(s.Road.Guns) }},
			measure{Key: "guns-destroyed", Of: func(s *State) int { return int(s.Road.Wrecked) }})
	}
	if !has["vehicle"] {
		return ms
	}
	blast := map[string]bool{}
	for _, a := range []*armour{other, own} {
		for _, m := range a.measures() {
			switch {
			case strings.HasPrefix(m.Key, "blast-"):
				if blast[m.Key] {
					continue
				}
				blast[m.Key] = true
			case a == own:
				m.Key = "rammer-" + m.Key
			}
			ms = append(ms, m)
		}
	}
	return ms
}
