package skirmish1870

import (
	"fmt"

	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// Ambush is one ambush marker on the table and what may reveal it.
type Ambush struct {
	// Models is how many the owner has noted for the marker (SK-HIDE-02).
	Models int `yaml:"models" required:"true" minimum:"0" maximum:"99"`
	// EnemyCM is the distance of the nearest enemy model.
	EnemyCM *float64 `yaml:"enemy_cm" minimum:"0" maximum:"1000"`
	// InView says how an enemy sees it: not at all, with something in front of a part, or plainly.
	InView string `yaml:"in_view" enum:"no,partly,plain" default:"no"`
	// OwnerReveals says that the owner turns it up himself.
	OwnerReveals bool `yaml:"owner_reveals"`
	// Used are the actions that the marker has taken in its own activation, when that is under way.
	Used     int       `yaml:"used" minimum:"0" maximum:"3"`
	AP       *int      `yaml:"ap" minimum:"0" maximum:"99"`
	Spotters []Spotter `yaml:"spotters" maxItems:"12"`
}

// Spotter is one Spot action of an enemy model or Group.
type Spotter struct {
	Name       string `yaml:"name"`
	Unit       string `yaml:"unit"`
	Cost       string `yaml:"cost"`
	Members    int    `yaml:"members" minimum:"1" maximum:"24" default:"1"`
	Scout      *bool  `yaml:"scout"`
	Suppressed bool   `yaml:"suppressed"`
	// Action says which action of the turn it is.
	Action     int      `yaml:"action" minimum:"1" maximum:"3" default:"1"`
	DistanceCM *float64 `yaml:"distance_cm" minimum:"0" maximum:"1000"`
	Centres    *Centres `yaml:"centres"`
}

// Found is what becomes of a marker.
type Found struct {
	Revealed bool
	Spent    int8 // AP of the spotting player
}

// revealCM is how near an enemy reveals a marker by itself (SK-HIDE-11).
const revealCM = 15

// placeCM is how near its marker the models are placed (SK-HIDE-12).
const placeCM = 5

var ambushKind = system.Kind{
	ID:   "ambush",
	Name: rulebook.Text{RU: "Раскрытие засады", EN: "Uncovering an ambush"},
	New:  func() system.Engagement { return new(Ambush) },
	Sample: `
models: 6
enemy_cm: 28
spotters:
  - {unit: P-INF, action: 2, distance_cm: 28}
  - {unit: P-SCO, distance_cm: 44}
`,
}

// spotter is a spotter as settled.
type spotter struct {
	*Spotter
	field string
	label any
	cost  Cost
	scout bool
}

// Judge implements system.Engagement.
func (e *Ambush) Judge(c rulebook.Choices) (*system.Judgement, error) {
	o := options{c}
	if e.Models > mostHidden {
		return &system.Judgement{Refusal: explain.Refuse("models", explain.Because("SK-HIDE-02", "too-many-hidden", is("n", e.Models), is("most", mostHidden)))}, nil
	}
	var spotters []*spotter
	for i := range e.Spotters {
		x, ps := e.Spotters[i].settle(fmt.Sprintf("spotters[%d]", i))
		if ps != nil {
			return nil, ps
		}
		spotters = append(spotters, x)
	}
	j := &system.Judgement{}
	p := procedure.Procedure[Found]{Key: "ambush", Measures: []procedure.Measure[Found]{
		{Key: "revealed", Event: true, Of: func(s *Found) int { return boolInt(s.Revealed) }},
		{Key: "placed", Of: func(s *Found) int { return boolInt(s.Revealed) * e.Models }},
		{Key: "ap-spent", Of: func(s *Found) int { return int(s.Spent) }},
	}}
	if why, ok := e.atOnce(o); ok {
		j.Reasons = append(j.Reasons, why)
		p.Steps = []procedure.Step[Found]{{
			Key: "reveal", Rule: why.Rule,
			Then: func(s *Found, _ outcome, l *log) { e.reveal(s, o, l) },
		}}
		j.Program = system.Run(p)
		return j, nil
	}
	j.Reasons = append(j.Reasons, e.hidden(o)...)
	spent := 0
	for _, x := range spotters {
		price := x.price()
		spent += price.Value
		if no := x.forbidden(o); no != nil {
			return &system.Judgement{Refusal: no}, nil
		}
		if e.AP != nil && spent > *e.AP {
			return &system.Judgement{Refusal: explain.Refuse("ap", explain.Because("SK-TURN-04", "too-dear", is("n", price.Value), is("have", *e.AP-spent+price.Value)))}, nil
		}
		n, _ := spotTest(x.cost, x.scout, x.Members > 1)
		n.Of = x.label
		j.Numbers = append(j.Numbers, price, n)
		if x.Centres != nil {
			j.Reasons = append(j.Reasons, measured(x.Centres, *x.DistanceCM)...)
		}
		p.Steps = append(p.Steps, e.spotStep(x, o))
	}
	j.Program = system.Run(p)
	return j, nil
}

func (x *Spotter) settle(field string) (*spotter, explain.Problems) {
	copied := *x
	x = &copied
	u, ps := unitOf(field, x.Unit)
	if ps != nil {
		return nil, ps
	}
	out := &spotter{Spotter: x, field: field}
	if u != nil {
		out.scout = u.Scout
	}
	if x.Scout != nil {
		out.scout = *x.Scout
	}
	if out.cost, out.label, ps = costOf(field, x.Unit, x.Cost); ps != nil {
		return nil, ps
	}
	switch {
	case x.Name != "":
		out.label = x.Name
	case out.label == nil:
		out.label = explain.Word("role-private")
	}
	cm, ps := edge(field, x.DistanceCM, x.Centres)
	if ps != nil {
		return nil, ps
	}
	if cm == nil {
		return nil, explain.Problems{explain.Wrong(field+".distance_cm", "field-missing")}
	}
	x.DistanceCM = cm
	return out, nil
}

// price is what the Spot action costs.
func (x *spotter) price() number {
	r := explain.Worth("SK-TURN-04", "price-of-action", x.cost[x.Action-1], is("action", x.Action), is("cost", x.cost.String()))
	if x.Members > 1 {
		r.Key = "price-of-group"
		r = r.And("SK-GROUP-02")
	}
	return explain.Amount("price", r)
}

func (x *spotter) forbidden(o options) *explain.Refusal {
	if x.Suppressed {
		return explain.Refuse(x.field+".suppressed", explain.Because("SK-PIN-01", "only-recovery", is("who", x.label)))
	}
	if limit, rule := spotLimit(x.scout, o); *x.DistanceCM > limit {
		return explain.Refuse(x.field+".distance_cm", explain.Because(rule, "marker-too-far", is("cm", *x.DistanceCM), is("limit", limit)))
	}
	return nil
}

// atOnce says whether the marker is revealed without a test, and why (SK-HIDE-09 to 11; option
// ambush-15).
func (e *Ambush) atOnce(o options) (reason, bool) {
	limit := o.cm(revealCM)
	switch {
	case e.OwnerReveals:
		return explain.Because("SK-HIDE-09", "owner-turns-up"), true
	case e.InView == "plain":
		return explain.Because("SK-HIDE-10", "in-plain-view"), true
	case e.EnemyCM != nil && *e.EnemyCM <= limit && (o.is("ambush-15", "no-sight") || e.InView == "partly"):
		return explain.Because("SK-HIDE-11", "enemy-near", is("cm", *e.EnemyCM), is("limit", limit)).And("SK-DATA-01"), true
	}
	return reason{}, false
}

// hidden says why the marker is not revealed by itself.
func (e *Ambush) hidden(o options) []reason {
	rs := []reason{explain.Because("SK-HIDE-03", "off-the-table")}
	if e.InView == "partly" {
		rs = append(rs, explain.Because("SK-HIDE-10", "partly-hidden"))
	}
	limit := o.cm(revealCM)
	switch {
	case e.EnemyCM == nil:
	case *e.EnemyCM > limit:
		rs = append(rs, explain.Because("SK-HIDE-11", "enemy-not-near", is("cm", *e.EnemyCM), is("limit", limit)))
	default:
		rs = append(rs, explain.Because("SK-HIDE-11", "enemy-near-unseen", is("cm", *e.EnemyCM)))
	}
	return rs
}

// spotStep is one Spot action; nobody spots what has been revealed.
func (e *Ambush) spotStep(x *spotter, o options) procedure.Step[Found] {
	n, roll := spotTest(x.cost, x.scout, x.Members > 1)
	why := []number{n}
	price := x.cost[x.Action-1]
	return procedure.Step[Found]{
		Key: "spot", Rule: "SK-HIDE-06", Also: ruleIDs{"SK-TEST-01"},
		If:   func(s *Found) bool { return !s.Revealed },
		Why:  func(*Found) []number { return why },
		Roll: func(*Found) dice.Roll { return roll },
		Then: func(s *Found, die outcome, l *log) {
			s.Spent += int8(price)
			l.SayN("SK-TURN-04", "paid", price)
			if !die.Success() {
				l.Say("SK-HIDE-07", "marker-not-found")
				return
			}
			l.Say("SK-HIDE-06", "marker-found")
			e.reveal(s, o, l)
		},
	}
}

// reveal puts the models of the marker on the table (SK-HIDE-12).
func (e *Ambush) reveal(s *Found, o options, l *log) {
	s.Revealed = true
	if e.Models == 0 {
		l.Say("SK-HIDE-12", "dummy-removed")
		return
	}
	if l.On() {
		l.Note(explain.Because("SK-HIDE-12", "models-placed", is("n", e.Models), is("limit", o.cm(placeCM))))
	}
	if e.Used > 0 {
		l.SayN("SK-HIDE-12", "actions-count", e.Used)
	}
}
