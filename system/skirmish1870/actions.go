package skirmish1870

import (
	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
)

type ruleID = rulebook.ID

// deed is one action of an activated model, Group or marker.
type deed struct {
	*Action
	a     *active
	o     options
	field string
}

// ruleOf names the chapter of an action.
func ruleOf(do string) ruleID {
	switch do {
	case "move":
		return "SK-MOVE-01"
	case "shoot":
		return "SK-ELIG-01"
	case "spot":
		return "SK-HIDE-06"
	case "aim":
		return "SK-AIM-01"
	case "reload":
		return "SK-AMMO-01"
	case "recover":
		return "SK-PIN-04"
	}
	return "SK-EFFECT-04"
}

// price is what the action costs (SK-TURN-04).
func (x *deed) price(s *Orders) number {
	used := int(s.Men[x.a.man].Used)
	r := explain.Worth("SK-TURN-04", "price-of-action", x.a.cost[used], is("action", used+1), is("cost", x.a.cost.String()))
	if x.a.group {
		r.Key = "price-of-group"
		r = r.And("SK-GROUP-02")
	}
	n := explain.Amount("price", r)
	n.Of = explain.Word("action-" + x.Do)
	return n
}

// forbidden returns why the action may not be taken, or nil.
func (x *deed) forbidden(s *Orders) *explain.Refusal {
	a, m := x.a, &s.Men[x.a.man]
	no := func(r reason) *explain.Refusal { return explain.Refuse(x.field, r) }
	who := is("who", a.label)
	switch {
	case a.Marker && x.Do != "move":
		return no(explain.Because("SK-HIDE-05", "marker-only-moves").And("SK-HIDE-13"))
	case a.group && x.Do == "recover":
		return no(explain.Because("SK-PIN-08", "group-does-not-recover"))
	case m.Suppressed && x.Do != "recover":
		return no(explain.Because("SK-PIN-01", "only-recovery", who))
	case !m.Suppressed && x.Do == "recover":
		return no(explain.Because("SK-PIN-04", "nothing-to-recover", who))
	case m.Used == 3:
		return no(explain.Because("SK-TURN-04", "three-actions", who))
	case x.a.cost[m.Used] > int(s.AP):
		return no(explain.Because("SK-TURN-04", "too-dear", is("n", a.cost[m.Used]), is("have", int(s.AP))))
	}
	switch x.Do {
	case "shoot", "reload":
		return x.weaponForbids(m, no)
	case "spot":
		if limit, rule := x.spotCM(); *x.DistanceCM > limit {
			return explain.Refuse(x.field+".distance_cm", explain.Because(rule, "marker-too-far", is("cm", *x.DistanceCM), is("limit", limit)))
		}
	case "seize":
		if x.DistanceCM != nil && *x.DistanceCM > 0 {
			return explain.Refuse(x.field+".distance_cm", explain.Because("SK-EFFECT-04", "not-in-contact", is("cm", *x.DistanceCM)))
		}
	}
	return nil
}

func (x *deed) weaponForbids(m *Soldier, no func(reason) *explain.Refusal) *explain.Refusal {
	who := is("who", x.a.label)
	switch {
	case x.a.weapon == nil && x.Do == "shoot":
		return no(explain.Because("SK-ELIG-01", "no-arm", who))
	case x.a.weapon == nil:
		return no(explain.Because("SK-AMMO-01", "nothing-to-load", who))
	case x.Do == "shoot" && !m.Loaded:
		return no(explain.Because("SK-AMMO-05", "not-loaded", who))
	case x.Do == "reload" && m.Loaded:
		return no(explain.Because("SK-AMMO-01", "loaded-already", who))
	}
	return nil
}

// Distances from which markers are spotted, in cm (SK-HIDE-06, SK-HIDE-08).
const (
	spotCM      = 30
	scoutSpotCM = 45
)

func (x *deed) spotCM() (float64, ruleID) { return spotLimit(x.a.scout, x.o) }

// spotLimit is how far a model or Group can spot.
func spotLimit(scout bool, o options) (float64, ruleID) {
	if scout {
		return o.cm(scoutSpotCM), "SK-HIDE-08"
	}
	return o.cm(spotCM), "SK-HIDE-06"
}

