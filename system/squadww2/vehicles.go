package squadww2

import (
	"slices"

	"umpire/dice"
	"umpire/explain"
	"umpire/procedure"
	"umpire/system"
)

// Vehicle is what the dice need to know of a vehicle, or of a gun that is shot at itself.
type Vehicle struct {
	// Wounds are those at the start of the game; WoundsLeft those at the start of this engagement.
	Wounds     *int `yaml:"wounds" minimum:"1" maximum:"12"`
	WoundsLeft *int `yaml:"wounds_left" minimum:"1" maximum:"12"`
	// Class of armour: the sides from which it is weaker (SQ-MOD-01 to 04).
	Class string `yaml:"armour" enum:"tank,light_armoured,soft,soft_front_armoured"`
	Save  string `yaml:"save" enum:"none,6,5"`
	// Crew is the living men of the crew, CrewFull its full number.
	Crew       *int `yaml:"crew" minimum:"0" maximum:"20"`
	CrewFull   *int `yaml:"crew_full" minimum:"1" maximum:"20"`
	Passengers *int `yaml:"passengers" minimum:"0" maximum:"60"`
	// CrewOutside says that the crew stands beside the vehicle and repairs it (SQ-REPAIR-15).
	CrewOutside bool     `yaml:"crew_outside"`
	OpenFaces   []string `yaml:"open_faces" enum:"front,left,right,rear,top"`
	MainGun     string   `yaml:"main_gun" enum:"ok,out,none"`
	MG          string   `yaml:"mg" enum:"ok,out,none"`
	RunningGear string   `yaml:"running_gear" enum:"ok,out"`
	// Near are the fighters of both sides near the hull, in the order of their ids.
	Near []Near `yaml:"near" maxItems:"8"`

	gun    bool
	loneMG bool
}

// settle fills the vehicle from its roster entry and checks that its facts agree. field is the
// path of the vehicle.
func (v *Vehicle) settle(field string, u *UnitType, gun bool) explain.Problems {
	v.gun = gun
	if u != nil {
		v.fromRoster(u)
	}
	if v.Wounds == nil {
		return explain.Problems{explain.Wrong(field+".wounds", "field-missing")}
	}
	if v.WoundsLeft == nil {
		v.WoundsLeft = v.Wounds
	}
	for _, part := range []*string{&v.MainGun, &v.MG, &v.RunningGear} {
		if *part == "" {
			*part = "ok"
		}
	}
	if !gun && v.MainGun == "none" && v.MG != "none" { // its only weapon counts as the main gun (SQ-VEH-30)
		v.MainGun, v.MG, v.loneMG = v.MG, "none", true
	}
	if v.Class == "" {
		v.Class = "tank"
	}
	if v.CrewFull == nil {
		v.CrewFull = v.Crew
	}
	if v.Crew == nil {
		v.Crew = v.CrewFull
	}
	var ps explain.Problems
	if *v.WoundsLeft > *v.Wounds {
		ps = append(ps, explain.Wrong(field+".wounds_left", "field-above", is("value", *v.WoundsLeft), is("want", *v.Wounds)))
	}
	if v.Crew != nil && v.CrewFull != nil && *v.Crew > *v.CrewFull {
		ps = append(ps, explain.Wrong(field+".crew", "field-above", is("value", *v.Crew), is("want", *v.CrewFull)))
	}
	if v.Passengers != nil && u != nil && u.Passengers > 0 && *v.Passengers > u.Passengers {
		ps = append(ps, explain.Wrong(field+".passengers", "field-above", is("value", *v.Passengers), is("want", u.Passengers)))
	}
	if v.Crew == nil && !gun {
		ps = append(ps, explain.Wrong(field+".crew", "field-missing"))
	}
	if v.CrewOutside && v.Crew != nil && *v.Crew == 0 {
		ps = append(ps, explain.Wrong(field+".crew_outside", "nobody-outside"))
	}
	if gun {
		for _, x := range []struct {
			given bool
			name  string
		}{
			{len(v.OpenFaces) > 0, "open_faces"}, {v.Passengers != nil && *v.Passengers > 0, "passengers"},
			{v.CrewOutside, "crew_outside"}, {len(v.Near) > 0, "near"}, {v.MG == "out", "mg"},
		} {
			if x.given {
				ps = append(ps, explain.Wrong(field+"."+x.name, "not-of-a-gun"))
			}
		}
		v.MG = "none"
	}
	return ps
}

