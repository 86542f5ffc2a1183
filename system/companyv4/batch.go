package companyv4

import (
	"fmt"
	"slices"

	"umpire/explain"
	"umpire/rulebook"
)

// Batch is the shots of one weapon profile at one target team in one situation (C4-GEN-09).
type Batch struct {
	Weapon    string   `yaml:"weapon"`
	Range     *float64 `yaml:"range" minimum:"0" maximum:"500"`
	ROF       *int     `yaml:"rof" minimum:"0" maximum:"20"`
	MovingROF *int     `yaml:"moving_rof" minimum:"0" maximum:"20"`
	PinnedROF *int     `yaml:"pinned_rof" minimum:"0" maximum:"20"`
	AT        *int     `yaml:"anti_tank" minimum:"0" maximum:"30"`
	Firepower *int     `yaml:"firepower" minimum:"1" maximum:"6"`
	Mount     string   `yaml:"mount" enum:"turret,hull,base,front,rear,all_round,tank_mg,aircraft"`
	ExtraMGs  *int     `yaml:"extra_mgs" minimum:"0" maximum:"6"`
	Traits    []string `yaml:"traits" enum:"heat,no_he,slow_firing,stabiliser,overworked,brutal,dedicated_aa,self_defence_aa,smoke,pinned_rof_1,limited_1,heavy_weapon"`

	Teams    int     `yaml:"teams" minimum:"1" maximum:"20" default:"1"`
	Distance float64 `yaml:"distance" required:"true" minimum:"0" maximum:"500"`
	At       string  `yaml:"at"` // name of the target team; the first when empty

	Moved        string `yaml:"moved" enum:"none,tactical,dash" default:"none"`
	BailedOut    bool   `yaml:"bailed_out"`
	OutOfCommand bool   `yaml:"out_of_command"`
	SmokeRounds  bool   `yaml:"smoke_rounds"`

	Sight       string   `yaml:"sight" enum:"clear,partly,blocked" default:"clear"`
	Friends     string   `yaml:"friends_between" enum:"none,stationary_infantry,others" default:"none"`
	Solid       bool     `yaml:"solid_between"`
	AtWall      bool     `yaml:"at_wall"`
	Gap         *float64 `yaml:"gap" minimum:"0" maximum:"500"`
	Tall        float64  `yaml:"tall_between" minimum:"0" maximum:"500" default:"0"`
	Cover       string   `yaml:"cover" enum:"open,short,tall,building,hill" default:"open"`
	CoverShare  *float64 `yaml:"cover_share" minimum:"0" maximum:"1"`
	Depth       *float64 `yaml:"shooter_depth" minimum:"0" maximum:"500"`
	ToEdge      *float64 `yaml:"shooter_to_edge" minimum:"0" maximum:"500"`
	Higher      bool     `yaml:"shooter_higher"`
	AirCover    *float64 `yaml:"air_cover" minimum:"0" maximum:"500"`
	Concealed   bool     `yaml:"concealed"`
	Smoke       bool     `yaml:"smoke"`
	Angle       *float64 `yaml:"angle" minimum:"0" maximum:"180"`
	Turned      *float64 `yaml:"turned" minimum:"0" maximum:"180"`
	Facing      string   `yaml:"facing" enum:"front,side" default:"front"`
	TargetAngle *float64 `yaml:"target_angle" minimum:"0" maximum:"180"`
	FriendsNear *float64 `yaml:"friends_near" minimum:"0" maximum:"500"`
}

// arm joins the typed values of the weapon with the arsenal.
func (b *Batch) arm(m measure, field string) (*profile, error) {
	var w Weapon
	p := &profile{name: b.Weapon}
	if r := Roster().Weapon(b.Weapon); r != nil {
		w = *r
		p.name = r.Name
	} else if b.Range == nil || b.AT == nil || b.Firepower == nil || b.ROF == nil && b.MovingROF == nil {
		var ids []string
		for _, x := range Roster().Weapons {
			ids = append(ids, x.ID)
		}
		if b.Weapon == "" {
			return nil, explain.Wrong(field+".weapon", "weapon-or-values", is("want", ids))
		}
		return nil, explain.Wrong(field+".weapon", "unknown-weapon", is("value", b.Weapon), is("want", ids))
	} else if b.Weapon == "" {
		p.name = explain.Word("typed-weapon")
	}
	p.reach = m.in(w.Range)
	p.rof, p.moving, p.at, p.fp, p.mount, p.extra, p.traits = w.ROF, w.MovingROF, w.AT, w.Firepower, w.Mount, w.ExtraMGs, w.Traits
	if b.Range != nil {
		p.reach = *b.Range
	}
	for _, v := range []struct{ to, from *int }{
		{&p.rof, b.ROF}, {&p.moving, b.MovingROF}, {&p.at, b.AT}, {&p.fp, b.Firepower}, {&p.extra, b.ExtraMGs},
	} {
		if v.from != nil {
			*v.to = *v.from
		}
	}
	if b.ROF != nil && b.MovingROF == nil {
		p.moving = 0
	}
	if b.Mount != "" {
		p.mount = b.Mount
	}
	if p.mount == "" {
		p.mount = "base"
	}
	if b.Traits != nil {
		p.traits = b.Traits
	}
	if p.moving == 0 {
		p.moving = p.rof / 2
		if p.rof == 1 {
			p.moving = 1
		}
	}
	p.pinned = p.moving
	if p.has("pinned_rof_1") {
		p.pinned = 1
	}
	if b.PinnedROF != nil {
		p.pinned = *b.PinnedROF
	}
	return p, nil
}

