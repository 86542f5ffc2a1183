package skirmish1870

import (
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// View is the question whether one model sees another, and what cover the other has from it.
type View struct {
	Model Figure `yaml:"model" required:"true"`
}

// Seen is the answer.
type Seen struct{ Visible bool }

var viewKind = system.Kind{
	ID:     "sight",
	Name:   rulebook.Text{RU: "Видимость и укрытие", EN: "Sight and cover"},
	New:    func() system.Engagement { return new(View) },
	Sample: "model: {unit: F-LIN, distance_cm: 15, where: wood, depth_cm: 5.1}\n",
}

// Judge implements system.Engagement.
func (e *View) Judge(c rulebook.Choices) (*system.Judgement, error) {
	o := options{c}
	l, ps := e.Model.settle("model", o)
	switch {
	case ps != nil:
		return nil, ps
	case e.Model.Count > 1:
		return nil, explain.Problems{explain.Wrong("model.count", "one-figure")}
	case e.Model.Near != nil:
		return nil, explain.Problems{explain.Wrong("model.near", "no-use-here")}
	case l.DistanceCM == nil:
		return nil, explain.Problems{explain.Wrong("model.distance_cm", "field-missing")}
	}
	k := &cast{o: o, target: 1}
	s := k.shelters(l, nil)[boolInt(l.horse == "sound")]
	seen, why := l.sight.from(*l.DistanceCM)
	j := &system.Judgement{Reasons: append(measured(e.Model.Centres, *l.DistanceCM), why)}
	j.Reasons = append(j.Reasons, s.notes...)
	cover := explain.Amount("cover-value", s.reasons...)
	if s.reasons == nil {
		cover = cover.Noting(explain.Because("SK-COVER-01", "in-the-open"))
	}
	j.Numbers = []number{cover}
	j.Program = system.Run(procedure.Procedure[Seen]{
		Key: "sight",
		Steps: []procedure.Step[Seen]{{
			Key: "look", Rule: "SK-LOS-05", Also: ruleIDs{"SK-LOS-04"},
			Then: func(s *Seen, _ outcome, l *log) {
				s.Visible = seen
				l.Note(why)
			},
		}},
		Measures: []procedure.Measure[Seen]{{Key: "visible", Event: true, Of: func(s *Seen) int { return boolInt(s.Visible) }}},
	})
	return j, nil
}