// fromRoster fills what was not given.
func (v *Vehicle) fromRoster(u *UnitType) {
	count := func(p **int, n int) {
		if *p == nil {
			*p = &n
		}
	}
	word := func(p *string, s string) {
		if *p == "" {
			*p = s
		}
	}
	if u.Wounds > 0 {
		count(&v.Wounds, u.Wounds)
	}
	if u.Crew > 0 {
		count(&v.CrewFull, u.Crew)
	}
	word(&v.Class, u.ArmourClass)
	word(&v.Save, u.Save)
	if v.OpenFaces == nil {
		v.OpenFaces = u.OpenFaces
	}
	main, mg := false, false
	for _, c := range u.Weapons {
		if c.ID == "tank_mg" {
			mg = true
		} else {
			main = true
		}
	}
	if !main {
		word(&v.MainGun, "none")
	}
	if !mg {
		word(&v.MG, "none")
	}
}

// open says whether the people inside can be seen at all (SQ-VEH-10).
func (v *Vehicle) open() bool { return len(v.OpenFaces) > 0 }

// shows says whether a shooter on that side of the vehicle sees the people inside (SQ-ELIG-13):
// a vehicle that is open at the top alone shows them to everybody, any other through the open
// faces only. A shooter at a side that is not named counts as seeing through both sides or none.
func (v *Vehicle) shows(facing string) bool {
	if len(v.OpenFaces) == 1 && v.OpenFaces[0] == "top" {
		return true
	}
	if facing == "side" {
		return slices.Contains(v.OpenFaces, "left") && slices.Contains(v.OpenFaces, "right")
	}
	return slices.Contains(v.OpenFaces, facing)
}

// abandoned says whether nobody serves the vehicle (SQ-CREW-04). A crew that repairs it from
// outside still does (SQ-REPAIR-15), unless OPT-repairing-is-abandoned = yes.
func (v *Vehicle) abandoned(o options) bool {
	switch {
	case v.gun || v.Crew == nil:
		return false
	case v.CrewOutside:
		return o.is("repairing-is-abandoned", "yes")
	}
	return *v.Crew == 0
}

// armour gathers the facts for damage and destruction; at is the vehicle's place in State.Hulls.
// cover and dugIn are those of its unit.
func (v *Vehicle) armour(at int, cover string, dugIn bool, o options) *armour {
	a := &armour{
		at: at, gun: v.gun, initial: *v.Wounds, wounds: *v.WoundsLeft,
		main: v.MainGun != "none", mg: v.MG != "none", loneMG: v.loneMG,
		save: v.save(cover, dugIn), open: v.open(), o: o,
	}
	a.start = Hull{MainOut: v.MainGun == "out", MGOut: v.MG == "out", GearOut: v.RunningGear == "out"}
	if !v.gun && !v.CrewOutside {
		a.crew = *v.Crew
	}
	if v.Passengers != nil {
		a.passengers = *v.Passengers
	}
	return a
}

// save returns the save against each damage result: the best of armour, cover and digging in
// (SQ-SAVE-09, SQ-SAVE-11, SQ-SAVE-03). A gun of one wound has the usual saves of a heavy weapon
// (SQ-SAVE-08).
func (v *Vehicle) save(cover string, dugIn bool) number {
	var cands []reason
	value := func(s string) int { return int(s[0] - '0') }
	if v.Save == "6" || v.Save == "5" {
		cands = append(cands, explain.Worth("SQ-SAVE-09", "save-armour", value(v.Save)))
	}
	light := v.gun && *v.Wounds == 1
	if cover == "6" || cover == "5" {
		rule := ruleID("SQ-SAVE-11")
		if light {
			rule = "SQ-SAVE-08"
		}
		r := explain.Worth(rule, "save-cover", value(cover)).And("SQ-LOS-10")
		if cover == "5" {
			r.Key = "save-hard-cover"
		}
		cands = append(cands, r)
	}
	if dugIn {
		r := explain.Worth("SQ-SAVE-03", "save-dug-in", 6)
		if light {
			r = r.And("SQ-SAVE-08")
		}
		cands = append(cands, r)
	}
	if len(cands) == 0 {
		return explain.NoNumber("save", explain.Because("SQ-SAVE-09", "save-none"))
	}
	return bestSave(cands, "SQ-SAVE-11")
}

