package squadww2

import (
	"encoding/binary"

	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
)

// stays is the way of a template that stays on its mark.
const stays = -1

// scatterScope is what the dice of a scatter have to do with: nothing that has happened before.
var scatterScope = &procedure.Scope[State]{
	Of:  func(s *State) State { return State{Fall: Fall{Way: s.Fall.Way, At: s.Fall.At}} },
	Put: func(whole, part *State) { whole.Fall.Way, whole.Fall.At = part.Fall.Way, part.Fall.At },
}

// scatter is how a template leaves its mark.
type scatter struct {
	dice       int // distance dice; 0 when the place is known
	hitFaces   int
	directions int
	forced     []reason // why the template moves on a Hit face too
	distance   number
	face       number
}

// scattering returns how a template moves: with two dice, four when no commander sees the mark;
// always when that is so or the crew is short or unskilled (SQ-TEMPLATE-09 to 13, 18, 19).
func scattering(blind bool, crew []reason, o options) *scatter {
	sc := &scatter{dice: 2, hitFaces: 2, directions: 360}
	switch {
	case o.is("scatter-hit-faces", "1"):
		sc.hitFaces = 1
	case o.is("scatter-hit-faces", "3"):
		sc.hitFaces = 3
	}
	if o.is("scatter-directions", "8") {
		sc.directions = 8
	}
	two := explain.Worth("SQ-TEMPLATE-09", "scatter-two-dice", 2)
	switch {
	case blind:
		sc.dice = 4
		two = explain.Worth("SQ-TEMPLATE-12", "scatter-four-dice", 4)
		sc.forced = append(sc.forced, explain.Because("SQ-TEMPLATE-12", "blind-always-moves"))
	case len(crew) > 0 && o.is("short-crew-dice", "4"):
		sc.dice = 4
		two = explain.Worth("SQ-TEMPLATE-18", "scatter-four-short", 4)
	}
	sc.forced = append(sc.forced, crew...)
	sc.distance = explain.Amount("scatter-dice", two)
	if len(sc.forced) > 0 {
		sc.face = explain.Amount("hit-faces", sc.forced...)
	} else {
		sc.face = explain.Amount("hit-faces", explain.Worth("SQ-TEMPLATE-13", "hit-faces-of-six", sc.hitFaces))
	}
	return sc
}

// landing is what a template covers at each place where it can come to lie.
type landing struct {
	covers []coverage
	still  int16     // on the mark
	moved  [][]int16 // by direction, then by centimetres
	like   []int16   // for each direction the first that covers the same at every distance
	known  bool      // the places were measured (SQ-TEMPLATE-16), not typed
}

// lands works out a landing: cover gives what lies under the template after a shift in whole
// degrees and centimetres; a shift of 0 cm is the mark itself.
func (sc *scatter) lands(cover func(degrees, cm int) coverage) *landing {
	l := &landing{}
	seen := map[coverage]int16{}
	index := func(c coverage) int16 {
		i, ok := seen[c]
		if !ok {
			i = int16(len(l.covers))
			seen[c] = i
			l.covers = append(l.covers, c)
		}
		return i
	}
	l.still = index(cover(0, 0))
	if sc == nil {
		return l
	}
	rows := map[string]int16{}
	for d := range sc.directions {
		row := make([]int16, 6*sc.dice+1)
		var key []byte
		for cm := sc.dice; cm < len(row); cm++ {
			row[cm] = index(cover(d*360/sc.directions, cm))
			key = binary.LittleEndian.AppendUint16(key, uint16(row[cm]))
		}
		first, ok := rows[string(key)]
		if !ok {
			first = int16(d)
			rows[string(key)] = first
		}
		l.moved = append(l.moved, row)
		l.like = append(l.like, first)
	}
	return l
}

// aim is where a template is laid before it scatters: on a model or place, or as a player types
// it without measured places.
type aim struct {
	mark    *int // id of a fighter or machine
	at      []float64
	covered *Covered // what lies under it at its final place; it does not scatter
	spots   []Spot   // what it covers after each shift
	own     int      // the unit of men that the coverages call theirs
}

