package skirmish1870

import (
	"umpire/explain"
)

// Piece is one piece of terrain between a shooter and a model, or around the model.
type Piece struct {
	Kind string `yaml:"kind" required:"true" enum:"hedge,fence,rocks,stone_wall,house,wood,other"`
	// Level is its height: 1 can be jumped by a horse, 3 blocks sight.
	Level int `yaml:"level" minimum:"1" maximum:"3" default:"1"`
	// Place says where it is: between the two, the one that the shooter himself uses, or around the model.
	Place string `yaml:"place" enum:"between,own,inside" default:"between"`
}

// worth is what a kind of terrain takes off the damage die (SK-COVER-02, SK-COVER-03).
func worth(kind string) int {
	switch kind {
	case "hedge", "fence", "rocks":
		return 1
	case "stone_wall", "house", "wood":
		return 2
	}
	return 0
}

// inside says whether a piece surrounds the model: such cover has no height to look over.
func (p *Piece) inside() bool { return p.Place == "inside" }

// covers says whether a piece covers a model with its horse sound or a model on foot.
func (p *Piece) covers(mounted bool) bool {
	switch {
	case p.Place == "own" || worth(p.Kind) == 0:
		return false
	case p.inside() || p.Kind == "house" || p.Kind == "wood":
		return true
	}
	return !mounted || p.Level > 1
}

// blocks says whether a piece hides what is behind it (SK-COVER-05, SK-LOS-05).
func (p *Piece) blocks() bool { return p.Place == "between" && p.Level == 3 }

// shelter is the cover of one model from one shooter: what it takes off the damage die, and why.
type shelter struct {
	value   int
	reasons []reason // those that add up to -value
	notes   []reason // pieces that count for nothing, and why
}

// shelterOf combines pieces of cover for a model (SK-COVER-01 to 05; option cover-combine).
func shelterOf(pieces []Piece, mounted bool, o options) shelter {
	var s shelter
	var best *reason
	counted := 0
	for i := range pieces {
		p := &pieces[i]
		kind := is("piece", explain.Word("piece-"+p.Kind))
		if !p.covers(mounted) {
			switch {
			case p.Place == "own":
				s.notes = append(s.notes, explain.Because("SK-COVER-01", "own-cover", kind))
			case worth(p.Kind) == 0:
				s.notes = append(s.notes, explain.Because("SK-COVER-01", "no-cover", kind))
			default:
				s.notes = append(s.notes, explain.Because("SK-COVER-05", "horse-too-high", kind))
			}
			continue
		}
		counted++
		r := explain.Worth("SK-MOD-01", "soft-cover", -1, kind).And("SK-COVER-02", "SK-COVER-01")
		if worth(p.Kind) == 2 {
			r = explain.Worth("SK-MOD-02", "hard-cover", -2, kind).And("SK-COVER-03", "SK-COVER-01")
		}
		if p.Level > 1 && !p.inside() {
			r = r.And("SK-COVER-05")
		}
		switch {
		case o.is("cover-combine", "sum"):
			s.reasons = append(s.reasons, r.And("SK-COVER-04"))
		case best == nil || r.Value < best.Value:
			best = &r
		}
	}
	if best != nil {
		r := *best
		if counted > 1 {
			r = r.And("SK-COVER-04")
		}
		s.reasons = []reason{r}
	}
	for _, r := range s.reasons {
		s.value -= r.Value
	}
	return s
}
