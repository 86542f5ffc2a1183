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

// Repair is one or more attempts in a row of a crew to repair its vehicle or gun, a turn each.
type Repair struct {
	Unit    string  `yaml:"unit"`
	Type    string  `yaml:"type" enum:"vehicle,gun"`
	Vehicle Vehicle `yaml:"vehicle"`
	// Destroyed vehicles cannot be repaired.
	Destroyed bool `yaml:"destroyed"`
	// StayedOut says that the team failed in the turn before and stayed outside.
	StayedOut bool `yaml:"stayed_out"`
	// DistanceCM is how far from the hull the team stands, in cm.
	DistanceCM *float64  `yaml:"distance_cm" minimum:"0" maximum:"100"`
	Attempts   []Attempt `yaml:"attempts" minItems:"1" maxItems:"10"`
}

// Attempt is the repair of one turn.
type Attempt struct {
	// Crew is the living men at the time; absent means as many as in the attempt before.
	Crew *int `yaml:"crew" minimum:"0" maximum:"20"`
	// Pinned says that the team went to ground in the enemy's turn before.
	Pinned bool `yaml:"pinned"`
	// Also is what the vehicle does in the same turn, or means to.
	Also []string `yaml:"also" enum:"move,dash,ram,shoot"`
}

// Works is how far a repair has got.
type Works struct {
	Restored int8 // parts and wounds that were restored
	Outside  bool // the team stays outside after a failure
}

// reachOfTeamCM is how far from the hull people who leave or enter it may stand (SQ-REPAIR-02,
// SQ-CREW-18).
const reachOfTeamCM = 2

var repairKind = system.Kind{
	ID:   "repair",
	Name: rulebook.Text{RU: "Ремонт", EN: "Repair"},
	New:  func() system.Engagement { return new(Repair) },
	Sample: `
unit: su_t34
vehicle: {running_gear: out, wounds_left: 3}
attempts: [{}, {crew: 2}, {pinned: true}, {}]
`,
}

// team is a crew that repairs: what is fixed before the dice fall.
type team struct {
	a      *armour
	full   int
	living []int // at each attempt
	tries  []Attempt
	o      options
}

// Judge implements system.Engagement.
func (r *Repair) Judge(c rulebook.Choices) (*system.Judgement, error) {
	o := options{c}
	in := *r
	r = &in
	t, ps := r.settle(o)
	if ps != nil {
		return nil, ps
	}
	if no := r.forbidden(t, o); no != nil {
		return &system.Judgement{Refusal: no}, nil
	}
	j := &system.Judgement{Reasons: o.older()}
	j.Reasons = append(j.Reasons, r.reasons(t, o)...)
	proc := procedure.Procedure[State]{Key: "repair", Measures: t.measures()}
	proc.Start.Hulls[0] = t.a.start
	proc.Start.Works.Outside = r.StayedOut
	stayed := r.StayedOut
	for i := range t.tries {
		if t.living[i] == 0 {
			j.Reasons = append(j.Reasons, explain.Because("SQ-CREW-04", "nobody-repairs"))
			break
		}
		afresh, after := t.need(i, false), t.need(i, true)
		switch {
		case stayed && t.tries[i].Pinned:
			j.Reasons = append(j.Reasons, explain.Because("SQ-REPAIR-16", "team-pinned").And("SQ-PIN-14"))
		case stayed:
			j.Numbers = append(j.Numbers, after)
			if after.Value != afresh.Value {
				afresh.Key = "repair-afresh"
				j.Numbers = append(j.Numbers, afresh)
			}
		default:
			j.Numbers = append(j.Numbers, afresh)
		}
		stayed = true
		proc.Steps = append(proc.Steps, t.attemptStep(i))
	}
	j.Program = system.Run(proc)
	return j, nil
}

// settle fills the vehicle from its roster entry and checks that the facts agree.
func (r *Repair) settle(o options) (*team, explain.Problems) {
	u, ps := checkRoster("unit", r.Unit)
	if ps != nil {
		return nil, ps
	}
	if u != nil {
		if r.Type == "" {
			r.Type = u.Type
		}
		if u.Type != r.Type || r.Type != "vehicle" && r.Type != "gun" {
			return nil, explain.Problems{explain.Wrong("unit", "not-a-vehicle", is("value", r.Unit))}
		}
	}
	if r.Type == "" {
		r.Type = "vehicle"
	}
	gun := r.Type == "gun"
	v := r.Vehicle
	ps = v.settle("vehicle", u, gun)
	if v.Crew == nil && gun {
		ps = append(ps, explain.Wrong("vehicle.crew", "field-missing"))
	}
	if ps != nil {
		return nil, ps
	}
	if len(r.Attempts) == 0 {
		r.Attempts = []Attempt{{}}
	}
	t := &team{a: v.armour(0, "none", false, o), full: *v.CrewFull, tries: r.Attempts, o: o}
	n := *v.Crew
	for i, try := range r.Attempts {
		field := fmt.Sprintf("attempts[%d]", i)
		if try.Crew != nil {
			if *try.Crew > n {
				ps = append(ps, explain.Wrong(field+".crew", "field-above", is("value", *try.Crew), is("want", n)))
			}
			n = *try.Crew
		}
		if try.Pinned && i == 0 && !r.StayedOut {
			ps = append(ps, explain.Wrong(field+".pinned", "pinned-inside"))
		}
		t.living = append(t.living, n)
	}
	return t, ps
}