// Spot is a sector of landing places and what is covered there. Angles run clockwise.
type Spot struct {
	Angle        int     `yaml:"angle" minimum:"0" maximum:"359"`
	AngleTo      *int    `yaml:"angle_to" minimum:"0" maximum:"359"`
	DistanceCM   int     `yaml:"distance_cm" minimum:"0" maximum:"24"` // 0: on the mark
	DistanceToCM *int    `yaml:"distance_to_cm" minimum:"0" maximum:"24"`
	Under        Covered `yaml:"under"`
}

// holds says whether a shift lies in the sector.
func (s *Spot) holds(deg, cm int) bool {
	far := s.DistanceCM
	if s.DistanceToCM != nil {
		far = *s.DistanceToCM
	}
	if cm < s.DistanceCM || cm > far {
		return false
	}
	if cm == 0 {
		return true
	}
	to := s.Angle
	if s.AngleTo != nil {
		to = *s.AngleTo
	}
	return (deg-s.Angle+360)%360 <= (to-s.Angle+360)%360
}

// scatterSteps bring the template to its place. All three dice are rolled even when a Hit face
// makes the others idle (SQ-TEMPLATE-09).
func (g *ground) scatterSteps(sh *shell) []step {
	sc, l := sh.scatter, sh.landing
	if sc == nil {
		return []step{{
			Key: "template", Rule: "SQ-TEMPLATE-14",
			Then: func(s *State, _ outcome, lg *log) { g.fall(s, sh, l.still, lg) },
		}}
	}
	forced := len(sc.forced) > 0
	var rows [6]uint8
	for f := range sc.hitFaces {
		if !forced {
			rows[f] = 1
		}
	}
	scatter := []step{{
		Key: "scatter", Rule: "SQ-TEMPLATE-09", Also: ruleIDs{"SQ-TEMPLATE-13", "SQ-GEN-06"},
		Why:  func(*State) []number { return []number{sc.face, sc.distance} },
		Roll: func(*State) dice.Roll { return dice.Table(1, rows) },
		Then: func(s *State, o outcome, lg *log) {
			switch {
			case o.Row() == 1:
				s.Fall.Way = stays
				lg.Say("SQ-TEMPLATE-10", "template-stays")
			case forced && lg.On():
				for _, r := range sc.forced {
					lg.Note(r)
				}
			default:
				lg.Say("SQ-TEMPLATE-11", "template-moves")
			}
		},
	}, {
		Key: "bearing", Rule: "SQ-TEMPLATE-13", Also: ruleIDs{"SQ-TEMPLATE-09"},
		Roll: func(*State) dice.Roll { return dice.Bearing(sc.directions) },
		Then: func(s *State, o outcome, _ *log) {
			if s.Fall.Way != stays {
				s.Fall.Way = l.like[o.Total()*sc.directions/360] + 1
			}
		},
	}, {
		Key: "distance", Rule: "SQ-TEMPLATE-09", Also: sc.distance.Reasons[0].Rules(),
		Roll: func(*State) dice.Roll { return dice.Sum(sc.dice) },
		Then: func(s *State, o outcome, lg *log) {
			s.Fall.At = l.still + 1
			if s.Fall.Way != stays {
				s.Fall.At = l.moved[s.Fall.Way-1][o.Total()] + 1
				lg.SayN("SQ-TEMPLATE-11", "template-moved", o.Total())
			}
			s.Fall.Way = 0
		},
	}}
	return []step{{
		Key: "template-lands", Rule: "SQ-TEMPLATE-09", Scope: scatterScope, Steps: scatter,
	}, {
		Key: "template", Rule: "SQ-TEMPLATE-14",
		Then: func(s *State, _ outcome, lg *log) {
			at := s.Fall.At - 1
			s.Fall.At = 0
			g.fall(s, sh, at, lg)
		},
	}}
}