// forbidden says why the shots of a batch may not be fired (chapters 3, 4 and 6), or nil.
func (b *Batch) forbidden(p *profile, s *Shooting, t *UnitType, sh *UnitType, o options, field string) *explain.Refusal {
	m := measure(s.Measure)
	no := func(f, rule, key string, facts ...explain.Fact) *explain.Refusal {
		return explain.Refuse(field+"."+f, explain.Because(ruleID(rule), key, append([]explain.Fact{is("weapon", p.name)}, facts...)...))
	}
	flying := sh.Type == "aircraft"
	switch {
	case b.Moved == "dash":
		return citing(no("moved", "C4-ELIG-02", "dashed"), "C4-MOVE-04")
	case s.Shooter.Order == "follow_me" || s.Shooter.Order == "cross_here":
		return explain.Refuse("shooter.order", explain.Because("C4-ELIG-03", "order-forbids", is("order", explain.Word(s.Shooter.Order))))
	case b.BailedOut:
		return citing(no("bailed_out", "C4-ELIG-04", "shooter-bailed-out"), "C4-CREW-01")
	}
	if t.Type == "aircraft" && !p.has("dedicated_aa") && !p.has("self_defence_aa") {
		return no("weapon", "C4-HIT-04", "no-aa")
	}
	if r := b.blind(p, s, t, sh, o, field); r != nil {
		return r
	}
	if b.Distance > p.reach {
		return no("distance", "C4-RANGE-01", "out-of-range", is("range", m.length(b.Distance)), is("reach", m.length(p.reach)))
	}
	if r := b.offArc(p, field); r != nil {
		return r
	}
	if flying && t.Type != "aircraft" && b.FriendsNear != nil && *b.FriendsNear <= m.in(safety) {
		return no("friends_near", "C4-AIR-01", "friends-too-near", is("range", m.length(*b.FriendsNear)), m.limit(safety))
	}
	if b.SmokeRounds && !p.has("smoke") {
		return no("smoke_rounds", "C4-SMOKE-01", "no-smoke-rounds")
	}
	return nil
}

// blind says why the target is not in sight (chapter 4), or nil. Terrain and teams do not matter
// to a line that starts or ends at an aircraft (C4-LOS-14).
func (b *Batch) blind(p *profile, s *Shooting, t, sh *UnitType, o options, field string) *explain.Refusal {
	m := measure(s.Measure)
	no := func(f, rule, key string, facts ...explain.Fact) *explain.Refusal {
		return explain.Refuse(field+"."+f, explain.Because(ruleID(rule), key, append([]explain.Fact{is("weapon", p.name)}, facts...)...).And("C4-ELIG-05"))
	}
	if sh.Type == "aircraft" || t.Type == "aircraft" {
		return nil
	}
	switch {
	case b.Sight != "clear":
		return no("sight", "C4-LOS-08", "sight-"+b.Sight)
	case b.Friends == "others", b.Friends == "stationary_infantry" && o.is("friendly_infantry_screen", "blocks"):
		return no("friends_between", "C4-LOS-07", "friends-in-the-way")
	case b.Solid && !b.AtWall:
		return no("solid_between", "C4-LOS-12", "solid-in-the-way")
	case b.Gap != nil && *b.Gap < gapNeeded(m, o):
		return no("gap", "C4-LOS-09", "gap-too-narrow", is("gap", m.length(*b.Gap)), is("limit", m.length(gapNeeded(m, o))))
	}
	if b.Depth != nil && *b.Depth > m.in(edge) && o.is("edge_shooter", "inside_edge") {
		return no("shooter_depth", "C4-CONC-03", "too-deep", is("range", m.length(*b.Depth)), m.limit(edge))
	}
	if b.Cover == "tall" && b.ToEdge != nil {
		switch {
		case o.is("tall_terrain_near_sight", "literal_near_edge_blocks") && *b.ToEdge < m.in(nearTarget):
			return no("shooter_to_edge", "C4-LOS-11", "near-edge-blocks", is("range", m.length(*b.ToEdge)), m.limit(nearTarget))
		case o.is("edge_shooter", "outside_edge") && *b.ToEdge > m.in(edge):
			return no("shooter_to_edge", "C4-CONC-03", "outside-the-edge", m.limit(edge))
		}
	}
	if b.Tall >= m.in(edge) {
		if b.Cover == "tall" && b.Distance <= m.in(nearTarget) && o.is("tall_terrain_near_sight", "within6_keeps_sight") {
			return nil
		}
		return citing(no("tall_between", "C4-LOS-10", "through-tall", is("range", m.length(b.Tall)), m.limit(edge)), "C4-LOS-11")
	}
	return nil
}