// facingModifiers are the bonuses for the side of the vehicle that is hit (SQ-MOD-01 to 04).
func (v *Vehicle) facingModifiers(facing string) []reason {
	side := facing == "side" || facing == "left" || facing == "right"
	bonus := func(rule, key string) []reason {
		at := explain.Word("rear")
		if side {
			at = "side"
		} else if facing == "front" {
			at = "front"
		}
		return []reason{explain.Worth(ruleID(rule), key, 1, is("facing", at))}
	}
	switch {
	case v.Class == "soft":
		return bonus("SQ-MOD-03", "mod-soft")
	case v.Class == "soft_front_armoured" && facing != "front":
		return bonus("SQ-MOD-04", "mod-soft-front-armoured")
	case v.Class == "light_armoured" && facing != "front":
		return bonus("SQ-MOD-02", "mod-light-armoured")
	case v.Class == "tank" && facing == "rear":
		return bonus("SQ-MOD-01", "mod-rear")
	}
	return nil
}

// hiddenInside says why a shooter on that side may not name the people inside the vehicle as his
// target, if so (SQ-ELIG-13, SQ-VEH-10).
func (t *Target) hiddenInside(facing string) []reason {
	if t.Vehicle == nil || t.Type != "vehicle_crew" && t.Type != "passengers" {
		return nil
	}
	switch {
	case !t.Vehicle.open():
		return []reason{explain.Because("SQ-VEH-10", "closed-vehicle")}
	case !t.Vehicle.shows(facing):
		return []reason{explain.Because("SQ-ELIG-13", "not-through-that-side", is("facing", explain.Word(facing)))}
	}
	return nil
}

// named gives the rule by which people in a vehicle, at a gun or outside under repair are the
// target, if there is one.
func (t *Target) named() []reason {
	switch {
	case t.Type == "gun_crew":
		return []reason{explain.Because("SQ-ELIG-14", "crew-not-gun")}
	case t.Type == "repair_team":
		return []reason{explain.Because("SQ-REPAIR-09", "team-is-a-target")}
	case t.Vehicle != nil && (t.Type == "vehicle_crew" || t.Type == "passengers"):
		return []reason{explain.Because("SQ-ELIG-13", "people-named").And("SQ-VEH-10")}
	}
	return nil
}

// harmless returns why the group's weapon does nothing to the vehicle or gun, if so. Such a
// declaration is legal and spends the shooting (SQ-VEH-08).
func (g *Group) harmless(a *armour) (reason, bool) {
	weapon := is("weapon", g.weapon.Name)
	ap := g.weapon.AP
	if ap == NoAP {
		return explain.Because("SQ-ELIG-12", "no-ap", weapon).And("SQ-EFFECT-05", "SQ-VEH-08"), true
	}
	var start State
	if a.hurtBy(ap, &start) {
		return reason{}, false
	}
	limit := 3
	if ap == LightAP {
		limit = 4
	}
	return explain.Because("SQ-VEH-08", "ap-too-weak", weapon, is("limit", limit), is("n", a.counted())).And(append(ap.rule(), "SQ-VEH-07")...), true
}

// counted is the number of wounds that decides whether a weapon works.
func (a *armour) counted() int {
	if a.currentBasis() {
		return a.wounds
	}
	return a.initial
}

// listed are the calibres that the paper rules name themselves; the others follow by interval.
var listed = []float64{12.7, 13.9, 14.5, 20, 28, 37, 40, 45, 47, 57, 75, 76}

// pierces gives the facts by which a weapon hurts the vehicle (SQ-VEH-02 to 07).
func (g *Group) pierces(a *armour) reason {
	w := g.weapon
	key := map[AP]string{WeakAP: "weak-ap-works", LightAP: "light-ap-works", FullAP: "full-ap-works"}[w.AP]
	r := explain.Because(w.AP.rule()[0], key, is("weapon", w.Name), is("n", a.counted()))
	if w.AP != FullAP {
		r = r.And("SQ-VEH-07")
	}
	if w.CalibreMM > 0 {
		r = r.And("SQ-DATA-03")
		if w.CalibreMM < 76 && !slices.Contains(listed, w.CalibreMM) {
			r = r.And("SQ-VEH-06")
		}
	}
	return r
}

