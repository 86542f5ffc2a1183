package squadww2

import (
	"fmt"
	"slices"
	"strings"

	"umpire/explain"
	"umpire/procedure"
	"umpire/system"
)

// sortie is a flight-line attack ready to be judged.
type sortie struct {
	line  *FlightLine
	plane *Aircraft
	g     *ground
	at    []place // of each entry of the line
	pins  []*pinFacts
	o     options
	j     *system.Judgement
}

// place is where a unit on the line is kept: among the units of men or the vehicles and guns.
type place struct{ men, machine int } // -1 for none

// settle sorts the units into men and machines and checks all facts.
func (s *sortie) settle() explain.Problems {
	f := s.line
	var men []Target
	var others []Other
	var machines []Machine
	var menAt, machineAt []int
	var ps explain.Problems
	for i := range f.Units {
		u := &f.Units[i]
		field := fmt.Sprintf("units[%d]", i)
		t := u.Target
		kind := t.Type
		if r := Roster().Unit(t.Unit); kind == "" && r != nil {
			kind = r.Type
		}
		switch kind {
		case "vehicle", "gun":
			machines = append(machines, u.machine(kind, 901+i))
			machineAt = append(machineAt, i)
			s.at = append(s.at, place{-1, len(machines) - 1})
			continue
		case "aircraft", "passengers", "vehicle_crew":
			ps = append(ps, explain.Wrong(field+".target.type", "not-under-a-line", is("value", explain.Word(kind))))
		}
		for _, x := range []struct {
			given bool
			name  string
		}{{u.ID != nil, "id"}, {u.At != nil, "at"}, {u.HullCM != nil, "hull_cm"}} {
			if x.given {
				ps = append(ps, explain.Wrong(field+"."+x.name, "only-of-a-vehicle"))
			}
		}
		s.at = append(s.at, place{len(men), -1})
		men, menAt = append(men, t), append(menAt, i)
	}
	if len(men) > 1+maxOthers {
		ps = append(ps, explain.Wrong("units", "line-too-long", is("value", len(men)), is("want", 1+maxOthers)))
	}
	if len(machines) > maxHulls {
		ps = append(ps, explain.Wrong("units", "line-too-long", is("value", len(machines)), is("want", maxHulls)))
	}
	if ps != nil {
		return ps
	}
	var first *Target
	for i := range men {
		if i == 0 {
			first = &men[0]
			continue
		}
		others = append(others, Other{Side: f.Units[menAt[i]].Side, Target: men[i]})
	}
	s.g, ps = settleGround(first, others, machines, f.Fighters, s.o)
	if ps != nil {
		return rename(ps, menAt, machineAt)
	}
	if len(menAt) > 0 {
		s.g.friends[0] = f.Units[menAt[0]].Side == "friend"
	}
	for i := range f.Units {
		ps = append(ps, s.checkBomb(i)...)
	}
	return rename(ps, menAt, machineAt)
}

// machine makes a vehicle or gun of the entry.
func (u *Crossed) machine(kind string, id int) Machine {
	t := &u.Target
	m := Machine{
		ID: id, Unit: t.Unit, Type: kind, Cover: t.Cover, DugIn: t.DugIn,
		At: u.At, HeadingDeg: u.HeadingDeg, HullCM: u.HullCM,
	}
	if u.ID != nil {
		m.ID = *u.ID
	}
	if t.Vehicle != nil {
		m.Vehicle = *t.Vehicle
	}
	if t.is("marked") {
		m.States = []string{"marked"}
	}
	return m
}

// rename gives problems of the ground the paths of the flight line.
func rename(ps explain.Problems, men, machines []int) explain.Problems {
	for _, p := range ps {
		if rest, ok := strings.CutPrefix(p.Field, "target"); ok && len(men) > 0 {
			p.Field = fmt.Sprintf("units[%d].target%s", men[0], rest)
		}
		for k := range men[min(1, len(men)):] {
			if rest, ok := strings.CutPrefix(p.Field, fmt.Sprintf("others[%d]", k)); ok {
				p.Field = fmt.Sprintf("units[%d]%s", men[k+1], rest)
			}
		}
		for k, i := range machines {
			rest, ok := strings.CutPrefix(p.Field, fmt.Sprintf("vehicles[%d].", k))
			if !ok {
				continue
			}
			switch rest {
			case "id", "at", "heading_deg", "hull_cm":
				p.Field = fmt.Sprintf("units[%d].%s", i, rest)
			default:
				p.Field = fmt.Sprintf("units[%d].target.%s", i, rest)
			}
		}
	}
	return ps
}

