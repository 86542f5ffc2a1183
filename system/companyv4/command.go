package companyv4

import (
	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// Command asks whether a team is in command, or who leads a unit that has lost its leader.
type Command struct {
	Measure  string    `yaml:"measure" enum:"inch,cm" default:"inch"`
	Teams    int       `yaml:"teams" required:"true" minimum:"1" maximum:"60"`
	Leader   bool      `yaml:"is_leader"`
	Distance *float64  `yaml:"leader_at" minimum:"0" maximum:"500"`
	Others   []float64 `yaml:"teams_from_lost_leader" maxItems:"60"`
}

// Led is what a question of command comes to.
type Led struct {
	In      bool
	Leaders int8 // teams that may take over
}

var commandKind = system.Kind{
	ID:     "command",
	Name:   rulebook.Text{RU: "Под командой ли база", EN: "Command"},
	New:    func() system.Engagement { return new(Command) },
	Sample: "teams: 9\nleader_at: 7.5\n",
}

// Judge implements system.Engagement.
func (c *Command) Judge(rulebook.Choices) (*system.Judgement, error) {
	if !c.Leader && c.Distance == nil && c.Others == nil {
		return nil, explain.Wrong("leader_at", "leader-or-distance")
	}
	m := measure(c.Measure)
	limit := m.in(command)
	j := &system.Judgement{Reasons: []reason{explain.Because("C4-ORG-01", "unit-in-formation")}}
	if c.Teams >= 8 {
		limit = m.in(largeCommand)
		j.Reasons = append(j.Reasons, explain.Because("C4-ORG-04", "large-unit", is("n", c.Teams), is("limit", m.length(limit))))
	}
	near := 0
	for _, d := range c.Others {
		if d <= limit {
			near++
		}
	}
	j.Program = system.Run(procedure.Procedure[Led]{
		Key: "command",
		Steps: []procedure.Step[Led]{{
			Key: "in-command", Rule: "C4-CMD-01", Also: []rulebook.ID{"C4-ORG-04"},
			If: func(*Led) bool { return c.Leader || c.Distance != nil },
			Then: func(s *Led, _ dice.Outcome, log *procedure.Log) {
				if s.In = c.Leader || *c.Distance <= limit; !s.In {
					log.Say("C4-CMD-02", "out-of-command-shoots")
					log.Say("C4-CMD-03", "out-of-command-moves")
				}
			},
		}, {
			Key: "new-leader", Rule: "C4-CMD-04",
			If: func(*Led) bool { return c.Others != nil },
			Then: func(s *Led, _ dice.Outcome, log *procedure.Log) {
				if s.Leaders = int8(near); near == 0 {
					s.Leaders = int8(len(c.Others))
					log.Say("C4-CMD-04", "any-team-leads")
				} else {
					log.SayN("C4-CMD-04", "near-team-leads", near)
				}
			},
		}},
		Measures: []procedure.Measure[Led]{
			{Key: "in-command", Event: true, Of: func(s *Led) int { return one(s.In) }},
			{Key: "may-lead", Of: func(s *Led) int { return int(s.Leaders) }},
		},
	})
	return j, nil
}