// atVehicle judges fire at a vehicle, or at a gun itself.
func (f *Fire) atVehicle(o options) *system.Judgement {
	t := &f.Target
	v := t.Vehicle
	j := &system.Judgement{Reasons: []reason{explain.Because("SQ-ELIG-01", "declared")}}
	groups := f.firing(j, o)
	if j.Refusal != nil {
		return j
	}
	j.Reasons = append(j.Reasons, o.older()...)
	if v.gun {
		j.Reasons = append(j.Reasons, explain.Because("SQ-ELIG-14", "gun-not-crew"))
		if *v.Wounds >= 2 {
			j.Reasons = append(j.Reasons, explain.Because("SQ-EFFECT-04", "gun-as-vehicle"))
		}
	}
	if v.CrewOutside && !v.abandoned(o) {
		j.Reasons = append(j.Reasons, explain.Because("SQ-REPAIR-15", "crew-outside-not-abandoned"))
	}
	a := v.armour(0, t.Cover, t.DugIn, o)
	j.Reasons = append(j.Reasons, a.withNear(v.Near)...)
	var steps []step
	fires := 0
	for _, g := range groups {
		// Under OPT-ap-wounds-basis = current a weapon that is harmless now may work once others
		// have hit.
		r, no := g.harmless(a)
		if no && (g.weapon.AP == NoAP || fires == 0 || o.is("ap-wounds-basis", "initial")) {
			if len(groups) > 1 {
				r = r.And("SQ-ELIG-15")
			}
			j.Reasons = append(j.Reasons, r)
			continue
		}
		fires++
		j.Reasons = append(j.Reasons, g.pierces(a))
		shot := g.shotAtVehicle(t, o)
		j.Numbers = append(j.Numbers, shot.dice, shot.toHit)
		steps = append(steps, a.shotSteps(shot, g.weapon.AP)...)
	}
	j.Numbers = append(j.Numbers, explain.Amount("wounds-left", explain.Worth("SQ-VEH-01", "wounds-of", a.wounds, is("initial", a.initial))))
	if a.save.Possible() {
		j.Numbers = append(j.Numbers, a.save)
	}
	if fires > 0 {
		j.Numbers = append(j.Numbers, a.destructionNumbers()...)
		steps = append(steps, a.destructionSteps()...)
	}
	jams := slices.ContainsFunc(groups, func(g *Group) bool { return g.jamDice() > 0 && g.weapon.AP != NoAP })
	ms := []measure{hitsMeasure}
	ms = append(ms, a.measures()...)
	if jams {
		ms = append(ms, jamsMeasure)
	}
	p := procedure.Procedure[State]{Key: "fire", Steps: steps, Measures: ms}
	p.Start.Hulls[a.at] = a.start
	j.Program = system.Run(p)
	return j
}

// shotAtVehicle gathers the dice of one group at a vehicle or gun.
func (g *Group) shotAtVehicle(t *Target, o options) volley {
	v := volley{
		key: "hit", rule: ruleIDs{"SQ-DICE-03", "SQ-HIT-17", "SQ-GEN-06"}, of: g.weapon.Name,
		dice: g.dice(), toHit: g.toHit(t, o), jams: g.jamDice(),
	}
	v.toHit.Of = g.weapon.Name
	if g.weapon.Has("one_use") {
		v.spent = g.Count
	}
	return v
}

// shotSteps are the dice of one group at the vehicle: hits, each hit's damage, the jam dice.
// Nothing is thrown at a wreck.
func (a *armour) shotSteps(v volley, ap AP) []step {
	steps := []step{{
		Key: v.key, Rule: v.rule[0], Also: v.rule[1:],
		Why:  func(*State) []number { return []number{v.dice, v.toHit} },
		Roll: func(*State) dice.Roll { return dice.Count(v.dice.Value, v.toHit.Target()) },
		Then: func(s *State, o outcome, l *log) {
			if v.spent > 0 {
				l.SayN("SQ-AMMO-05", "now-spent", v.spent)
			}
			s.Shot.Hits = o.Counts[1]
		},
	}}
	steps = append(steps, a.damageSteps()...)
	if v.jams > 0 {
		steps = append(steps, jamStep(v.jams))
	}
	return []step{{
		Key: "shot", Rule: "SQ-DICE-04",
		If:    func(s *State) bool { return !a.destroyed(s) && a.hurtBy(ap, s) },
		Steps: steps,
	}}
}