// weapons returns what is used against the ground, or why it may not be.
func (s *sortie) weapons() (arms, *explain.Refusal) {
	f, p := s.line, s.plane
	air := func(field string) *explain.Refusal {
		return explain.Refuse(field, explain.Because("SQ-AIR-09", "ground-or-air").And("SQ-ELIG-19"))
	}
	switch {
	case p.is("spinning"):
		return 0, explain.Refuse("aircraft.states", explain.Because("SQ-AIR-25", "spinning-cannot-fire"))
	case f.InAir == "guns":
		return 0, air("in_air")
	case f.InAir == "turret" && *p.TurretGuns == 0:
		return 0, explain.Refuse("in_air", explain.Because("SQ-AIR-10", "no-turret"))
	case f.InAir == "turret":
		s.j.Reasons = append(s.j.Reasons, explain.Because("SQ-AIR-10", "turret-besides").And("SQ-ELIG-19"))
	}
	usable := p.usable(s.o)
	if !s.strafes() {
		if *p.MGs > 0 {
			s.j.Reasons = append(s.j.Reasons, explain.Because("SQ-AMMO-02", "mgs-jammed", is("n", p.Jammed)))
		}
		usable &^= fixedGuns
	}
	for i, name := range f.Use {
		field := fmt.Sprintf("use[%d]", i)
		switch arm := armOf(name); {
		case arm == turretGuns:
			return 0, explain.Refuse(field, explain.Because("SQ-AIR-11", "turret-not-at-ground"))
		case f.InAir == "turret" && arm != bombLoad:
			return 0, explain.Refuse(field, explain.Because("SQ-AIR-10", "bombs-only").And("SQ-ELIG-19"))
		case p.usable(s.o)&arm == 0:
			return 0, explain.Refuse(field, outOf(name))
		case usable&arm == 0:
			return 0, explain.Refuse(field, explain.Because("SQ-AMMO-02", "mgs-jammed", is("n", p.Jammed)))
		}
	}
	if len(f.Use) > 0 {
		var named arms
		for _, name := range f.Use {
			named |= armOf(name)
		}
		return named, nil
	}
	for _, g := range gunNames {
		if p.has()&g.arm != 0 && p.usable(s.o)&g.arm == 0 && g.arm != turretGuns {
			s.j.Reasons = append(s.j.Reasons, outOf(g.name))
		}
	}
	if usable&turretGuns != 0 && f.InAir == "none" {
		s.j.Reasons = append(s.j.Reasons, explain.Because("SQ-AIR-11", "turret-not-at-ground"))
	}
	usable &^= turretGuns
	if f.InAir == "turret" {
		usable &= bombLoad
		if usable == 0 {
			return 0, air("in_air")
		}
	}
	return usable, nil
}

// crossed tells who is on the line.
func (s *sortie) crossed() {
	own := 0
	for i := range s.line.Units {
		own += boolInt(s.line.Units[i].Side == "friend")
	}
	s.j.Reasons = append(s.j.Reasons, explain.Because("SQ-AIR-04", "units-on-line", is("n", len(s.line.Units))).And("SQ-AIR-02", "SQ-RANGE-14"))
	if own > 0 {
		s.j.Reasons = append(s.j.Reasons, explain.Because("SQ-AIR-04", "own-units-on-line", is("n", own)))
	}
	s.j.Reasons = append(s.j.Reasons, s.g.reasons...)
}

// name of the i-th unit on the line.
func onLine(i int) explain.Word { return explain.Word(fmt.Sprintf("line-%d", i+1)) }