// forbidden returns why the crew may not try to repair at all, or nil.
func (r *Repair) forbidden(t *team, o options) *explain.Refusal {
	shooting := o.is("repair-procedure", "dismount-in-shooting")
	switch {
	case r.Destroyed:
		return explain.Refuse("destroyed", explain.Because("SQ-REPAIR-12", "destroyed-no-repair"))
	case len(t.damaged(&State{Hulls: [maxHulls]Hull{t.a.start}})) == 0:
		return explain.Refuse("vehicle", explain.Because("SQ-REPAIR-01", "nothing-to-repair").And("SQ-REPAIR-11"))
	case t.living[0] == 0:
		return explain.Refuse("vehicle.crew", explain.Because("SQ-CREW-04", "nobody-repairs"))
	case r.DistanceCM != nil && *r.DistanceCM > reachOfTeamCM:
		return explain.Refuse("distance_cm", explain.Because("SQ-REPAIR-02", "team-too-far", is("range", *r.DistanceCM)))
	}
	for i, try := range t.tries {
		field := fmt.Sprintf("attempts[%d].also", i)
		for _, also := range try.Also {
			switch {
			case also == "move" && !shooting && !t.a.gun:
				return explain.Refuse(field, explain.Because("SQ-REPAIR-02", "no-move-and-repair"))
			case also == "dash" || also == "ram":
				return explain.Refuse(field, explain.Because("SQ-REPAIR-06", "no-dash-no-ram").And("SQ-MOVE-04"))
			case also == "shoot":
				return explain.Refuse(field, explain.Because("SQ-REPAIR-03", "repair-instead-of-shooting").And("SQ-TURN-03"))
			}
		}
	}
	return nil
}

// reasons are the facts on which the attempts rest.
func (r *Repair) reasons(t *team, o options) []reason {
	rs := []reason{explain.Because("SQ-REPAIR-01", "may-repair")}
	switch {
	case t.a.gun:
		rs = append(rs, explain.Because("SQ-REPAIR-10", "crew-at-the-gun"))
	case o.is("repair-procedure", "dismount-in-shooting"):
		rs = append(rs, explain.Because("SQ-CREW-21", "out-in-shooting"))
	default:
		rs = append(rs, explain.Because("SQ-REPAIR-02", "out-in-movement"))
	}
	return append(rs, explain.Because("SQ-REPAIR-06", "no-dash-no-ram").And("SQ-MOVE-04"))
}

// losses says whether losses change the repair number: they do in the newer procedure (SQ-CREW-21).
func (t *team) losses() bool {
	return t.o.is("crew-loss-modifiers", "on") && t.o.is("repair-procedure", "dismount-in-movement")
}

// need is the repair number of the i-th attempt for a team that stayed outside or not
// (SQ-REPAIR-03, 08, 13, 14).
func (t *team) need(i int, stayed bool) number {
	n, full := t.living[i], t.full
	of := explain.Word(fmt.Sprintf("attempt-%d", i+1))
	facts := []explain.Fact{is("n", n), is("full", full)}
	num := explain.Needed("repair", explain.Worth("SQ-REPAIR-03", "repair-base", 5))
	if t.losses() && n < full {
		if 2*n >= full {
			num = explain.Needed("repair", explain.Worth("SQ-REPAIR-13", "repair-crew-short", 5, facts...).And("SQ-CREW-01"))
		} else {
			num = explain.Needed("repair", explain.Worth("SQ-REPAIR-13", "repair-crew-below-half", 6, facts...).And("SQ-CREW-02"))
		}
	}
	num.Of = of
	switch {
	case !stayed:
		return num
	case t.losses() && n < full && t.o.is("stay-bonus-with-losses", "off"):
		return num.Noting(explain.Because("SQ-REPAIR-14", "stay-bonus-lost"))
	case t.losses() && n < full:
		return num.With(explain.Worth("SQ-REPAIR-14", "stay-bonus-kept", 1))
	}
	return num.With(explain.Worth("SQ-REPAIR-08", "stay-bonus", 1))
}

// damaged are the things that a success can restore, in the order of the policy.
func (t *team) damaged(s *State) []string {
	h := t.a.hull(s)
	var keys []string
	if h.MainOut {
		keys = append(keys, "main-gun")
	}
	if h.GearOut {
		keys = append(keys, "running-gear")
	}
	if h.MGOut {
		keys = append(keys, "mg")
	}
	if t.a.left(s) < t.a.initial {
		keys = append(keys, "wound")
	}
	return keys
}

// What the die of an attempt said, kept in Shot.Result until the decision that follows.
const (
	repairDone int8 = 1 + iota
	repairFailed
)

