package hexmodern

import (
	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// Sight asks whether one unit sees another, from the hexes that the line between them crosses.
type Sight struct {
	Firer  Post `yaml:"firer_at"`
	Target Post `yaml:"target_at"`
	// Between are the terrains in between, from the firer to the target, both left out.
	Between []string `yaml:"between" enum:"open,hill,wood,wooded_hill,town,ruins,rough,burnt_wood,field,craters" maxItems:"60"`
}

// Post is where one of the two stands.
type Post struct {
	Terrain string `yaml:"terrain" enum:"open,hill,wood,wooded_hill,town,ruins,rough,burnt_wood,field,craters" default:"open"`
	Flying  bool   `yaml:"in_flight"`
}

func (p *Post) hill() bool   { return Roster().Ground(p.Terrain).Hill }
func (p *Post) raised() bool { return p.Flying || p.hill() }

var sightKind = system.Kind{
	ID:     "sight",
	Name:   rulebook.Text{RU: "Видимость", EN: "Line of sight"},
	New:    func() system.Engagement { return new(Sight) },
	Sample: "firer_at: {terrain: hill}\nbetween: [open, wood, open]\n",
}

// blocks says whether the i-th hex in between ends the line, with the reason (HX-LOS-02).
func (s *Sight) blocks(i int) (bool, reason) {
	g := Roster().Ground(s.Between[i])
	say := func(key string) reason { return explain.Because("HX-LOS-02", key, is("n", i+1), is("terrain", g.Name)) }
	f, t := s.Firer.raised(), s.Target.raised()
	switch {
	case !g.Blocks:
		return false, reason{}
	case g.Hill && s.Firer.hill() && s.Target.hill():
		return false, say("from-hill-to-hill")
	case g.Hill:
		return true, say("hill-blocks")
	case !f && !t:
		return true, say("ground-blocks")
	case f && t:
		return false, say("both-look-over")
	case !f && i == 0, !t && i == len(s.Between)-1:
		return true, say("blocks-beside-the-lower")
	}
	return false, say("looks-over")
}

// Judge implements system.Engagement.
func (s *Sight) Judge(rulebook.Choices) (*system.Judgement, error) {
	d := len(s.Between) + 1
	j := &system.Judgement{Numbers: []number{explain.Amount("distance", explain.Worth("HX-LOS-01", "hexes-counted", d))}}
	sees := true
	for i := range s.Between {
		b, r := s.blocks(i)
		if r.Rule != "" {
			j.Reasons = append(j.Reasons, r)
		}
		sees = sees && !b
	}
	if sees {
		j.Reasons = append(j.Reasons, explain.Because("HX-LOS-02", "line-is-free"))
	}
	j.Program = system.Run(procedure.Procedure[still]{Key: "sight", Measures: []procedure.Measure[still]{
		certainly[still]("sees", sees), fixed[still]("distance", d),
	}})
	return j, nil
}
