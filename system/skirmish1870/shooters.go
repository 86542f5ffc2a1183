package skirmish1870

import (
	"fmt"
	"slices"

	"umpire/explain"
)

// Party is one model or one Group that shoots.
type Party struct {
	Name   string `yaml:"name"`
	Models []Man  `yaml:"models" required:"true" minItems:"1" maxItems:"12"`
	// Aimed says that all its models are aimed, unless a model says otherwise.
	Aimed bool `yaml:"aimed"`
	// LastAction is the latest action taken; absent means Aim for the aimed and none for others.
	LastAction string `yaml:"last_action" enum:"none,move,shoot,spot,aim,reload,recover,seize"`
	// IgnoreSuppressed leaves suppressed models of the target aside (SK-ALLOC-02).
	IgnoreSuppressed bool `yaml:"ignore_suppressed"`
	// RerollFives is what an aimed party does with its fives under reroll-scope all; absent means
	// what is better for it.
	RerollFives *bool `yaml:"reroll_fives"`
	// Marker says that it is an ambush marker: hidden, or revealed by its owner just now.
	Marker string `yaml:"marker" enum:"no,hidden,revealed_now" default:"no"`
	// Attempted says that it has tried to react in this enemy turn.
	Attempted bool `yaml:"attempted"`
	// Charged says whether a charging target is at this party; absent means that it is.
	Charged *bool `yaml:"charged"`
	// TargetCM are the distances of the lines of the target from the first shooter, where another
	// party stands elsewhere.
	TargetCM []float64 `yaml:"target_cm" maxItems:"12"`
}

// Man is one model that may shoot, or several that are alike.
type Man struct {
	Name   string `yaml:"name"`
	Unit   string `yaml:"unit"`
	Role   string `yaml:"role" enum:"private,officer,sergeant,standard,musician,hero,sniper"`
	Cost   string `yaml:"cost"`
	Weapon string `yaml:"weapon"`
	Count  int    `yaml:"count" minimum:"1" maximum:"24" default:"1"`
	Aimed  *bool  `yaml:"aimed"`
	Loaded bool   `yaml:"loaded" default:"true"`
	Sees   bool   `yaml:"sees" default:"true"`
	// Suppressed, Out, InContact and Attempted keep a model from shooting.
	Suppressed bool `yaml:"suppressed"`
	Out        bool `yaml:"out"`
	InContact  bool `yaml:"in_contact"`
	Attempted  bool `yaml:"attempted"`
	// DistanceCM is how far the model of the target is that it shoots at; absent means as typed there.
	DistanceCM *float64 `yaml:"distance_cm" minimum:"0" maximum:"1000"`
	Centres    *Centres `yaml:"centres"`
	// GapCM is the distance to the nearest other member of the Group.
	GapCM *float64 `yaml:"gap_cm" minimum:"0" maximum:"1000"`
	// Cover replaces the cover of the target for this shooter.
	Cover *[]Piece `yaml:"cover" maxItems:"6"`
}

// man is a line of shooters as settled.
type man struct {
	*Man
	field  string
	label  any
	role   string
	cost   *Cost
	weapon *Weapon
	aimed  bool // has the benefits of aim with its next shot
	held   bool // is in the state aimed, with benefits or without
	run    int8
}

// party is a party as settled.
type party struct {
	*Party
	field  string
	men    []*man
	leader *man // of a Group; the model itself when it is alone
	group  bool
	size   int
	aims   []reason // what has become of the aim
	cost   Cost
}

// cohesionCM is how far the members of a Group may be from each other (SK-GROUP-01).
const cohesionCM = 5

func (m *Man) settle(field string) (*man, explain.Problems) {
	copied := *m
	m = &copied
	u, ps := unitOf(field, m.Unit)
	if ps != nil {
		return nil, ps
	}
	out := &man{Man: m, field: field, role: "private"}
	weapon, cost := m.Weapon, m.Cost
	if u != nil {
		out.role, out.label = u.Role, u.Name
		if weapon == "" {
			weapon = u.Weapon
		}
		if cost == "" {
			cost = u.Cost
		}
	}
	if m.Role != "" {
		out.role = m.Role
	}
	if m.Name != "" {
		out.label = m.Name
	}
	if out.label == nil {
		out.label = explain.Word("role-" + out.role)
	}
	if weapon != "" && weapon != "none" {
		if out.weapon = Roster().Weapon(weapon); out.weapon == nil {
			return nil, explain.Problems{explain.Wrong(field+".weapon", "unknown-arm", is("value", weapon))}
		}
	}
	if cost != "" {
		c, ok := parseCost(cost)
		if !ok {
			return nil, explain.Problems{explain.Wrong(field+".cost", "not-a-cost", is("value", cost))}
		}
		out.cost = &c
	}
	cm, ps := edge(field, m.DistanceCM, m.Centres)
	m.DistanceCM = cm
	return out, ps
}

