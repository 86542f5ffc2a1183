package skirmish1870

import (
	"fmt"

	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// Setup is the ambush markers that a player prepares before the game.
type Setup struct {
	// Points is the value of all his troops; Force are the troops, when it is to be added up.
	Points  *int    `yaml:"points" minimum:"0" maximum:"100000"`
	Force   []Troop `yaml:"force" maxItems:"40"`
	Markers []Noted `yaml:"markers" maxItems:"40"`
	// Placed says when the markers go on the table.
	Placed string `yaml:"placed" enum:"with_troops,later" default:"with_troops"`
}

// Troop is a number of equal soldiers.
type Troop struct {
	Unit  string `yaml:"unit" required:"true"`
	Count int    `yaml:"count" minimum:"1" maximum:"200" default:"1"`
}

// Noted is what is noted for one marker.
type Noted struct {
	Number int `yaml:"number" required:"true" minimum:"1" maximum:"99"`
	// Models is how many it stands for; Names are they, when they have names.
	Models *int     `yaml:"models" minimum:"0" maximum:"99"`
	Names  []string `yaml:"names" maxItems:"99"`
}

// Placed is what a setup changes.
type Placed struct{ Hidden int16 } // models that are off the table

const (
	// mostHidden is how many models one marker can stand for (SK-HIDE-02).
	mostHidden = 10
	// pointsForMarkers brings markersForPoints markers (SK-HIDE-01).
	pointsForMarkers = 100
	markersForPoints = 2
)

var setupKind = system.Kind{
	ID:   "ambush-setup",
	Name: rulebook.Text{RU: "Подготовка засад", EN: "Preparing ambushes"},
	New:  func() system.Engagement { return new(Setup) },
	Sample: `
points: 250
markers: [{number: 1, models: 2}, {number: 2, models: 6}, {number: 3, models: 0}]
`,
}

// Judge implements system.Engagement.
func (e *Setup) Judge(rulebook.Choices) (*system.Judgement, error) {
	points, men, ps := e.points()
	if ps != nil {
		return nil, ps
	}
	allowed := explain.Amount("markers-allowed", explain.Worth("SK-HIDE-01", "markers-for-points", markersForPoints*(points/pointsForMarkers), is("points", points)))
	hidden, no, ps := e.noted()
	if ps != nil {
		return nil, ps
	}
	switch {
	case e.Placed == "later":
		no = explain.Refuse("placed", explain.Because("SK-HIDE-04", "markers-with-troops"))
	case no == nil && len(e.Markers) > allowed.Value:
		no = explain.Refuse("markers", explain.Because("SK-HIDE-01", "too-many-markers", is("n", len(e.Markers)), is("most", allowed.Value), is("points", points)))
	case no == nil && men > 0 && hidden > men:
		no = explain.Refuse("markers", explain.Because("SK-HIDE-03", "more-hidden-than-paid", is("n", hidden), is("have", men)))
	}
	if no != nil {
		return &system.Judgement{Refusal: no}, nil
	}
	j := &system.Judgement{Numbers: []number{allowed}, Reasons: []reason{explain.Because("SK-HIDE-04", "set-up-together")}}
	j.Program = system.Run(procedure.Procedure[Placed]{
		Key: "ambush-setup",
		Steps: []procedure.Step[Placed]{{
			Key: "note-markers", Rule: "SK-HIDE-02", Also: ruleIDs{"SK-HIDE-03"},
			Then: func(s *Placed, _ outcome, l *log) {
				s.Hidden = int16(hidden)
				l.SayN("SK-HIDE-03", "models-hidden", hidden)
			},
		}},
		Measures: []procedure.Measure[Placed]{
			{Key: "models-off-table", Of: func(s *Placed) int { return int(s.Hidden) }},
			{Key: "markers-unused", Of: func(*Placed) int { return allowed.Value - len(e.Markers) }},
		},
	})
	return j, nil
}

// points is the value of the force, and how many models it has, 0 when that is not known.
func (e *Setup) points() (points, men int, ps explain.Problems) {
	switch {
	case e.Points != nil && e.Force != nil:
		return 0, 0, explain.Problems{explain.Wrong("points", "points-twice")}
	case e.Points != nil:
		return *e.Points, 0, nil
	case e.Force == nil:
		return 0, 0, explain.Problems{explain.Wrong("points", "field-missing")}
	}
	for i, t := range e.Force {
		u, ps := unitOf(fmt.Sprintf("force[%d]", i), t.Unit)
		if ps != nil {
			return 0, 0, ps
		}
		if u != nil {
			points += u.Points * t.Count
		}
		men += t.Count
	}
	return points, men, nil
}

// noted adds up what stands behind the markers.
func (e *Setup) noted() (hidden int, no *explain.Refusal, ps explain.Problems) {
	numbers := map[int]bool{}
	names := map[string]bool{}
	for i, m := range e.Markers {
		field := fmt.Sprintf("markers[%d]", i)
		n := len(m.Names)
		switch {
		case numbers[m.Number]:
			ps = append(ps, explain.Wrong(field+".number", "marker-twice", is("value", m.Number)))
		case m.Models == nil && m.Names == nil:
			ps = append(ps, explain.Wrong(field+".models", "field-missing"))
		case m.Models != nil && m.Names != nil && *m.Models != n:
			ps = append(ps, explain.Wrong(field+".models", "names-differ", is("value", *m.Models), is("want", n)))
		case m.Models != nil:
			n = *m.Models
		}
		numbers[m.Number] = true
		if n > mostHidden && no == nil {
			no = explain.Refuse(field+".models", explain.Because("SK-HIDE-02", "too-many-hidden", is("n", n), is("most", mostHidden)))
		}
		for _, name := range m.Names {
			if names[name] && no == nil {
				no = explain.Refuse(field+".names", explain.Because("SK-HIDE-03", "behind-two-markers", is("who", name)))
			}
			names[name] = true
		}
		hidden += n
	}
	return hidden, no, ps
}
