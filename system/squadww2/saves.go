package squadww2

import (
	"slices"

	"umpire/explain"
	"umpire/rulebook"
)

// attack is what a wound comes from, as far as saves and casualties care.
type attack struct {
	ap       AP   // none: usual saves
	template bool // counts against the template threshold (SQ-PIN-06)
	melee    bool // only body armour saves (SQ-SAVE-16)
	noSave   bool // aircraft cannon (SQ-SAVE-15)
}

// bestSave returns the best of several saves, by the rule that they are not added.
func bestSave(saves []reason, rule rulebook.ID) number {
	b := 0
	for i, c := range saves {
		if c.Value < saves[b].Value {
			b = i
		}
	}
	n := explain.Needed("save", saves[b])
	for i, c := range saves {
		if i != b {
			n = n.Noting(explain.Because(rule, "best-save-only", is("other", c.Value)))
		}
	}
	return n
}

// save returns the save of a class of men of the target against an attack. Under the older pin
// timing men can go to ground between two weapons; pinnedNow says that this has happened.
func (t *Target) save(m Models, a attack, pinnedNow bool) number {
	armour := t.has("body_armour") || slices.Contains(m.Traits, "body_armour")
	camouflage := t.has("camouflage") || slices.Contains(m.Traits, "camouflage")
	switch {
	case a.noSave:
		return explain.NoNumber("save", explain.Because("SQ-SAVE-15", "save-not-cannon"))
	case a.melee && armour:
		return explain.Needed("save", explain.Worth("SQ-SAVE-16", "save-armour-melee", 6))
	case a.melee:
		return explain.NoNumber("save", explain.Because("SQ-SAVE-16", "save-not-melee"))
	case a.ap != NoAP && t.Type == "heavy_team": // a save like any other (SQ-SAVE-08)
	case a.ap != NoAP && armour:
		return explain.Needed("save", explain.Worth("SQ-SAVE-07", "save-armour-ap", 6))
	case a.ap != NoAP:
		return explain.NoNumber("save", explain.Because("SQ-SAVE-06", "save-not-ap"))
	}
	var cands []reason
	var notes []reason
	switch m.Cover {
	case "5":
		cands = append(cands, explain.Worth("SQ-SAVE-02", "save-hard-cover", 5))
	case "6":
		cands = append(cands, explain.Worth("SQ-SAVE-02", "save-cover", 6))
	}
	if m.Cover != "none" && m.Cover != "" {
		notes = append(notes, explain.Because("SQ-LOS-10", "cover-by-sight"))
	}
	if t.DugIn {
		cands = append(cands, explain.Worth("SQ-SAVE-03", "save-dug-in", 6))
	}
	pinned := t.is("pinned") && !t.is("retreating") || pinnedNow
	if pinned && !t.is("bailed_out") {
		cands = append(cands, explain.Worth("SQ-SAVE-04", "save-pinned", 6))
	}
	if a.ap != NoAP && t.Type == "heavy_team" {
		notes = append(notes, explain.Because("SQ-SAVE-08", "team-may-save"))
	}
	if t.is("bailed_out") {
		notes = append(notes, explain.Because("SQ-CREW-08", "save-not-yet"))
	}
	if armour || camouflage {
		if m.Cover == "6" || m.Cover == "5" {
			cands = append(cands, explain.Worth("SQ-SAVE-05", "save-trait-cover", 5))
		} else {
			cands = append(cands, explain.Worth("SQ-SAVE-05", "save-trait-open", 6))
		}
	}
	if (t.Type == "passengers" || t.Type == "vehicle_crew") && (t.TransportSave == "6" || t.TransportSave == "5") {
		if t.is("exposed") {
			notes = append(notes, explain.Because("SQ-SAVE-13", "save-exposed"))
		} else {
			cands = append(cands, explain.Worth("SQ-SAVE-12", "save-transport", int(t.TransportSave[0]-'0')))
		}
	}
	if len(cands) == 0 {
		return explain.NoNumber("save", append([]reason{explain.Because("SQ-SAVE-01", "save-none")}, notes...)...)
	}
	n := bestSave(cands, "SQ-SAVE-05")
	if a.template {
		n.Reasons[0] = n.Reasons[0].And("SQ-SAVE-16")
	}
	for _, r := range notes {
		n = n.Noting(r)
	}
	return n
}