// procedure puts the attack in order: machine guns on all units, cannon on all, bombs, then the
// tests of the units (SQ-AIR-32, SQ-TURN-05).
func (s *sortie) procedure(use arms) procedure.Procedure[lineState] {
	p := procedure.Procedure[lineState]{Key: "flight-line"}
	for u, t := range s.g.units {
		if t == nil {
			continue
		}
		for len(s.pins) < u {
			s.pins = append(s.pins, nil)
		}
		pin := t.pinFacts(s.o)
		if s.g.friends[u] && pin.exempt == nil {
			pin.spare("SQ-PIN-01", "pin-own-fire")
		}
		s.pins = append(s.pins, pin)
		p.Start.Men[u].Squad = pin.start().Squad
	}
	for _, m := range s.g.machines {
		p.Start.Work.Hulls[m.armour.at] = m.armour.start
	}
	hurts := map[int]bool{}
	if use&fixedGuns != 0 {
		for i, at := range s.at {
			if at.men >= 0 {
				p.Steps = append(p.Steps, s.fire(at.men, s.strafe(i))...)
			}
		}
		if len(s.g.machines) > 0 {
			s.j.Reasons = append(s.j.Reasons, explain.Because("SQ-AIR-14", "mgs-not-vehicles").And("SQ-EFFECT-05"))
		}
	}
	if use&cannonGuns != 0 {
		for i, at := range s.at {
			if at.men >= 0 {
				p.Steps = append(p.Steps, s.fire(at.men, s.cannonMen(i))...)
				continue
			}
			if steps := s.cannonMachine(i); steps != nil {
				hurts[at.machine] = true
				p.Steps = append(p.Steps, ofTemplates().steps(steps)...)
			}
		}
	}
	if use&bombLoad != 0 {
		s.g.thinned = use&(fixedGuns|cannonGuns) != 0
		p.Steps = append(p.Steps, s.bombs(hurts)...)
	}
	if use != 0 {
		p.Steps = append(p.Steps, s.tests()...)
	}
	p.Measures = s.measures(use, hurts)
	return p
}

// fire puts the fire of one weapon at one unit of men between what pin timing wants around it.
func (s *sortie) fire(men int, steps []step) []lineStep {
	pin := s.pins[men]
	return ofMen(men).steps(slices.Concat(pin.weaponStart(), steps, pin.weaponEnd(false)))
}

// tests are those of all units of men when the phase is over.
func (s *sortie) tests() []lineStep {
	var out []lineStep
	ends := make([][]step, len(s.pins))
	if len(s.pins) > 0 && s.o.is("pin-timing", "end-of-phase") {
		s.j.Reasons = append(s.j.Reasons, explain.Because("SQ-TURN-05", "tests-after-all"))
	}
	for u, pin := range s.pins {
		if pin == nil {
			continue
		}
		ends[u] = pin.phaseEnd()
		if pin.exempt != nil {
			s.j.Reasons = append(s.j.Reasons, *pin.exempt)
		}
		for _, n := range pin.numbers() {
			n.Of = s.label(u)
			s.j.Numbers = append(s.j.Numbers, n)
		}
	}
	for k := range 3 {
		for u, end := range ends {
			if k < len(end) {
				out = append(out, ofMen(u).steps(end[k:k+1])...)
			}
		}
	}
	return out
}

// label names a unit of men when there is more than one on the line.
func (s *sortie) label(men int) any {
	if len(s.at) == 1 {
		return nil
	}
	return onLine(slices.IndexFunc(s.at, func(p place) bool { return p.men == men }))
}

// suffix tells the measures of the k-th unit of a sort apart from those of the first.
func suffix(k int) string {
	if k == 0 {
		return ""
	}
	return fmt.Sprintf("-%d", k+1)
}

// measures are the results that can occur.
func (s *sortie) measures(use arms, hurts map[int]bool) []lineMeasure {
	all := ofTemplates()
	ms := []lineMeasure{
		inWork(hitsMeasure), inWork(woundsMeasure),
	}
	if n := s.marks(); s.plane.Recon != "none" {
		ms = append(ms, lineMeasure{Key: "marked", Of: func(*lineState) int { return n }})
	}
	for u, t := range s.g.units {
		if t == nil {
			continue
		}
		list := []measure{{Key: "casualties", Of: func(st *State) int { return st.Squad.losses() }}, {Key: "left", Of: t.left}}
		if use&(cannonGuns|bombLoad) != 0 {
			list = append(list, measure{Key: "dead", Of: func(st *State) int { return int(st.Squad.Dead) }})
		}
		if use != 0 {
			list = append(list, s.pins[u].measures()...)
		}
		for _, m := range list {
			ms = append(ms, ofMen(u).measure(m, suffix(u)))
		}
	}
	if use&bombLoad != 0 {
		ms = append(ms, lineMeasure{Key: "bombs-on", Of: func(l *lineState) int { return int(l.Templates) }})
	}
	blast := map[string]bool{}
	for k, m := range s.g.machines {
		if !hurts[k] {
			continue
		}
		for _, x := range m.armour.measures() {
			end := suffix(k)
			if strings.HasPrefix(x.Key, "blast-") {
				if blast[x.Key] {
					continue
				}
				blast[x.Key], end = true, ""
			}
			ms = append(ms, all.measure(x, end))
		}
	}
	return ms
}
