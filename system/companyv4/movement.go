package companyv4

import (
	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// Move is the movement of a unit, with its order and the difficult ground in its way.
type Move struct {
	Measure    string   `yaml:"measure" enum:"inch,cm" default:"inch"`
	Unit       string   `yaml:"unit"`
	Type       string   `yaml:"type" enum:"tank,infantry,gun,aircraft"`
	Motivation *int     `yaml:"motivation" minimum:"2" maximum:"6"`
	Skill      *int     `yaml:"skill" minimum:"2" maximum:"6"`
	Tactics    *int     `yaml:"tactics" minimum:"2" maximum:"6"`
	Cross      *int     `yaml:"cross" minimum:"2" maximum:"6"`
	Traits     []string `yaml:"traits" enum:"scout,independent,formation_commander,heavy_weapon,unarmoured,gun_shield"`

	Order    string   `yaml:"order" enum:"none,blitz,shoot_and_scoot,dig_in,follow_me,cross_here" default:"none"`
	Mode     string   `yaml:"mode" enum:"stay,tactical,dash" default:"tactical"`
	Ground   string   `yaml:"ground" enum:"road,cross_country,terrain" default:"cross_country"`
	Length   *float64 `yaml:"length" minimum:"0" maximum:"500"`
	Pieces   int      `yaml:"difficult_pieces" minimum:"0" maximum:"10" default:"0"`
	Enemy    *float64 `yaml:"enemy_near_path" minimum:"0" maximum:"500"`
	Infantry *float64 `yaml:"enemy_infantry_at_end" minimum:"0" maximum:"500"`
	Pinned   bool     `yaml:"pinned"`
	Closer   bool     `yaml:"closer_to_enemy"`
	Out      bool     `yaml:"out_of_command"`
	ToLeader bool     `yaml:"to_leader"`
	Moved    bool     `yaml:"moved_before"`
}

// March is what a movement changes.
type March struct {
	Passed  bool // the order's test
	DugIn   bool
	Crossed int8
	Stopped bool
}

var moveKind = system.Kind{
	ID:     "move",
	Name:   rulebook.Text{RU: "Движение и приказ", EN: "Movement and order"},
	New:    func() system.Engagement { return new(Move) },
	Sample: "unit: sherman\norder: follow_me\ndifficult_pieces: 2\n",
}

// Judge implements system.Engagement.
func (v *Move) Judge(rulebook.Choices) (*system.Judgement, error) {
	six := 6
	card := Card{Unit: v.Unit, Type: v.Type, Motivation: v.Motivation, Skill: v.Skill, Tactics: v.Tactics, Cross: v.Cross, Traits: v.Traits}
	if v.Unit == "" {
		card.Save = &six
	}
	u, err := card.read("")
	if err != nil {
		return nil, trimmed(err)
	}
	m := measure(v.Measure)
	if r := v.forbidden(u, m); r != nil {
		return &system.Judgement{Refusal: r}, nil
	}
	j := &system.Judgement{Reasons: []reason{explain.Because("C4-MOVE-01", "mode-"+v.Mode)}}
	fact := func(rule, key string, facts ...explain.Fact) {
		j.Reasons = append(j.Reasons, explain.Because(ruleID(rule), key, facts...))
	}
	if v.Out {
		fact("C4-CMD-03", "towards-leader")
	}
	if most := v.most(u); most != (Pair{}) && v.Length != nil {
		fact("C4-MOVE-02", "within-speed", is("range", m.length(*v.Length)), is("limit", m.length(m.in(most))))
	}
	if v.Mode != "stay" {
		fact("C4-MOVE-06", "end-facing")
	}
	if v.Enemy != nil && v.Mode == "dash" {
		fact("C4-MOVE-04", "keeps-away", is("range", m.length(*v.Enemy)))
	}
	if v.Infantry != nil {
		fact("C4-MOVE-05", "keeps-off", is("range", m.length(*v.Infantry)))
	}
	test, rolls := v.test(u)
	if rolls {
		j.Numbers = append(j.Numbers, test)
		fact("C4-ORD-01", "one-order")
	}
	steps := []procedure.Step[March]{}
	if v.Order != "none" {
		steps = append(steps, v.orderStep(test, rolls))
	}
	if v.Pieces > 0 && u.Type != "infantry" && u.Cross > 0 {
		steps = append(steps, v.crossing(u, j)...)
	}
	if len(steps) == 0 {
		steps = append(steps, procedure.Step[March]{
			Key: "move", Rule: "C4-MOVE-02",
			Then: func(s *March, _ dice.Outcome, log *procedure.Log) {
				s.Crossed = int8(v.Pieces)
				if v.Pieces > 0 {
					log.SayN("C4-MOVE-03", "no-test-to-cross", v.Pieces)
				}
			},
		})
	}
	j.Program = system.Run(procedure.Procedure[March]{
		Key: "move", Steps: steps,
		Measures: []procedure.Measure[March]{
			{Key: "order-passed", Event: true, Of: func(s *March) int { return one(s.Passed) }},
			{Key: "dug-in", Event: true, Of: func(s *March) int { return one(s.DugIn) }},
			{Key: "crossed", Of: func(s *March) int { return int(s.Crossed) }},
			{Key: "stopped", Event: true, Of: func(s *March) int { return one(s.Stopped) }},
		},
	})
	return j, nil
}

// most is the distance of the unit's mode over its ground (C4-MOVE-02); zero when the card has none.
func (v *Move) most(u *UnitType) Pair {
	if v.Mode == "tactical" {
		return u.Tactical
	}
	switch v.Ground {
	case "road":
		return u.RoadDash
	case "terrain":
		return u.TerrainDash
	}
	return u.CrossCountryDash
}

func (v *Move) forbidden(u *UnitType, m measure) *explain.Refusal {
	no := func(field, rule, key string, facts ...explain.Fact) *explain.Refusal {
		return explain.Refuse(field, explain.Because(ruleID(rule), key, facts...))
	}
	switch {
	case v.Out && v.Mode == "dash" && !v.ToLeader:
		return no("mode", "C4-CMD-03", "dash-only-to-leader")
	case v.Out && v.Order != "none":
		return no("order", "C4-ORD-01", "order-out-of-command")
	case v.Pinned && v.Closer && v.Mode != "stay":
		return no("closer_to_enemy", "C4-PIN-02", "pinned-no-closer")
	case v.Mode == "dash" && v.Enemy != nil && *v.Enemy <= m.in(defending):
		return no("enemy_near_path", "C4-MOVE-04", "dash-too-near", is("range", m.length(*v.Enemy)), m.limit(defending))
	case v.Infantry != nil && *v.Infantry <= m.in(edge) && v.Mode != "stay":
		return no("enemy_infantry_at_end", "C4-MOVE-05", "too-near-infantry", is("range", m.length(*v.Infantry)), m.limit(edge))
	case v.Order == "dig_in" && u.Type != "infantry" && u.Type != "gun":
		return no("order", "C4-ORD-04", "only-foot-digs")
	case v.Order == "dig_in" && v.Mode != "stay":
		return no("mode", "C4-ORD-04", "digging-stays")
	case v.Order == "shoot_and_scoot" && (v.Moved || v.Mode != "stay"):
		return no("mode", "C4-ORD-03", "scoot-stays")
	}
	if most := v.most(u); v.Mode != "stay" && v.Length != nil && most != (Pair{}) && *v.Length > m.in(most) {
		return no("length", "C4-MOVE-02", "too-long", is("range", m.length(*v.Length)), is("limit", m.length(m.in(most))))
	}
	return nil
}

// orders are the rules of the orders.
var orders = map[string]string{
	"blitz": "C4-ORD-02", "shoot_and_scoot": "C4-ORD-03", "dig_in": "C4-ORD-04", "follow_me": "C4-ORD-05", "cross_here": "C4-ORD-06",
}

// test is the die of the unit's order; Cross Here needs none.
func (v *Move) test(u *UnitType) (n number, rolls bool) {
	switch v.Order {
	case "none", "cross_here":
		return number{}, false
	case "follow_me":
		return explain.Needed("order", explain.Worth("C4-ORD-05", "order-motivation", u.Motivation)), true
	}
	return explain.Needed("order", explain.Worth(ruleID(orders[v.Order]), "order-tactics", u.Tactics)), true
}

func (v *Move) orderStep(test number, rolls bool) procedure.Step[March] {
	rule := ruleID(orders[v.Order])
	st := procedure.Step[March]{
		Key: "order", Rule: rule,
		Then: func(s *March, o dice.Outcome, log *procedure.Log) {
			s.Passed = !rolls || o.Success()
			s.DugIn = s.Passed && v.Order == "dig_in"
			key := v.Order + "-not-passed"
			if s.Passed {
				key = v.Order + "-passed"
			}
			log.Say(rule, key)
		},
	}
	if rolls {
		st.Roll = func(*March) dice.Roll { return dice.Count(1, test.Target()) }
		st.Why = func(*March) []number { return []number{test} }
	}
	return st
}

// crossing tests every piece of difficult ground until one stops the team (C4-MOVE-03, C4-ORD-06).
func (v *Move) crossing(u *UnitType, j *system.Judgement) []procedure.Step[March] {
	plain := explain.Needed("cross", explain.Worth("C4-MOVE-03", "cross-on", u.Cross))
	eased := plain
	if v.Order == "cross_here" {
		eased = plain.With(explain.Worth("C4-ORD-06", "cross-here", 1))
		if eased.Value <= 1 {
			eased = eased.Noting(explain.Because("C4-GEN-02", "sure-without-die"))
			eased.State = explain.Automatic
		}
	}
	j.Numbers = append(j.Numbers, eased)
	if v.Order == "cross_here" && v.Pieces > 1 {
		j.Numbers = append(j.Numbers, plain)
	}
	var steps []procedure.Step[March]
	for i := range v.Pieces {
		n := plain
		if i == 0 {
			n = eased
		}
		steps = append(steps, procedure.Step[March]{
			Key: "cross", Rule: "C4-MOVE-03",
			If: func(s *March) bool { return !s.Stopped },
			Roll: func(*March) dice.Roll {
				if n.State == explain.Automatic {
					return dice.None()
				}
				return dice.Count(1, n.Target())
			},
			Then: func(s *March, o dice.Outcome, log *procedure.Log) {
				if n.State == explain.Automatic || o.Success() {
					s.Crossed++
					return
				}
				s.Stopped = true
				log.SayN("C4-MOVE-03", "stopped-at", i+1)
			},
			Why: func(*March) []number { return []number{n} },
		})
	}
	return steps
}