// spotTest is the number of a Spot action and its roll (SK-HIDE-06, SK-HIDE-08).
func spotTest(cost Cost, scout, group bool) (number, dice.Roll) {
	r := explain.Worth("SK-TEST-01", "above-last-figure", cost.test()+1, is("cost", cost.String())).And("SK-HIDE-06")
	if group {
		r = r.And("SK-GROUP-02")
	}
	n := explain.Needed("spot-test", r)
	roll := dice.Count(1, n.Value)
	if scout {
		n = n.Noting(explain.Because("SK-HIDE-08", "scout-again"))
		roll = roll.RerollingMisses()
	}
	return n, roll
}

// test is the test that the action takes, when it takes one.
func (x *deed) test() (number, bool) {
	if x.Do != "spot" {
		return number{}, false
	}
	n, _ := spotTest(x.a.cost, x.a.scout, x.a.group)
	n.Of = x.a.label
	return n, true
}

// step is the action as a step of the turn.
func (x *deed) step() procedure.Step[Orders] {
	st := procedure.Step[Orders]{
		Key: "action-" + x.Do, Rule: ruleOf(x.Do), Also: ruleIDs{"SK-TURN-05", "SK-TURN-04"},
		Then: func(s *Orders, o outcome, l *log) { x.apply(s, o.Success(), l) },
	}
	if n, ok := x.test(); ok {
		_, roll := spotTest(x.a.cost, x.a.scout, x.a.group)
		why := []number{n}
		st.Why = func(*Orders) []number { return why }
		st.Roll = func(*Orders) dice.Roll { return roll }
	}
	return st
}

// apply takes the action; passed is the answer of its test.
func (x *deed) apply(s *Orders, passed bool, l *log) {
	a, m := x.a, &s.Men[x.a.man]
	s.AP -= int8(a.cost[m.Used])
	if l.On() {
		l.Note(explain.Because("SK-TURN-04", "paid-by", is("n", a.cost[m.Used]), is("who", a.label)))
	}
	m.Used++
	if m.Aimed && x.Do != "aim" && x.Do != "shoot" {
		if x.o.is("aim-break", "any-action") {
			m.Aimed = false
			l.Say("SK-AIM-06", "aim-broken-here")
		} else {
			l.Say("SK-AIM-06", "aim-kept-here")
		}
	}
	switch x.Do {
	case "move":
		x.moves(m, l)
	case "aim":
		if m.Aimed {
			l.Say("SK-AIM-05", "aimed-already")
		} else if l.On() {
			l.Note(explain.Because("SK-AIM-01", "takes-aim", is("who", a.label)))
		}
		m.Aimed = true
	case "shoot":
		if m.Aimed && l.On() {
			l.Note(explain.Because("SK-AIM-04", "aim-spent", is("who", a.label)))
		}
		m.Aimed, m.Loaded, m.Reload = false, a.weapon.Reload == 0, 0
		if l.On() {
			key := "unloaded"
			if m.Loaded {
				key = "ready-again"
			}
			l.Note(explain.Because("SK-AMMO-04", key, is("who", a.label), is("weapon", a.weapon.Name)))
		}
	case "reload":
		x.reloads(m, l)
	case "recover":
		x.recovers(m, l)
	case "spot":
		if passed {
			s.Found++
			l.Say("SK-HIDE-06", "marker-found")
		} else {
			l.Say("SK-HIDE-07", "marker-not-found")
		}
	case "seize":
		l.Say("SK-EFFECT-04", "seized")
	}
}

// reloads takes one step of loading (SK-AMMO-01, SK-AMMO-03).
func (x *deed) reloads(m *Soldier, l *log) {
	w := x.a.weapon
	m.Reload++
	if int(m.Reload) < w.Reload {
		if l.On() {
			l.Note(explain.Because("SK-AMMO-03", "loading", is("weapon", w.Name), is("n", int(m.Reload)), is("of", w.Reload)))
		}
		return
	}
	m.Reload, m.Loaded = 0, true
	if l.On() {
		l.Note(explain.Because("SK-AMMO-01", "loaded-now", is("weapon", w.Name), is("n", w.Reload)))
	}
}
