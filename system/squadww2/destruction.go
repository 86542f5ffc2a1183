package squadww2

import (
	"fmt"

	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// blastCM is the reach of a detonation from the hull (SQ-VEH-34).
const blastCM = 5

// maxNear is the number of classes of fighters near one vehicle.
const maxNear = 8

// Near is fighters of one sort who stand near a vehicle that may explode, in the order of their
// ids.
type Near struct {
	Count      int     `yaml:"count" minimum:"1" maximum:"60" default:"1"`
	DistanceCM float64 `yaml:"distance_cm" required:"true" minimum:"0" maximum:"1000"`
	// Side is theirs: the owner of the vehicle is the defender.
	Side          string   `yaml:"side" enum:"defender,attacker" default:"defender"`
	Cover         string   `yaml:"cover" enum:"none,6,5" default:"none"`
	DugIn         bool     `yaml:"dug_in"`
	Traits        []string `yaml:"traits" enum:"body_armour,camouflage"`
	States        []string `yaml:"states" enum:"pinned,exposed,bailed_out"`
	TransportSave string   `yaml:"transport_save" enum:"none,6,5"`
}

// save is the usual save of the fighters, which holds against a detonation too (SQ-SAVE-14).
func (n *Near) save() number {
	t := Target{Type: "infantry", DugIn: n.DugIn, Traits: n.Traits, States: n.States, TransportSave: n.TransportSave}
	if n.TransportSave == "6" || n.TransportSave == "5" {
		t.Type = "passengers"
	}
	save := t.save(Models{Count: n.Count, Cover: n.Cover}, attack{ap: NoAP}, false)
	save.Key = "blast-save"
	return save.Noting(explain.Because("SQ-SAVE-14", "blast-usual-saves"))
}

// nearSide is the index of a side in State.Blast.
func nearSide(side string) int { return boolInt(side == "attacker") }

// withNear keeps the fighters within the reach of a detonation and returns why others are not.
func (a *armour) withNear(near []Near) []reason {
	var out []reason
	for i := range near {
		n := &near[i]
		if n.DistanceCM > blastCM {
			out = append(out, explain.Because("SQ-VEH-34", "beyond-blast", is("range", n.DistanceCM), is("n", n.Count)))
			continue
		}
		a.near = append(a.near, *n)
		save := n.save()
		save.Of = explain.Word(fmt.Sprintf("near-%d", i+1))
		a.nearSaves = append(a.nearSaves, save)
	}
	return out
}

var (
	detonationNumber = explain.Needed("detonation", explain.Worth("SQ-VEH-33", "detonation-test", 5))
	blastNumber      = explain.Needed("blast", explain.Worth("SQ-VEH-34", "blast-wounds", 4).And("SQ-VEH-35"))
)

// bailOutNumber is what a man needs to get out of the wreck (SQ-CREW-06).
func (a *armour) bailOutNumber() number {
	if a.o.is("bailout", "single-die-before-detonation") {
		return explain.Needed("bail-out", explain.Worth("SQ-CREW-20", "bail-out-together", 5))
	}
	n := explain.Needed("bail-out", explain.Worth("SQ-CREW-06", "bail-out-each", 5))
	if a.open {
		n = n.Noting(explain.Because("SQ-CREW-10", "open-reroll"))
	}
	return n
}

// destructionNumbers are what a player wants to see before a vehicle is destroyed.
func (a *armour) destructionNumbers() []number {
	if a.gun {
		return nil
	}
	ns := []number{detonationNumber}
	if len(a.near) > 0 {
		ns = append(ns, blastNumber)
		ns = append(ns, a.nearSaves...)
	}
	if a.crew+a.passengers > 0 {
		ns = append(ns, a.bailOutNumber())
	}
	return ns
}

// destructionSteps carry out the destruction of a vehicle that has no wounds left, once: the
// detonation with the fighters near it, or the bail-out of crew and passengers (SQ-GEN-06).
// Under OPT-bailout = single-die-before-detonation the people get out first (SQ-CREW-20).
func (a *armour) destructionSteps() []step {
	steps := []step{{
		Key: "wreck", Rule: "SQ-VEH-32",
		Then: func(s *State, _ outcome, l *log) {
			a.hull(s).Wreck = true
			l.Say("SQ-VEH-32", "destroyed-for-good")
			if !a.gun {
				l.Say("SQ-VEH-36", "wreck-is-terrain")
			}
		},
	}}
	if !a.gun {
		if a.o.is("bailout", "single-die-before-detonation") {
			steps = append(steps, a.jumpSteps()...)
			steps = append(steps, a.detonationStep())
			steps = append(steps, a.blastSteps()...)
		} else {
			steps = append(steps, a.detonationStep())
			steps = append(steps, a.blastSteps()...)
			steps = append(steps, a.bailOutSteps()...)
		}
	}
	return []step{{
		Key: "destruction", Rule: "SQ-VEH-32",
		If:    func(s *State) bool { return a.destroyed(s) && !a.hull(s).Wreck },
		Steps: steps,
	}}
}

func (a *armour) detonationStep() step {
	return step{
		Key: "detonation", Rule: "SQ-VEH-33",
		Why:  func(*State) []number { return []number{detonationNumber} },
		Roll: func(*State) dice.Roll { return dice.Count(1, detonationNumber.Value) },
		Then: func(s *State, o outcome, l *log) {
			h := a.hull(s)
			h.Exploded = o.Success()
			if !h.Exploded {
				l.Say("SQ-VEH-33", "no-detonation")
				return
			}
			l.Say("SQ-VEH-33", "explodes")
			l.Say("SQ-VEH-35", "only-fighters")
			if a.o.is("bailout", "single-die-before-detonation") {
				return // who is inside by now was counted as lost before
			}
			if n := a.crewIn(s); n > 0 {
				l.SayN("SQ-CREW-05", "crew-lost-inside", n)
			}
			if n := a.passengersIn(s); n > 0 {
				l.SayN("SQ-CREW-19", "passengers-lost-inside", n)
			}
		},
	}
}

// blastSteps are the wound dice of everybody within 5 cm, then the saves in the same order
// (SQ-VEH-34, SQ-SAVE-14). People who jumped out before the detonation come last.
func (a *armour) blastSteps() []step {
	exploded := func(s *State) bool { return a.hull(s).Exploded }
	why := func(*State) []number { return []number{blastNumber} }
	var wounds, saves []step
	for i := range a.near {
		n, save := &a.near[i], a.nearSaves[i]
		wounds = append(wounds, step{
			Key: "blast", Rule: "SQ-VEH-34", Also: ruleIDs{"SQ-GEN-06"}, If: exploded, Why: why,
			Roll: func(*State) dice.Roll { return dice.Count(n.Count, blastNumber.Value) },
			Then: func(s *State, o outcome, l *log) {
				if save.Possible() {
					s.Shot.Near[i] = int8(o.Counts[1])
					return
				}
				a.felled(s, n.Side, o.Successes(), l)
			},
		})
		if !save.Possible() {
			continue
		}
		saves = append(saves, step{
			Key: "blast-save", Rule: "SQ-SAVE-14", Also: ruleIDs{"SQ-SAVE-01"},
			If:   func(s *State) bool { return s.Shot.Near[i] > 0 },
			Why:  func(*State) []number { return []number{save} },
			Roll: func(s *State) dice.Roll { return dice.Count(int(s.Shot.Near[i]), save.Target()) },
			Then: func(s *State, o outcome, l *log) {
				n0 := int(s.Shot.Near[i]) - o.Successes()
				s.Shot.Near[i] = 0
				a.felled(s, n.Side, n0, l)
			},
		})
	}
	if a.o.is("bailout", "single-die-before-detonation") {
		for _, of := range []func(*Hull) *int8{crewOut, passengersOut} {
			wounds = append(wounds, step{
				Key: "blast", Rule: "SQ-VEH-34", Also: ruleIDs{"SQ-CREW-20"}, Why: why,
				If:   func(s *State) bool { return exploded(s) && *of(a.hull(s)) > 0 },
				Roll: func(s *State) dice.Roll { return dice.Count(int(*of(a.hull(s))), blastNumber.Value) },
				Then: func(s *State, o outcome, l *log) {
					*of(a.hull(s)) -= int8(o.Counts[1])
					if o.Success() {
						l.SayN("SQ-CREW-20", "blast-hits-crew", o.Successes())
					}
				},
			})
		}
	}
	return append(wounds, saves...)
}

func crewOut(h *Hull) *int8       { return &h.Crew }
func passengersOut(h *Hull) *int8 { return &h.Passengers }

// crewIn and passengersIn are the living people inside when the vehicle is destroyed.
func (a *armour) crewIn(s *State) int       { return a.crew - int(a.hull(s).CrewDown) }
func (a *armour) passengersIn(s *State) int { return a.passengers - int(a.hull(s).RidersDown) }

// felled counts fighters that the detonation put out of action. They do not count for the pin
// test (SQ-VEH-37).
func (a *armour) felled(s *State, side string, n int, l *log) {
	if n == 0 {
		return
	}
	s.Blast[nearSide(side)] += int16(n)
	l.SayN("SQ-ALLOC-03", "men-down", n)
	l.Say("SQ-VEH-37", "no-pin-losses")
}

// bailOutSteps are the dice of the crew, then of the passengers, of a wreck that did not
// detonate; in an open vehicle every failed die once more (SQ-CREW-05, 06, 10, 19).
func (a *armour) bailOutSteps() []step {
	need := a.bailOutNumber()
	out := func(key string, rule ruleIDs, inside func(*State) int, of func(*Hull) *int8, said string) step {
		if a.open {
			rule = append(rule, "SQ-CREW-10")
		}
		return step{
			Key: key, Rule: rule[0], Also: rule[1:],
			If:  func(s *State) bool { return inside(s) > 0 && !a.hull(s).Exploded },
			Why: func(*State) []number { return []number{need} },
			Roll: func(s *State) dice.Roll {
				r := dice.Count(inside(s), need.Value)
				if a.open {
					r = r.RerollingMisses()
				}
				return r
			},
			Then: func(s *State, o outcome, l *log) {
				*of(a.hull(s)) = int8(o.Counts[1])
				a.sayOut(o.Successes(), inside(s), said, rule[0], l)
			},
		}
	}
	return []step{
		out("bail-out", ruleIDs{"SQ-CREW-06", "SQ-CREW-05"}, a.crewIn, crewOut, "crew-out"),
		out("bail-out-passengers", ruleIDs{"SQ-CREW-19", "SQ-CREW-06"}, a.passengersIn, passengersOut, "passengers-out"),
	}
}

// jumpSteps are the single die for the whole crew, and another for the passengers (SQ-CREW-20).
func (a *armour) jumpSteps() []step {
	need := a.bailOutNumber()
	out := func(key string, rule ruleIDs, inside func(*State) int, of func(*Hull) *int8, said string) step {
		return step{
			Key: key, Rule: rule[0], Also: rule[1:],
			If:   func(s *State) bool { return inside(s) > 0 },
			Why:  func(*State) []number { return []number{need} },
			Roll: func(*State) dice.Roll { return dice.Count(1, need.Value) },
			Then: func(s *State, o outcome, l *log) {
				got := inside(s) * o.Successes()
				*of(a.hull(s)) = int8(got)
				a.sayOut(got, inside(s), said, rule[0], l)
			},
		}
	}
	return []step{
		out("bail-out", ruleIDs{"SQ-CREW-20"}, a.crewIn, crewOut, "crew-out"),
		out("bail-out-passengers", ruleIDs{"SQ-CREW-20", "SQ-CREW-19"}, a.passengersIn, passengersOut, "passengers-out"),
	}
}

// sayOut notes who got out and what becomes of them (SQ-CREW-07 to 09, 11).
func (a *armour) sayOut(got, of int, said string, rule rulebook.ID, l *log) {
	if !l.On() {
		return
	}
	if got < of {
		l.SayN("SQ-CREW-05", "died-inside", of-got)
	}
	if got == 0 {
		return
	}
	l.SayN(rule, said, got)
	l.Say("SQ-CREW-07", "placed-by-wreck")
	l.Note(explain.Because("SQ-CREW-08", "survivors-lie").And("SQ-PIN-21"))
	l.Say("SQ-CREW-09", "may-be-shot-at")
	l.Say("SQ-CREW-11", "act-as-infantry")
}

// destructionMeasures are the results of a destruction that can occur.
func (a *armour) destructionMeasures() []measure {
	ms := []measure{{Key: "destroyed", Event: true, Of: func(s *State) int { return boolInt(a.destroyed(s)) }}}
	if a.gun {
		return ms
	}
	ms = append(ms, measure{Key: "exploded", Event: true, Of: func(s *State) int { return boolInt(a.hull(s).Exploded) }})
	if a.crew > 0 {
		ms = append(ms, measure{Key: "crew-out", Of: func(s *State) int { return int(a.hull(s).Crew) }})
	}
	if a.passengers > 0 {
		ms = append(ms, measure{Key: "passengers-out", Of: func(s *State) int { return int(a.hull(s).Passengers) }})
	}
	for i, side := range []string{"defender", "attacker"} {
		for _, n := range a.near {
			if n.Side == side {
				ms = append(ms, measure{Key: "blast-" + side, Of: func(s *State) int { return int(s.Blast[i]) }})
				break
			}
		}
	}
	return ms
}

// Destruction is a vehicle that has just been destroyed, by whatever means.
type Destruction struct {
	Unit    string  `yaml:"unit"`
	Vehicle Vehicle `yaml:"vehicle"`
}

var wreckKind = system.Kind{
	ID:   "wreck",
	Name: rulebook.Text{RU: "Гибель техники", EN: "A vehicle is destroyed"},
	New:  func() system.Engagement { return new(Destruction) },
	Sample: `
unit: de_sdkfz251
vehicle: {passengers: 2, near: [{count: 2, distance_cm: 2, cover: 5}, {distance_cm: 5, side: attacker}]}
`,
}

// Judge implements system.Engagement.
func (d *Destruction) Judge(c rulebook.Choices) (*system.Judgement, error) {
	o := options{c}
	v := d.Vehicle
	u, ps := checkRoster("unit", d.Unit)
	switch {
	case ps != nil:
		return nil, ps
	case u != nil && u.Type != "vehicle":
		return nil, explain.Problems{explain.Wrong("unit", "not-a-vehicle", is("value", d.Unit))}
	case v.WoundsLeft != nil:
		return nil, explain.Problems{explain.Wrong("vehicle.wounds_left", "no-wounds-of-a-wreck")}
	}
	if v.Wounds == nil && u == nil { // how many it had does not matter any more
		one := 1
		v.Wounds = &one
	}
	if ps := v.settle("vehicle", u, false); ps != nil {
		return nil, ps
	}
	a := v.armour(0, "none", false, o)
	j := &system.Judgement{Reasons: append([]reason{explain.Because("SQ-VEH-32", "no-wounds-left")}, o.older()...)}
	j.Reasons = append(j.Reasons, a.withNear(v.Near)...)
	j.Numbers = a.destructionNumbers()
	proc := procedure.Procedure[State]{Key: "wreck", Steps: a.destructionSteps(), Measures: a.destructionMeasures()[1:]}
	proc.Start.Hulls[0] = Hull{Lost: int8(a.wounds)}
	j.Program = system.Run(proc)
	return j, nil
}
