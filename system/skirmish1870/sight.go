package skirmish1870

import (
	"math"

	"umpire/explain"
)

// Limits of sight and of how deep a wood is looked into, in cm (SK-LOS-01 to 03).
const (
	woodEdgeCM = 5
	woodCM     = 15
	houseCM    = 30
)

// sight is how a model can be seen: up to what distance, and by which rule.
type sight struct {
	limit  float64 // cm; +Inf in the open
	reason reason
	shut   *reason // the line to it is blocked
}

// sightOf returns how a model at a place is seen (SK-LOS-01 to 05).
func sightOf(place string, depth float64, blocked bool, pieces []Piece, o options) sight {
	s := sight{limit: math.Inf(1), reason: explain.Because("SK-LOS-05", "clear-line").And("SK-LOS-04")}
	switch {
	case place == "wood" && depth <= o.cm(woodEdgeCM):
		s.reason = explain.Because("SK-LOS-01", "wood-edge", is("depth", depth), is("limit", o.cm(woodEdgeCM))).And("SK-LOS-04")
	case place == "wood":
		s.limit = o.cm(woodCM)
		s.reason = explain.Because("SK-LOS-02", "wood-depth", is("depth", depth), is("limit", s.limit)).And("SK-LOS-04")
	case place == "house":
		s.limit = o.cm(houseCM)
		s.reason = explain.Because("SK-LOS-03", "in-house", is("limit", s.limit)).And("SK-LOS-04")
	}
	for i := range pieces {
		if pieces[i].blocks() {
			r := explain.Because("SK-LOS-05", "sight-blocked-by", is("piece", explain.Word("piece-"+pieces[i].Kind))).And("SK-COVER-05")
			s.shut = &r
			return s
		}
	}
	if blocked {
		r := explain.Because("SK-LOS-05", "sight-blocked")
		s.shut = &r
	}
	return s
}

// from says why the model is seen from a distance, or why it is not.
func (s *sight) from(cm float64) (seen bool, why reason) {
	if s.shut != nil {
		return false, *s.shut
	}
	if cm > s.limit {
		r := s.reason
		r.Key += "-hidden"
		r.Facts = append(r.Facts[:len(r.Facts):len(r.Facts)], is("cm", cm))
		return false, r
	}
	return true, s.reason
}