// settle fills a party from the roster and checks that its facts agree.
func (p *Party) settle(field string, o options) (*party, explain.Problems) {
	copied := *p
	p = &copied
	out := &party{Party: p, field: field}
	var ps explain.Problems
	for i := range p.Models {
		m, more := p.Models[i].settle(fmt.Sprintf("%s.models[%d]", field, i))
		if ps = append(ps, more...); m == nil || more != nil {
			continue
		}
		m.held = p.Aimed
		if m.Aimed != nil {
			m.held = *m.Aimed
		}
		if m.held && m.Suppressed {
			ps = append(ps, explain.Wrong(m.field+".suppressed", "aimed-suppressed"))
		}
		out.men = append(out.men, m)
		out.size += m.Count
	}
	if ps != nil {
		return nil, ps
	}
	if out.size > maxShooter {
		return nil, explain.Problems{explain.Wrong(field+".models", "too-many-shooters", is("value", out.size), is("want", maxShooter))}
	}
	out.group = out.size > 1
	if out.group {
		if i := slices.IndexFunc(out.men, func(m *man) bool { return leads(m.role) }); i >= 0 {
			out.leader = out.men[i]
		}
	} else {
		out.leader = out.men[0]
		if out.men[0].GapCM != nil {
			return nil, explain.Problems{explain.Wrong(out.men[0].field+".gap_cm", "gap-of-one")}
		}
	}
	if out.leader != nil && out.leader.cost == nil {
		return nil, explain.Problems{explain.Wrong(out.leader.field+".cost", "field-missing")}
	}
	if out.leader != nil {
		out.cost = *out.leader.cost
	}
	if ps := out.settleAim(o); ps != nil {
		return nil, ps
	}
	return out, nil
}

// settleAim finds out who is still aimed, from the latest action (SK-AIM-06; option aim-break).
func (p *party) settleAim(o options) explain.Problems {
	held := slices.ContainsFunc(p.men, func(m *man) bool { return m.held })
	switch {
	case p.LastAction == "" && held:
		p.LastAction = "aim"
	case p.LastAction == "":
		p.LastAction = "none"
	case p.LastAction == "aim" && !held:
		return explain.Problems{explain.Wrong(p.field+".last_action", "aim-without-aimed")}
	case p.LastAction == "none" && held:
		return explain.Problems{explain.Wrong(p.field+".last_action", "aimed-without-aim")}
	case (p.LastAction == "shoot" || p.LastAction == "recover") && held:
		return explain.Problems{explain.Wrong(p.field+".last_action", "aim-has-ended", is("value", p.LastAction))}
	}
	if !held {
		return nil
	}
	kept := p.LastAction == "aim" || o.is("aim-break", "keep")
	if p.LastAction != "aim" {
		key := "aim-kept"
		if !kept {
			key = "aim-broken"
		}
		p.aims = append(p.aims, explain.Because("SK-AIM-06", key, is("action", explain.Word("action-"+p.LastAction))))
	}
	for _, m := range p.men {
		m.held = m.held && kept
		m.aimed = m.held
	}
	return nil
}

// unfit returns why the party cannot act as a Group or model at all, or nil.
func (p *party) unfit(o options) *explain.Refusal {
	switch {
	case p.Marker == "hidden":
		return explain.Refuse(p.field+".marker", explain.Because("SK-HIDE-13", "marker-cannot-shoot"))
	case !p.group:
		return nil
	case p.leader == nil:
		return explain.Refuse(p.field+".models", explain.Because("SK-GROUP-01", "no-leader"))
	case p.leader.Suppressed || p.leader.Out:
		return explain.Refuse(p.leader.field, explain.Because("SK-GROUP-03", "group-dissolved"))
	}
	for _, m := range p.men {
		if m.GapCM != nil && !m.Out && *m.GapCM > o.cm(cohesionCM) {
			return explain.Refuse(m.field+".gap_cm", explain.Because("SK-GROUP-01", "too-far-apart", is("cm", *m.GapCM), is("limit", o.cm(cohesionCM))))
		}
	}
	return nil
}

// idle returns why a man does not shoot whatever the target, or nil (SK-ELIG-01).
func (p *party) idle(m *man, reacting bool) *explain.Refusal {
	who := is("who", m.label)
	switch {
	case m.Out:
		return explain.Refuse(m.field+".out", explain.Because("SK-ELIG-01", "shooter-out", who))
	case m.Suppressed && p.group:
		return explain.Refuse(m.field+".suppressed", explain.Because("SK-PIN-01", "shooter-down", who).And("SK-ELIG-01", "SK-GROUP-03"))
	case m.Suppressed:
		return explain.Refuse(m.field+".suppressed", explain.Because("SK-PIN-01", "shooter-down", who).And("SK-ELIG-01"))
	case m.weapon == nil:
		return explain.Refuse(m.field+".weapon", explain.Because("SK-ELIG-01", "no-arm", who))
	case !m.Loaded:
		r := explain.Because("SK-AMMO-05", "not-loaded", who).And("SK-ELIG-01")
		if reacting {
			r = r.And("SK-REACT-04")
		}
		return explain.Refuse(m.field+".loaded", r)
	case m.InContact:
		return explain.Refuse(m.field+".in_contact", explain.Because("SK-ELIG-01", "in-contact", who))
	case reacting && m.Attempted:
		return explain.Refuse(m.field+".attempted", explain.Because("SK-REACT-07", "has-reacted", who))
	case !m.Sees:
		return explain.Refuse(m.field+".sees", explain.Because("SK-LOS-05", "does-not-see", who).And("SK-ELIG-01"))
	}
	return nil
}
