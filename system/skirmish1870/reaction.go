package skirmish1870

import (
	"fmt"
	"slices"

	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// Reaction is fire in the enemy turn at a Move of one enemy model or Group: by one party or by
// several, one after the other. When the Move is a charge that is not stopped, melee follows.
type Reaction struct {
	// AP is the pool of the reacting player.
	AP      int     `yaml:"ap" required:"true" minimum:"0" maximum:"99"`
	Parties []Party `yaml:"parties" required:"true" minItems:"1" maxItems:"6"`
	Target  Target  `yaml:"target" required:"true"`
	// To is the action of the enemy that is reacted to.
	To string `yaml:"to" enum:"move,shoot,spot,aim,reload,recover,seize" default:"move"`
	// Mover says whether the target is the one that takes the action.
	Mover bool `yaml:"mover" default:"true"`
	// Charge says that the target charges the parties that react, but for those that say otherwise.
	Charge  bool      `yaml:"charge"`
	Contact []Contact `yaml:"contact" maxItems:"6"`
	// Friends stand near the models that are charged.
	Friends []Figure `yaml:"friends" maxItems:"6"`
}

// Contact is a pair of models that touch when the charge gets through.
type Contact struct {
	Charger  string `yaml:"charger" required:"true"`
	Defender Figure `yaml:"defender" required:"true"`
}

var reactionKind = system.Kind{
	ID:   "reaction",
	Name: rulebook.Text{RU: "Стрельба в ход противника", EN: "Reaction fire"},
	New:  func() system.Engagement { return new(Reaction) },
	Sample: `
ap: 3
charge: true
parties:
  - models: [{unit: P-INF}]
    aimed: true
  - models: [{unit: P-SGT}]
target:
  models: [{name: zouave, unit: F-ZOU}]
contact:
  - {charger: zouave, defender: {unit: P-INF}}
`,
}

// Judge implements system.Engagement.
func (e *Reaction) Judge(c rulebook.Choices) (*system.Judgement, error) {
	o := options{c}
	parties, ps := e.parties(o)
	k, more := newCast(&e.Target, o)
	if ps = append(ps, more...); ps != nil {
		return nil, ps
	}
	pairs, ps := e.pairs(k)
	if ps != nil {
		return nil, ps
	}
	if ps := k.finish(len(parties) > 1); ps != nil {
		return nil, ps
	}
	if no := e.barred(o); no != nil {
		return &system.Judgement{Refusal: no}, nil
	}
	j := &system.Judgement{Reasons: e.reasons()}
	proc := procedure.Procedure[Fight]{Key: "reaction", Start: k.start(), Measures: k.measures()}
	proc.Start.AP = int8(e.AP)
	var refused *explain.Refusal
	tried := 0
	for _, p := range parties {
		no := p.unfit(o)
		if no == nil {
			no = e.spent(p)
		}
		if no != nil {
			if refused == nil {
				refused = no
			}
			j.Reasons = append(j.Reasons, no.Reasons...)
			continue
		}
		if p.LastAction != "aim" {
			for _, m := range p.men {
				m.aimed = false
			}
		}
		v, no, silent, ps := newVolley(p, k, &e.Target, e.charges(p), true)
		if ps != nil {
			return nil, ps
		}
		if no != nil {
			if refused == nil {
				refused = no
			}
			j.Reasons = append(j.Reasons, no.Reasons...)
			continue
		}
		j.Reasons = append(j.Reasons, p.reasons()...)
		j.Reasons = append(j.Reasons, p.readiness()...)
		if e.charges(p) {
			j.Reasons = append(j.Reasons, explain.Because("SK-REACT-10", "at-a-charger"))
		}
		j.Reasons = append(j.Reasons, silent...)
		price := p.price(1)
		price.Reasons = append(price.Reasons, explain.Because("SK-REACT-05", "as-first-action").And("SK-REACT-01"))
		j.Numbers = append(j.Numbers, price, p.permission())
		j.Numbers = append(j.Numbers, v.numbers()...)
		proc.Steps = append(proc.Steps, v.attempt(tried == 0))
		tried++
	}
	if tried == 0 {
		return &system.Judgement{Refusal: refused}, nil
	}
	if tried > 1 {
		j.Reasons = append(j.Reasons, explain.Because("SK-REACT-14", "several-react", is("n", tried)))
	}
	for _, d := range pairs {
		j.Numbers = append(j.Numbers, d.numbers()...)
		proc.Steps = append(proc.Steps, d.steps(1)...)
	}
	proc.Measures = append(proc.Measures,
		measure{Key: "volleys", Event: tried == 1, Of: func(s *Fight) int { return int(s.Shots) }},
		measure{Key: "ap-left", Of: func(s *Fight) int { return int(s.AP) }},
	)
	j.Program = system.Run(proc)
	return j, nil
}

// parties settles those who react; nobody may stand in two of them.
func (e *Reaction) parties(o options) ([]*party, explain.Problems) {
	var out []*party
	var ps explain.Problems
	again := map[string]bool{}
	for i := range e.Parties {
		field := fmt.Sprintf("parties[%d]", i)
		p, more := e.Parties[i].settle(field, o)
		ps = append(ps, more...)
		if more != nil {
			continue
		}
		// An attempt uses up that of the party and of each of its members (SK-REACT-07).
		p.Attempted = p.Attempted || p.Name != "" && again["party "+p.Name]
		if p.Charged != nil && *p.Charged && !e.Charge {
			ps = append(ps, explain.Wrong(field+".charged", "charged-without-charge"))
		}
		again["party "+p.Name] = true
		for _, m := range p.men {
			m.Attempted = m.Attempted || m.Name != "" && again[m.Name]
		}
		for _, m := range p.men {
			again[m.Name] = true
		}
		out = append(out, p)
	}
	return out, ps
}

// pairs settles the models that a charge brings together.
func (e *Reaction) pairs(k *cast) ([]*duel, explain.Problems) {
	if len(e.Contact) > 0 && !e.Charge {
		return nil, explain.Problems{explain.Wrong("contact", "contact-without-charge")}
	}
	if len(e.Friends) > 0 && len(e.Contact) == 0 {
		return nil, explain.Problems{explain.Wrong("friends", "friends-of-nobody")}
	}
	var out []*duel
	var ps explain.Problems
	foes := map[string]*line{}
	for i := range e.Contact {
		x := &e.Contact[i]
		field := fmt.Sprintf("contact[%d]", i)
		a := k.byName[x.Charger]
		switch {
		case a == nil || a.aside:
			ps = append(ps, explain.Wrong(field+".charger", "unknown-figure", is("value", x.Charger)))
			continue
		case a.Count > 1:
			ps = append(ps, explain.Wrong(field+".charger", "one-figure"))
			continue
		case a.duel:
			ps = append(ps, explain.Wrong(field+".charger", "fights-already", is("value", x.Charger)))
			continue
		case x.Defender.Count > 1:
			ps = append(ps, explain.Wrong(field+".defender.count", "one-figure"))
			continue
		}
		a.duel = true
		d := foes[x.Defender.Name]
		if d == nil || x.Defender.Name == "" {
			var more explain.Problems
			if d, more = k.add(&x.Defender, field+".defender"); more != nil {
				ps = append(ps, more...)
				continue
			}
			d.aside, d.foe, d.duel = true, true, true
			foes[x.Defender.Name] = d
		}
		out = append(out, newDuel(k, a, d, true))
	}
	for i := range e.Friends {
		l, more := k.add(&e.Friends[i], fmt.Sprintf("friends[%d]", i))
		if ps = append(ps, more...); l != nil {
			l.aside, l.foe = true, true
		}
	}
	return out, ps
}

// barred returns why nobody may react at all, or nil (SK-REACT-02; option react-target).
func (e *Reaction) barred(o options) *explain.Refusal {
	switch {
	case e.Target.Marker:
		return explain.Refuse("target.marker", explain.Because("SK-HIDE-13", "marker-no-target"))
	case e.To != "move":
		return explain.Refuse("to", explain.Because("SK-REACT-02", "not-a-move", is("action", explain.Word("action-"+e.To))))
	case !e.Mover && o.is("react-target", "mover"):
		return explain.Refuse("mover", explain.Because("SK-REACT-02", "not-the-mover"))
	case e.Mover && !slices.ContainsFunc(e.Target.Models, func(f Figure) bool { return !f.Suppressed }):
		return explain.Refuse("target.models", explain.Because("SK-PIN-01", "cannot-move"))
	}
	for i, x := range e.Contact {
		for _, f := range e.Target.Models {
			if f.Name == x.Charger && f.Suppressed {
				return explain.Refuse(fmt.Sprintf("contact[%d].charger", i), explain.Because("SK-PIN-01", "cannot-charge"))
			}
		}
	}
	return nil
}

func (e *Reaction) reasons() []reason {
	key := "reacts-to-mover"
	if !e.Mover {
		key = "reacts-to-other"
	}
	return []reason{
		explain.Because("SK-REACT-02", key).And("SK-ELIG-02", "SK-ELIG-01"),
		explain.Because("SK-REACT-03", "point-of-path"),
		explain.Because("SK-TURN-03", "points-kept", is("n", e.AP)),
	}
}

// charges says whether the target charges a party (SK-REACT-10).
func (e *Reaction) charges(p *party) bool { return e.Charge && (p.Charged == nil || *p.Charged) }

// spent returns why a party has no attempt left or no points for it, or nil.
func (e *Reaction) spent(p *party) *explain.Refusal {
	switch {
	case p.Attempted:
		return explain.Refuse(p.field+".attempted", explain.Because("SK-REACT-07", "has-tried"))
	case p.cost[0] > e.AP:
		return explain.Refuse("ap", explain.Because("SK-REACT-01", "no-points", is("n", p.cost[0]), is("have", e.AP)))
	}
	return nil
}

// readiness says what the latest action means for a reaction (SK-REACT-08, SK-REACT-09).
func (p *party) readiness() []reason {
	rs := []reason{explain.Because("SK-REACT-04", "loaded-and-able")}
	if p.Marker == "revealed_now" {
		rs = append(rs, explain.Because("SK-HIDE-13", "reveals-and-reacts").And("SK-HIDE-09"))
	}
	switch {
	case p.LastAction == "aim":
		rs = append(rs, explain.Because("SK-REACT-08", "aim-was-last"))
	case p.holds():
		rs = append(rs, explain.Because("SK-REACT-09", "aim-not-last"))
	}
	return rs
}

// holds says whether any model of the party is aimed.
func (p *party) holds() bool {
	for _, m := range p.men {
		if m.held {
			return true
		}
	}
	return false
}

// permission is the number that the permission test needs (SK-REACT-05, SK-TEST-01).
func (p *party) permission() number {
	r := explain.Worth("SK-TEST-01", "above-last-figure", p.cost.test()+1, is("cost", p.cost.String())).And("SK-REACT-05")
	if p.group {
		r = r.And("SK-GROUP-02")
	}
	n := explain.Needed("permission", r)
	if p.LastAction == "aim" {
		n = n.Noting(explain.Because("SK-REACT-08", "test-again"))
	}
	return n
}

// attempt is one party's reaction: the points, the test, the shot. The first party reacts for
// certain; each further one may hold back once it has seen what came of the others.
func (v *volley) attempt(first bool) step {
	price := int8(v.p.cost[0])
	test := v.p.permission()
	roll := dice.Count(1, test.Value)
	if v.p.LastAction == "aim" {
		roll = roll.RerollingMisses()
	}
	why := []number{v.p.price(1), test}
	var steps []step
	if !first {
		steps = append(steps, step{
			Key: "react", Rule: "SK-REACT-14",
			If: func(s *Fight) bool { return s.AP >= price && v.under(s, v.p.IgnoreSuppressed) != 0 },
			Choose: func(s *Fight) procedure.Choice {
				return procedure.Choice{Key: "react", Side: "attacker", Options: reactOptions, Policy: boolInt(v.halted(s))}
			},
			Then: func(s *Fight, o outcome, _ *log) { s.Go = o.Value == 0 },
		}, step{
			Key: "no-points", Rule: "SK-REACT-01",
			If:   func(s *Fight) bool { return s.AP < price },
			Then: func(_ *Fight, _ outcome, l *log) { l.Say("SK-REACT-01", "points-gone") },
		})
	}
	steps = append(steps, step{
		Key: "permission", Rule: "SK-REACT-05", Also: ruleIDs{"SK-TEST-01", "SK-REACT-07"},
		If:   func(s *Fight) bool { return first || s.Go },
		Why:  func(*Fight) []number { return why },
		Roll: func(*Fight) dice.Roll { return roll },
		Then: func(s *Fight, o outcome, l *log) {
			s.Go = false
			s.AP -= price
			if o.Success() {
				v.begin(s)
			}
			if l.On() {
				v.sayAttempt(o.Success(), l)
			}
		},
	})
	return step{Key: "attempt-to-fire", Rule: "SK-REACT-05", Steps: append(steps, v.steps()...)}
}

var reactOptions = []string{"fire", "hold-fire"}

// halted says whether every mover is out or suppressed, so that nothing is left to stop.
func (v *volley) halted(s *Fight) bool {
	for i := range v.c.bodies {
		if !v.c.bodies[i].aside && !s.Men[i].is(out|suppressed) {
			return false
		}
	}
	return true
}

func (v *volley) sayAttempt(passed bool, l *log) {
	l.SayN("SK-REACT-05", "pays", v.p.cost[0])
	if passed {
		l.Say("SK-REACT-05", "may-fire")
	} else {
		l.Say("SK-REACT-06", "points-lost")
		l.Say("SK-REACT-12", "still-loaded")
	}
	l.Say("SK-REACT-07", "attempt-used")
	if v.p.holds() {
		l.Note(explain.Because("SK-AIM-04", "aim-ends-with-attempt").And("SK-REACT-08"))
	}
}
