package companyv4

import (
	"slices"

	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// Shooter is the unit that shoots.
type Shooter struct {
	Unit   string   `yaml:"unit"`
	Type   string   `yaml:"type" enum:"tank,infantry,gun,aircraft"`
	Teams  *int     `yaml:"teams" minimum:"1" maximum:"30"`
	Traits []string `yaml:"traits" enum:"scout,independent,formation_commander,heavy_weapon,unarmoured,gun_shield"`
	Pinned bool     `yaml:"pinned"`
	Order  string   `yaml:"order" enum:"none,blitz,blitz_failed,dig_in,follow_me,cross_here" default:"none"`
}

// Shooting is the fire of one unit in the Shooting Step, all its declarations together.
type Shooting struct {
	Measure string  `yaml:"measure" enum:"inch,cm" default:"inch"`
	Night   bool    `yaml:"night"`
	Shooter Shooter `yaml:"shooter"`
	Fire    []Batch `yaml:"fire" required:"true" minItems:"1" maxItems:"6"`
	Target  Target  `yaml:"target" required:"true"`
}

var shootingKind = system.Kind{
	ID:   "shooting",
	Name: rulebook.Text{RU: "Стрельба", EN: "Shooting"},
	New:  func() system.Engagement { return new(Shooting) },
	Sample: `
shooter: {unit: panzer-iv}
fire:
  - {weapon: panzer-iv-75, teams: 1, distance: 20}
target: {unit: sherman, teams: [{name: S1}, {name: S2}]}
`,
}

// Judge implements system.Engagement.
func (s *Shooting) Judge(c rulebook.Choices) (*system.Judgement, error) {
	o := options{c}
	f, j, err := s.prepare(o)
	if err != nil || j.Refusal != nil {
		return j, err
	}
	j.Program = system.Run(procedure.Procedure[Attack]{
		Key:      "shooting",
		Steps:    attackSteps(f, func(a *Attack) *Attack { return a }),
		Measures: attackMeasures(f, func(a *Attack) *Attack { return a }),
	})
	return j, nil
}

// attackMeasures are the results of one unit's fire. What these shots cannot bring about (smoke, the
// loss of a leader) is not among them.
func attackMeasures[S comparable](f *field, at func(*S) *Attack) []procedure.Measure[S] {
	event := func(key string, of func(*Attack) bool) procedure.Measure[S] {
		return procedure.Measure[S]{Key: key, Event: true, Of: func(s *S) int { return one(of(at(s))) }}
	}
	ms := []procedure.Measure[S]{
		{Key: "hits", Of: func(s *S) int { return int(at(s).Total) }},
		{Key: "destroyed", Of: func(s *S) int { return int(at(s).Destroyed) + one(at(s).Dead) }},
		{Key: "bailed-out", Of: func(s *S) int { return int(at(s).Bailed) }},
		event("target-destroyed", func(a *Attack) bool { return a.First }),
	}
	if slices.ContainsFunc(f.teams, func(t Team) bool { return t.Leader }) {
		ms = append(ms, event("leader-destroyed", func(a *Attack) bool { return a.Leader }))
	}
	if slices.ContainsFunc(f.shots, func(s shot) bool { return !s.harm }) {
		ms = append(ms, event("under-smoke", func(a *Attack) bool { return a.Smoked }))
	}
	return append(ms, event("pinned", func(a *Attack) bool { return a.Pinned }))
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// prepare judges the declarations and makes the field of the attack.
func (s *Shooting) prepare(o options) (*field, *system.Judgement, error) {
	m := measure(s.Measure)
	shooter := Card{Unit: s.Shooter.Unit, Type: s.Shooter.Type, Traits: s.Shooter.Traits}
	if shooter.Unit == "" && shooter.Type == "" {
		shooter.Type = "infantry"
	}
	six := 6
	if shooter.Unit == "" {
		shooter.Save = &six // a unit that only shoots needs no save
	}
	sh, err := shooter.read("shooter")
	if err != nil {
		return nil, nil, err
	}
	t, err := s.Target.card().read("target")
	if err != nil {
		return nil, nil, err
	}
	f := &field{o: o, m: m, night: s.Night && sh.Type != "aircraft", mistake: true, before: s.Target.HitsBefore}
	f.teams = s.Target.listed(t)
	f.own = len(f.teams)
	f.units = [2]*UnitType{t, t}
	var ps explain.Problems
	if problem := s.join(f, t); problem != nil {
		ps = append(ps, problem)
	}
	ps = append(ps, f.checkTeams(len(s.Fire))...)
	if t.alone() && f.own != 1 {
		ps = append(ps, explain.Wrong("target.teams", "alone-is-one-team", is("n", f.own)))
	}
	if n, most := s.firing(), s.most(sh); most > 0 && n > most {
		j := &system.Judgement{Refusal: explain.Refuse("fire", explain.Because("C4-ELIG-01", "too-many-shots", is("n", n), is("most", most)))}
		return nil, j, ps.OrNil()
	}
	if ps != nil {
		return nil, nil, ps
	}
	j := &system.Judgement{}
	for i := range s.Fire {
		if err := s.declare(i, f, j, sh, t); err != nil || j.Refusal != nil {
			return nil, j, err
		}
	}
	f.arrange()
	s.facts(f, j, t)
	return f, j, nil
}

// firing is the number of teams that fire in all batches.
func (s *Shooting) firing() int {
	n := 0
	for _, b := range s.Fire {
		n += b.Teams
	}
	return n
}

// most is the number of teams that the shooting unit has; 0 when it is not known.
func (s *Shooting) most(sh *UnitType) int {
	if s.Shooter.Teams != nil {
		return *s.Shooter.Teams
	}
	return sh.Teams
}

// join adds the teams of the unit to which the defender may attach his commander.
func (s *Shooting) join(f *field, t *UnitType) *explain.Problem {
	jn := s.Target.Join
	if jn == nil {
		return nil
	}
	if !t.alone() {
		return explain.Wrong("target.join", "only-commanders-join")
	}
	u, err := jn.card().read("target.join")
	if err != nil {
		if p, ok := err.(*explain.Problem); ok {
			return p
		}
	}
	if u.Type != t.Type { // C4-ALLOC-09
		return explain.Wrong("target.join", "join-other-type", is("type", explain.Word(u.Type)), is("other", explain.Word(t.Type)))
	}
	if f.own+len(jn.Teams) > maxTeams {
		return explain.Wrong("target.join.teams", "field-many", is("value", len(jn.Teams)), is("want", "13"))
	}
	f.join, f.units[1] = jn, u
	f.teams = append(f.teams, named(jn.Teams, f.own)...)
	return nil
}

// checkTeams reports names that stand twice or do not exist.
func (f *field) checkTeams(batches int) explain.Problems {
	var ps explain.Problems
	seen := map[string]bool{}
	for i, t := range f.teams {
		where := at("target.teams", i)
		if i >= f.own {
			where = at("target.join.teams", i-f.own)
		}
		if seen[t.Name] {
			ps = append(ps, explain.Wrong(where+".name", "team-twice", is("value", t.Name)))
		}
		seen[t.Name] = true
		for k, b := range t.SeenBy {
			if b < 1 || b > batches {
				ps = append(ps, explain.Wrong(at(where+".seen_by", k), "no-such-batch", is("value", b), is("want", batches)))
			}
		}
	}
	return ps
}

// declare judges one batch and adds it to the field.
func (s *Shooting) declare(i int, f *field, j *system.Judgement, sh, t *UnitType) error {
	b := &s.Fire[i]
	where := at("fire", i)
	p, err := b.arm(f.m, where)
	if err != nil {
		return err
	}
	target, err := teamIndex(f.teams[:f.own], b.At, where+".at")
	if err != nil {
		return err
	}
	if j.Refusal = b.forbidden(p, s, t, sh, f.o, where); j.Refusal != nil {
		return nil
	}
	team := &f.teams[target]
	x := shot{batch: b, prof: p, at: target, teams: b.Teams, harm: !b.SmokeRounds}
	x.dice = b.dice(p, s, sh, t, f.o)
	x.need, x.second = second(b.toHit(p, s, sh, team, t, f.o), f.o)
	x.moves = !b.tooClose(f.m, t, f.o)
	x.fp = firepower(p)
	for c, u := range f.units {
		if u.armoured() {
			x.armour[c] = armourOf(u, b, p, sh, f.m)
		} else {
			x.save[c] = cardSave(u, p)
			rule, key, ok := s.Target.bulletproof(u, b)
			x.cover[c] = ok
			if ok && key != "" {
				x.save[c] = x.save[c].Noting(explain.Because(ruleID(rule), key))
			}
		}
		if c == 0 && f.join == nil {
			break
		}
	}
	f.shots = append(f.shots, x)
	s.explainBatch(&f.shots[i], j, sh, t, f)
	return nil
}

// tooClose says whether the shooters stand so near that nobody takes one team for another (C4-MIST-08).
func (b *Batch) tooClose(m measure, t *UnitType, o options) bool {
	limit := m.in(tooClose)
	if t.Type == "tank" {
		limit = m.in(tooCloseTank)
	}
	return b.Distance < limit || b.Distance == limit && o.is("too_close_boundary", "within")
}

// arrange groups the batches by their target team and makes the answers that name teams.
func (f *field) arrange() {
	group := map[int]int{}
	for i := range f.shots {
		s := &f.shots[i]
		g, ok := group[s.at]
		if !ok {
			g = f.groups
			group[s.at] = g
			f.groups++
		}
		s.group = g
	}
	for g := range f.groups {
		for i := range f.shots {
			if f.shots[i].group == g {
				f.order = append(f.order, i)
			}
		}
	}
	for i, t := range f.teams {
		f.placing[i] = "place:" + t.Name
		for k, u := range f.teams {
			f.shifting[i*maxTeams+k] = "shift:" + t.Name + ":" + u.Name
		}
	}
}