func gapNeeded(m measure, o options) float64 {
	if m == "cm" && o.is("sight_gap_cm", "0.2") {
		return 0.2
	}
	return m.in(sightGap)
}

// offArc says why the target lies outside the field of fire (C4-ARC-01, C4-ARC-02, C4-ROT-02), or nil.
func (b *Batch) offArc(p *profile, field string) *explain.Refusal {
	no := func(f, rule, key string, deg float64) *explain.Refusal {
		return explain.Refuse(field+"."+f, explain.Because(ruleID(rule), key, is("weapon", p.name), is("angle", deg)).And("C4-ARC-02"))
	}
	if b.Turned != nil && *b.Turned > 90 && p.mount == "hull" {
		return no("turned", "C4-ROT-02", "turned-too-far", *b.Turned)
	}
	if b.Angle == nil {
		return nil
	}
	switch p.mount {
	case "hull", "front":
		if *b.Angle > 90 {
			return no("angle", "C4-ARC-01", "off-the-front", *b.Angle)
		}
	case "rear":
		if *b.Angle < 90 {
			return no("angle", "C4-ARC-01", "off-the-rear", *b.Angle)
		}
	}
	return nil
}

// dice is how many dice one team rolls (chapter 8).
func (b *Batch) dice(p *profile, s *Shooting, sh, t *UnitType, o options) number {
	name := is("weapon", p.name)
	n := func(rule, key string, v int) number {
		r := explain.Worth(ruleID(rule), key, v, name, is("n", v))
		if rule != "C4-DICE-01" {
			r = r.And("C4-DICE-01")
		}
		return explain.Amount("dice", r)
	}
	var one number
	halted := b.halted(s)
	switch {
	case t.Type == "aircraft" && p.has("dedicated_aa"):
		one = n("C4-HIT-04", "aa-rof", max(p.rof, p.moving))
	case t.Type == "aircraft":
		one = n("C4-HIT-04", "aa-one-die", 1)
	case sh.Type == "aircraft":
		one = n("C4-DICE-08", "aircraft-rof", p.moving)
	case p.mount == "tank_mg" && o.is("tank_mg_rof", "moving_plus_extra"):
		one = n("C4-DICE-06", "tank-mg-rof", p.moving)
		if p.extra > 0 {
			one = one.With(explain.Worth("C4-DICE-06", "extra-mgs", p.extra, is("n", p.extra)))
		}
	case s.Shooter.Pinned:
		one = n("C4-DICE-05", "pinned-rof", p.pinned)
		one = one.Noting(explain.Because("C4-DICE-02", "moved-or-pinned").And("C4-PIN-02"))
	case !halted:
		one = n("C4-DICE-02", "moving-rof", p.moving)
		if s.Shooter.Order == "dig_in" {
			one = one.Noting(explain.Because("C4-ORD-04", "digging-in"))
		}
	default:
		one = n("C4-DICE-01", "halted-rof", p.rof)
		if s.Shooter.Order == "blitz" {
			one = one.Noting(explain.Because("C4-DICE-07", "blitz-is-halted").And("C4-ORD-02"))
		}
		if b.Turned != nil {
			one = one.Noting(explain.Because("C4-ROT-01", "turning-is-no-move").And("C4-DICE-07", "C4-MOVE-01"))
		}
	}
	if p.mount != "tank_mg" && !halted && p.moving == max(p.rof/2, 1) && p.rof > 0 {
		one = one.Noting(explain.Because("C4-DICE-03", "half-rounded-down", is("n", p.rof)).And("C4-GEN-08"))
	}
	one.Of = p.name
	return one
}

// halted says whether the batch shoots with its halted rate of fire, as far as movement goes.
func (b *Batch) halted(s *Shooting) bool { return b.Moved == "none" && s.Shooter.Order != "dig_in" }

// teamIndex finds a target team by its name.
func teamIndex(teams []Team, name, field string) (int, error) {
	if name == "" {
		return 0, nil
	}
	if i := slices.IndexFunc(teams, func(t Team) bool { return t.Name == name }); i >= 0 {
		return i, nil
	}
	var names []string
	for _, t := range teams {
		names = append(names, t.Name)
	}
	return 0, explain.Wrong(field, "unknown-team", is("value", name), is("want", names))
}

// citing returns the refusal resting on further rules.
func citing(r *explain.Refusal, rules ...rulebook.ID) *explain.Refusal {
	r.Reasons[0] = r.Reasons[0].And(rules...)
	return r
}

func ruleID(s string) rulebook.ID { return rulebook.ID(s) }

func at(list string, i int) string { return fmt.Sprintf("%s[%d]", list, i) }
