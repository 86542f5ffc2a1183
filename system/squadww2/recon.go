package squadww2

import (
	"fmt"

	"umpire/explain"
)

// recon judges the marks of a reconnaissance aircraft (SQ-AIR-21 to 24).
func (s *sortie) recon() *explain.Refusal {
	p := s.plane
	marks := 0
	for i := range s.line.Units {
		if !s.line.Units[i].ReconMark {
			continue
		}
		marks++
		field := fmt.Sprintf("units[%d].recon_mark", i)
		switch {
		case p.Recon == "none":
			return explain.Refuse(field, explain.Because("SQ-AIR-21", "no-recon"))
		case p.Recon == "light" && marks > 1:
			return explain.Refuse(field, explain.Because("SQ-AIR-22", "one-mark"))
		}
	}
	if p.Recon == "none" {
		return nil
	}
	if no := p.overloaded("aircraft"); no != nil {
		return no
	}
	s.j.Reasons = append(s.j.Reasons, explain.Because("SQ-AIR-21", "recon-for-armament"))
	r := explain.Worth("SQ-AIR-22", "marks-one", marks)
	if p.Recon == "heavy" {
		marks = len(s.line.Units)
		r = explain.Worth("SQ-AIR-23", "marks-all", marks)
	}
	n := explain.Amount("marked", r).Noting(explain.Because("SQ-AIR-24", "mark-this-phase"))
	for i := range s.line.Units {
		if u := &s.line.Units[i]; (u.ReconMark || p.Recon == "heavy") && u.Target.is("marked") {
			n = n.Noting(explain.Because("SQ-AIR-24", "mark-not-added"))
		}
	}
	s.j.Numbers = append(s.j.Numbers, n)
	return nil
}

// overloaded refuses a light fighter with more than light equipment (SQ-AIR-22). field is the path
// of the aircraft.
func (p *Aircraft) overloaded(field string) *explain.Refusal {
	if p.Recon != "heavy" || p.Class != "light_fighter" {
		return nil
	}
	return explain.Refuse(field+".recon", explain.Because("SQ-AIR-22", "light-equipment-only"))
}

// marks returns how many units are marked.
func (s *sortie) marks() int {
	for _, n := range s.j.Numbers {
		if n.Key == "marked" {
			return n.Value
		}
	}
	return 0
}
