package squadww2

import (
	"slices"

	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// allowances are the Movement phase in cm, by type of unit or sort of vehicle (SQ-MOVE-01).
var allowances = map[string]int{
	"infantry": 10, "heavy_team": 8, "gun": 4, "cavalry": 20, "motor": 25,
	"heavy_tank": 10, "medium_tank": 15, "light_tank": 20, "spg": 20, "apc": 20, "truck": 25, "car": 25,
}

// halved is a distance in cm halved and rounded up (SQ-MOVE-06, SQ-CREW-02).
func halved(cm int) int { return (cm + 1) / 2 }

// Deeds are what a unit may do, each in its phase (SQ-TURN-01, SQ-TURN-03).
var deeds = []struct{ key, phase string }{
	{"move", "movement"},
	{"shoot", "shooting"}, {"dash", "shooting"}, {"dig_in", "shooting"}, {"repair", "shooting"}, {"first_aid", "shooting"},
	{"assault", "assault"}, {"ram", "assault"},
}

// phases are the phases of a turn in their order (SQ-TURN-01).
var phases = []string{"movement", "shooting", "assault"}

func phaseOf(deed string) string {
	for _, d := range deeds {
		if d.key == deed {
			return d.phase
		}
	}
	return ""
}

// Action is a question about one unit in one turn: may it do this, how far does it get.
type Action struct {
	Unit string `yaml:"unit"`
	Type string `yaml:"type" enum:"infantry,cavalry,motor,heavy_team,gun,vehicle"`
	// Mobility is the sort of a vehicle that is in no roster.
	Mobility string `yaml:"mobility" enum:"heavy_tank,medium_tank,light_tank,spg,apc,truck,car"`
	// Do is the action; without it every action is judged.
	Do string `yaml:"do" enum:"move,shoot,dash,dig_in,repair,first_aid,assault,ram"`
	// Turn is whose turn it is; Phase is the phase under way, absent: that of the action.
	Turn  string `yaml:"turn" enum:"own,enemy" default:"own"`
	Phase string `yaml:"phase" enum:"movement,shooting,assault"`
	// AnotherFiring says that the fire of another unit is not finished.
	AnotherFiring bool     `yaml:"another_firing"`
	Done          []string `yaml:"done" enum:"move,shoot,dash,dig_in,repair,first_aid,assault,ram"`
	States        []string `yaml:"states" enum:"pinned,retreating,in_melee,dug_in_last_turn,dug_in,entered_this_turn,crew_outside"`
	Traits        []string `yaml:"traits" enum:"medic"`
	// Difficult says that the way starts in, enters or crosses woods, ruins or a ditch.
	Difficult bool `yaml:"difficult_ground"`
	// WantedCM is how far the unit wants to get.
	WantedCM *float64 `yaml:"wanted_cm" minimum:"0" maximum:"1000"`
	// ShotAt is the unit it shot at this turn: the one that it wants to assault, or another.
	ShotAt  string   `yaml:"shot_at" enum:"same,other"`
	Vehicle *Vehicle `yaml:"vehicle"`

	unit *UnitType
}

var actionKind = system.Kind{
	ID:   "action",
	Name: rulebook.Text{RU: "Что отряду можно", EN: "What a unit may do"},
	New:  func() system.Engagement { return new(Action) },
	Sample: `
unit: su_t34
do: dash
difficult_ground: true
wanted_cm: 4
vehicle: {crew: 1}
`,
}

func (a *Action) is(state string) bool { return slices.Contains(a.States, state) }
func (a *Action) did(deed string) bool { return slices.Contains(a.Done, deed) }
func (a *Action) vehicle() bool        { return a.Type == "vehicle" }

// settle fills what the roster says and checks that the facts agree. It returns the vehicle or
// gun with all its facts, nil for men.
func (a *Action) settle() (*Vehicle, explain.Problems) {
	u, ps := groundUnit(a.Unit, &a.Type)
	if ps != nil {
		return nil, ps
	}
	a.unit = u
	piece := a.vehicle() || a.Type == "gun"
	for _, x := range []struct {
		wrong      bool
		field, key string
	}{
		{!piece && a.Vehicle != nil, "vehicle", "only-of-a-vehicle"},
		{a.vehicle() && u == nil && a.Vehicle == nil, "vehicle", "field-missing"},
		{a.vehicle() && u == nil && a.Mobility == "", "mobility", "field-missing"},
		{(!a.vehicle() || u != nil) && a.Mobility != "", "mobility", "only-without-roster"},
		{!a.vehicle() && (a.is("entered_this_turn") || a.is("crew_outside")), "states", "only-of-a-vehicle"},
		{a.is("dug_in") && a.is("dug_in_last_turn"), "states", "dug-in-once"},
	} {
		if x.wrong {
			ps = append(ps, explain.Wrong(x.field, x.key))
		}
	}
	if ps != nil || !piece || a.Type == "gun" && a.Vehicle == nil && u == nil {
		return nil, ps
	}
	var v Vehicle
	if a.Vehicle != nil {
		v = *a.Vehicle
	}
	return &v, v.settle("vehicle", u, !a.vehicle())
}

// Judge implements system.Engagement.
func (a *Action) Judge(c rulebook.Choices) (*system.Judgement, error) {
	o := options{c}
	in := *a
	a = &in
	v, ps := a.settle()
	if ps != nil {
		return nil, ps
	}
	if a.Do == "" {
		return a.all(v, o), nil
	}
	j := &system.Judgement{Refusal: a.forbidden(a.Do, v, o)}
	if j.Refusal != nil {
		return j, nil
	}
	j.Reasons = append(o.older(), explain.Because("SQ-TURN-01", "in-its-phase", is("phase", explain.Word("phase-"+phaseOf(a.Do)))))
	j.Reasons = append(j.Reasons, a.allowed(a.Do, v)...)
	proc := procedure.Procedure[State]{Key: "action"}
	switch a.Do {
	case "move":
		n := a.allowance(v, o)
		j.Numbers = append(j.Numbers, n)
		if a.WantedCM != nil && *a.WantedCM > float64(n.Value) {
			j.Refusal = explain.Refuse("wanted_cm", explain.Because(n.Reasons[len(n.Reasons)-1].Rule, "beyond-allowance", is("range", *a.WantedCM), is("reach", n.Value)).And("SQ-MOVE-01"))
			j.Reasons, j.Numbers = nil, nil
			return j, nil
		}
		proc.Measures = []measure{fact("reach", n.Value)}
	case "dash":
		proc.Steps = []step{a.dashStep(v, o)}
		j.Numbers = append(j.Numbers, explain.Amount("dash-dice", a.dashReason()))
		proc.Measures = []measure{{Key: "reach", Of: func(s *State) int { return int(s.Order.Moved) }}}
		if a.WantedCM != nil {
			proc.Measures = append(proc.Measures, measure{Key: "arrives", Event: true, Of: func(s *State) int {
				return boolInt(float64(s.Order.Moved) >= *a.WantedCM)
			}})
		}
	case "dig_in":
		proc.Measures = []measure{certainly("dug-in", true)}
	default:
		proc.Measures = []measure{certainly(mayMeasure(a.Do), true)}
	}
	if a.leaves(a.Do) {
		proc.Measures = append(proc.Measures, certainly("dug-in", false))
	}
	j.Program = system.Run(proc)
	return j, nil
}

// mayMeasure is the measure that says whether the unit may do a deed.
func mayMeasure(deed string) string {
	switch deed {
	case "dig_in":
		return "may-dig-in"
	case "first_aid":
		return "may-give-aid"
	}
	return "may-" + deed
}

// all judges every action of the unit.
func (a *Action) all(v *Vehicle, o options) *system.Judgement {
	j := &system.Judgement{Reasons: o.older()}
	var ms []measure
	for _, d := range deeds {
		if d.key == "ram" && !a.vehicle() || d.key == "assault" && a.vehicle() {
			continue
		}
		no := a.forbidden(d.key, v, o)
		if no != nil {
			j.Reasons = append(j.Reasons, explain.Because(no.Reasons[0].Rule, "cannot-do", is("action", explain.Word("deed-"+d.key))))
			j.Reasons = append(j.Reasons, no.Reasons...)
		}
		if d.key == "move" && no == nil {
			j.Numbers = append(j.Numbers, a.allowance(v, o))
		}
		ms = append(ms, certainly(mayMeasure(d.key), no == nil))
	}
	j.Program = system.Run(procedure.Procedure[State]{Key: "action", Measures: ms})
	return j
}

// allowance is the Movement phase of the unit in cm (SQ-MOVE-01), halved by difficult ground
// (SQ-MOVE-06) and by heavy losses of a crew (SQ-CREW-02).
func (a *Action) allowance(v *Vehicle, o options) number {
	key := a.Type
	if a.Mobility != "" {
		key = a.Mobility
	}
	cm := allowances[key]
	if a.unit != nil {
		cm = int(a.unit.MoveCM)
	}
	n := explain.Amount("allowance", explain.Worth("SQ-MOVE-01", "allowance", cm))
	for _, r := range a.halvings(v, o) {
		r.Value = halved(n.Value) - n.Value
		n = n.With(r)
	}
	return n
}

// halvings are the reasons for which the unit's distances are halved.
func (a *Action) halvings(v *Vehicle, o options) []reason {
	var rs []reason
	if v != nil && a.vehicle() && v.belowHalf(o) {
		rs = append(rs, explain.Because("SQ-CREW-02", "halved-by-crew", is("n", *v.Crew), is("full", *v.CrewFull)).And("SQ-GEN-05"))
	}
	if a.Difficult {
		rs = append(rs, explain.Because("SQ-MOVE-06", "halved-by-ground").And("SQ-GEN-05"))
	}
	return rs
}

// belowHalf says whether less than half of a vehicle's crew lives (SQ-CREW-02).
func (v *Vehicle) belowHalf(o options) bool {
	return o.is("crew-loss-modifiers", "on") && v.Crew != nil && v.CrewFull != nil && 2**v.Crew < *v.CrewFull
}

func (a *Action) dashReason() reason {
	n := flightDice(a.Type == "cavalry")
	if a.vehicle() {
		return explain.Worth("SQ-MOVE-05", "dash-straight", n)
	}
	return explain.Worth("SQ-MOVE-03", "dash-dice", n)
}

// dashStep is the dice of a dash (SQ-MOVE-03, SQ-MOVE-05).
func (a *Action) dashStep(v *Vehicle, o options) step {
	halvings := a.halvings(v, o)
	dashes := a.dashReason()
	st := step{
		Key: "dash", Rule: dashes.Rule,
		Why:  func(*State) []number { return []number{explain.Amount("dash-dice", dashes)} },
		Roll: func(*State) dice.Roll { return dice.Sum(dashes.Value) },
		Then: func(s *State, out outcome, l *log) {
			cm := out.Total()
			for _, r := range halvings {
				cm = halved(cm)
				l.Note(r)
			}
			s.Order.Moved = int8(cm)
			l.SayN(dashes.Rule, "dash-reach", cm)
		},
	}
	if a.vehicle() {
		st.Also = ruleIDs{"SQ-MOVE-03"}
	}
	return st
}

// leaves says whether the deed makes a dug-in unit leave its position (SQ-MOVE-10).
func (a *Action) leaves(deed string) bool {
	return (a.is("dug_in") || a.is("dug_in_last_turn")) && slices.Contains([]string{"move", "dash", "assault", "ram"}, deed)
}

// allowed gives the rules that speak for the deed and what follows from it.
func (a *Action) allowed(deed string, v *Vehicle) []reason {
	var rs []reason
	add := func(rule, key string, also ...rulebook.ID) {
		rs = append(rs, explain.Because(ruleID(rule), key).And(also...))
	}
	if phaseOf(deed) == "shooting" {
		add("SQ-TURN-03", "one-action-only")
		add("SQ-TURN-04", "one-after-another")
	}
	if a.leaves(deed) {
		add("SQ-MOVE-10", "leaves-position")
	}
	switch deed {
	case "dash":
		if a.is("dug_in") || a.is("dug_in_last_turn") {
			add("SQ-MOVE-04", "dug-in-may-dash")
		}
	case "dig_in":
		add("SQ-MOVE-08", "digs-in")
		add("SQ-MOVE-09", "dug-in-effect", "SQ-SAVE-03")
	case "shoot":
		if a.is("dug_in_last_turn") {
			add("SQ-MOVE-09", "dug-in-shoots")
		}
	case "assault":
		add("SQ-ASSAULT-01", "may-charge")
	case "ram":
		add("SQ-ASSAULT-02", "may-ram")
	case "repair":
		add("SQ-REPAIR-01", "may-repair")
	case "first_aid":
		add("SQ-ALLOC-04", "medic-may", "SQ-ALLOC-09")
	}
	if v == nil || !a.vehicle() {
		return rs
	}
	if v.RunningGear == "out" && (deed == "shoot" || deed == "dig_in") {
		add("SQ-MOVE-11", "stuck-but-fights")
	}
	if v.MainGun == "out" {
		switch deed {
		case "shoot":
			add("SQ-MOVE-12", "mg-still-fires")
		case "move", "dash", "dig_in", "ram":
			add("SQ-MOVE-12", "main-out-still-acts")
		}
	}
	if v.MainGun == "out" && deed == "dig_in" || v.RunningGear == "out" && deed == "dig_in" {
		add("SQ-MOVE-08", "damaged-may-dig-in")
	}
	return rs
}

// forbidden returns why the unit may not do the deed, or nil.
func (a *Action) forbidden(deed string, v *Vehicle, o options) *explain.Refusal {
	phase := phaseOf(deed)
	if r := a.outOfTurn(phase); r != nil {
		return r
	}
	switch {
	case a.is("retreating"):
		return explain.Refuse("states", explain.Because("SQ-RETREAT-11", "shooter-retreating"))
	case a.is("pinned"):
		r := explain.Because("SQ-PIN-14", "pinned-does-nothing").And("SQ-PIN-15")
		switch deed {
		case "dash":
			r = r.And("SQ-MOVE-04")
		case "shoot":
			r = r.And("SQ-ELIG-09")
		case "repair":
			r = r.And("SQ-REPAIR-16")
		case "assault":
			r = r.And("SQ-ASSAULT-01")
		}
		return explain.Refuse("states", r)
	case a.is("in_melee") && deed == "shoot":
		return explain.Refuse("states", explain.Because("SQ-ELIG-17", "shooter-in-melee"))
	case a.is("in_melee"):
		return explain.Refuse("states", explain.Because("SQ-MELEE-16", "bound-in-melee").And("SQ-MELEE-03"))
	case a.vehicle() && v.Crew != nil && *v.Crew == 0:
		return explain.Refuse("vehicle.crew", explain.Because("SQ-CREW-04", "nobody-drives"))
	case v != nil && v.gun && v.Crew != nil && *v.Crew == 0:
		return explain.Refuse("vehicle.crew", explain.Because("SQ-ALLOC-08", "nobody-serves"))
	}
	switch deed {
	case "move":
		return a.noMove(v)
	case "dash":
		return a.noDash(v)
	case "shoot":
		return a.noShot(v, o)
	case "dig_in":
		if a.Type == "cavalry" || a.Type == "motor" {
			return explain.Refuse("type", explain.Because("SQ-MOVE-08", "who-digs-in"))
		}
	case "repair":
		return a.noRepair(v, o)
	case "first_aid":
		if !slices.Contains(a.Traits, "medic") && (a.unit == nil || !a.unit.Has("medic")) {
			return explain.Refuse("traits", explain.Because("SQ-ALLOC-04", "only-medics"))
		}
	case "assault":
		ch := Charge{Type: a.Type, Done: a.Done, States: a.States, ShotAt: a.ShotAt}
		return ch.forbidden()
	case "ram":
		if !a.vehicle() {
			return explain.Refuse("type", explain.Because("SQ-ASSAULT-02", "only-vehicles-ram"))
		}
		return noRam(v, a.Done, a.States)
	}
	return nil
}

// outOfTurn refuses what is not done in this turn, in this phase, or once more (SQ-TURN-01, 03, 04).
func (a *Action) outOfTurn(phase string) *explain.Refusal {
	switch {
	case a.Turn == "enemy":
		return explain.Refuse("turn", explain.Because("SQ-TURN-01", "not-own-turn"))
	case a.Phase != "" && a.Do != "" && a.Phase != phase:
		return explain.Refuse("phase", explain.Because("SQ-TURN-01", "other-phase", is("phase", explain.Word("phase-"+phase))))
	case a.AnotherFiring && phase == "shooting":
		return explain.Refuse("another_firing", explain.Because("SQ-TURN-04", "another-unit-fires"))
	}
	for _, d := range a.Done {
		switch {
		case phaseOf(d) == phase && phase == "shooting":
			return explain.Refuse("done", explain.Because("SQ-TURN-03", "one-action"))
		case phaseOf(d) == phase:
			return explain.Refuse("done", explain.Because("SQ-TURN-01", "done-in-this-phase", is("phase", explain.Word("phase-"+phase))))
		case slices.Index(phases, phaseOf(d)) > slices.Index(phases, phase):
			return explain.Refuse("done", explain.Because("SQ-TURN-01", "phase-is-over", is("phase", explain.Word("phase-"+phase))))
		}
	}
	return nil
}

// repairing says whether the crew of the vehicle is outside for a repair this turn.
func (a *Action) repairing(v *Vehicle) bool {
	return a.is("crew_outside") || v != nil && v.CrewOutside || a.did("repair")
}

// stuck refuses a move of a vehicle or gun whose running gear is out. rules are those that forbid
// the move of a vehicle.
func stuck(v *Vehicle, rules ...rulebook.ID) *explain.Refusal {
	r := explain.Because("SQ-EFFECT-04", "gun-immobile")
	if !v.gun {
		r = explain.Because(rules[0], "stuck").And(rules[1:]...).And("SQ-VEH-22")
	}
	return explain.Refuse("vehicle.running_gear", r)
}

// noMove refuses a move in the Movement phase.
func (a *Action) noMove(v *Vehicle) *explain.Refusal {
	switch {
	case v != nil && v.RunningGear == "out":
		return stuck(v, "SQ-MOVE-11")
	case a.vehicle() && a.repairing(v):
		return explain.Refuse("states", explain.Because("SQ-REPAIR-02", "no-move-and-repair"))
	case a.is("entered_this_turn"):
		return explain.Refuse("states", explain.Because("SQ-CREW-18", "entered-no-move"))
	case a.is("dug_in_last_turn"):
		return explain.Refuse("states", explain.Because("SQ-MOVE-09", "dug-in-last-turn"))
	}
	return nil
}

// noDash refuses a dash (SQ-MOVE-04).
func (a *Action) noDash(v *Vehicle) *explain.Refusal {
	switch {
	case v != nil && v.RunningGear == "out":
		return stuck(v, "SQ-MOVE-04", "SQ-MOVE-11")
	case a.vehicle() && a.repairing(v):
		return explain.Refuse("states", explain.Because("SQ-MOVE-04", "no-dash-no-ram").And("SQ-REPAIR-06"))
	case a.is("entered_this_turn"):
		return explain.Refuse("states", explain.Because("SQ-CREW-18", "entered-no-move"))
	}
	return nil
}

// noShot refuses all fire of a vehicle or gun: a part that is out, a crew that is too small or
// outside. A lone MG is an MG to a thinned crew, although damage takes it for the main gun.
func (a *Action) noShot(v *Vehicle, o options) *explain.Refusal {
	switch {
	case v == nil || v.gun && v.MainGun == "ok":
		return nil
	case v.gun:
		return explain.Refuse("vehicle.main_gun", explain.Because("SQ-ELIG-18", "no-weapon-works"))
	}
	mg := v.MG == "ok"
	short := o.is("crew-loss-modifiers", "on") && v.Crew != nil && v.CrewFull != nil && *v.Crew < *v.CrewFull
	crew := []explain.Fact{}
	if short {
		crew = append(crew, is("n", *v.Crew), is("full", *v.CrewFull))
	}
	switch {
	case a.repairing(v):
		return explain.Refuse("states", explain.Because("SQ-REPAIR-03", "repair-instead-of-shooting").And("SQ-TURN-03"))
	case v.belowHalf(o):
		return explain.Refuse("vehicle.crew", explain.Because("SQ-CREW-02", "crew-too-few-to-fire", crew...).And("SQ-CREW-03"))
	case v.MainGun != "ok" && !mg:
		return explain.Refuse("vehicle.main_gun", explain.Because("SQ-ELIG-18", "no-weapon-works"))
	case v.MainGun == "ok" && v.loneMG && short:
		return explain.Refuse("vehicle.crew", explain.Because("SQ-CREW-01", "crew-short-no-mg", crew...).And("SQ-CREW-03"))
	case v.MainGun != "ok" && short:
		return explain.Refuse("vehicle.crew", explain.Because("SQ-CREW-01", "crew-short-no-mg", crew...).And("SQ-ELIG-18"))
	}
	return nil
}

// noRepair refuses a repair: only crews of vehicles and guns repair, and only damage.
func (a *Action) noRepair(v *Vehicle, o options) *explain.Refusal {
	switch {
	case v == nil:
		return explain.Refuse("type", explain.Because("SQ-REPAIR-01", "only-crews-repair"))
	case v.MainGun != "out" && v.MG != "out" && v.RunningGear != "out" && *v.WoundsLeft == *v.Wounds:
		return explain.Refuse("vehicle", explain.Because("SQ-REPAIR-01", "nothing-to-repair").And("SQ-REPAIR-11"))
	case a.did("move") && a.vehicle() && !o.is("repair-procedure", "dismount-in-shooting"):
		return explain.Refuse("done", explain.Because("SQ-REPAIR-02", "no-move-and-repair"))
	}
	return nil
}