// attemptStep is the repair of one turn, while anything is damaged.
func (t *team) attemptStep(i int) step {
	var needs [2]number
	needs[0], needs[1] = t.need(i, false), t.need(i, true)
	need := func(s *State) number { return needs[boolInt(s.Works.Outside)] }
	pinned := func(s *State) bool { return t.tries[i].Pinned && s.Works.Outside }
	last := i+1 == len(t.tries) || t.living[i+1] == 0
	waits := func(what int8) func(*State) bool {
		return func(s *State) bool { return s.Shot.Result == what }
	}
	return step{
		Key: "attempt", Rule: "SQ-REPAIR-03",
		If: func(s *State) bool { return len(t.damaged(s)) > 0 },
		Steps: []step{
			{
				Key: "team-pinned", Rule: "SQ-REPAIR-16",
				If:   pinned,
				Then: func(_ *State, _ outcome, l *log) { l.Say("SQ-REPAIR-16", "team-pinned") },
			},
			{
				Key: "repair", Rule: "SQ-REPAIR-03",
				If:   func(s *State) bool { return !pinned(s) },
				Why:  func(s *State) []number { return []number{need(s)} },
				Roll: func(s *State) dice.Roll { return dice.Count(1, need(s).Target()) },
				Then: func(s *State, o outcome, _ *log) {
					s.Shot.Result = repairFailed
					if o.Success() {
						s.Shot.Result = repairDone
					}
				},
			},
			{
				Key: "restore", Rule: "SQ-REPAIR-04",
				If: func(s *State) bool { return s.Shot.Result == repairDone && len(t.damaged(s)) > 1 },
				Choose: func(s *State) procedure.Choice {
					return procedure.Choice{Key: "restore", Side: "defender", Options: t.damaged(s)}
				},
				Then: func(s *State, o outcome, l *log) { t.restore(s, t.damaged(s)[o.Value], l) },
			},
			{
				Key: "restored", Rule: "SQ-REPAIR-04",
				If:   waits(repairDone),
				Then: func(s *State, _ outcome, l *log) { t.restore(s, t.damaged(s)[0], l) },
			},
			{
				Key: "after-failure", Rule: "SQ-REPAIR-07",
				If: waits(repairFailed),
				Choose: func(*State) procedure.Choice {
					return procedure.Choice{Key: "after-failure", Side: "defender", Options: []string{"stay", "board"}, Policy: boolInt(last)}
				},
				Then: func(s *State, o outcome, l *log) {
					s.Shot.Result = 0
					s.Works.Outside = o.Value == 0
					t.sayAfter(i, s.Works.Outside, l)
				},
			},
		},
	}
}

// restore makes one thing work again; the team boards at once (SQ-REPAIR-04, 05, 11).
func (t *team) restore(s *State, what string, l *log) {
	h := t.a.hull(s)
	switch what {
	case "main-gun":
		h.MainOut = false
	case "running-gear":
		h.GearOut = false
	case "mg":
		h.MGOut = false
	case "wound":
		h.Lost--
	}
	s.Shot.Result = 0
	s.Works.Restored++
	s.Works.Outside = false
	if !l.On() {
		return
	}
	l.Note(explain.Because("SQ-REPAIR-04", "restored", is("part", explain.Word(what))).And("SQ-REPAIR-11"))
	if what != "wound" {
		l.Say("SQ-VEH-29", "part-as-new")
	}
	if !t.a.gun {
		l.Say("SQ-REPAIR-05", "team-boards")
	}
}

// sayAfter notes what a failure leads to.
func (t *team) sayAfter(i int, stays bool, l *log) {
	if !l.On() {
		return
	}
	if stays {
		if !t.a.gun {
			l.Say("SQ-REPAIR-09", "team-is-a-target")
			if t.o.is("repairing-is-abandoned", "yes") {
				l.Note(explain.Because("SQ-REPAIR-15", "crew-outside-abandoned").And("SQ-HIT-13"))
			} else {
				l.Say("SQ-REPAIR-15", "crew-outside-not-abandoned")
			}
		}
		return
	}
	n := t.living[i]
	if !t.losses() || n == t.full || t.a.gun {
		return
	}
	r := explain.Because("SQ-CREW-01", "crew-thinned", is("n", n), is("full", t.full))
	if 2*n < t.full {
		r = explain.Because("SQ-CREW-02", "crew-below-half", is("n", n), is("full", t.full))
	}
	l.Note(r.And("SQ-CREW-03"))
}

// measures are the results of the attempts.
func (t *team) measures() []measure {
	ms := []measure{{Key: "restored", Of: func(s *State) int { return int(s.Works.Restored) }}}
	s := State{Hulls: [maxHulls]Hull{t.a.start}}
	broken := t.damaged(&s)
	for _, m := range t.a.measures() {
		part := map[string]string{"main-out": "main-gun", "mg-out": "mg", "gear-out": "running-gear", "wounds-left": "wound"}[m.Key]
		if slices.Contains(broken, part) {
			ms = append(ms, m)
		}
	}
	if !t.a.gun {
		ms = append(ms, measure{Key: "outside", Event: true, Of: func(s *State) int { return boolInt(s.Works.Outside) }})
	}
	return ms
}
