package squadww2

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
	"umpire/table"
)

// Barrage is the fire of one or more indirect weapons within one Shooting phase: each template
// scatters and is resolved on whoever it touches, friend or foe; then the named unit tests.
type Barrage struct {
	Weapons []Piece `yaml:"weapons" required:"true" minItems:"1" maxItems:"8"`
	// Target is the named unit of men; absent when only vehicles and guns are under fire.
	Target *Target `yaml:"target"`
	// Others are further units of men that a template may touch.
	Others   []Other    `yaml:"others" maxItems:"3"`
	Vehicles []Machine  `yaml:"vehicles" maxItems:"4"`
	Fighters []Fighters `yaml:"fighters" maxItems:"16"`
}

// Piece is one indirect weapon and where it aims.
type Piece struct {
	Shooter string `yaml:"shooter"`
	// Unit is a roster id that fills crew and skill.
	Unit   string `yaml:"unit"`
	Weapon string `yaml:"weapon" required:"true"`
	// Crew is the living men who serve the weapon; absent means all.
	Crew   *int     `yaml:"crew" minimum:"0" maximum:"20"`
	Traits []string `yaml:"traits" enum:"unskilled"`
	// Observed says that the commander of some friendly unit sees the target (SQ-TEMPLATE-01).
	Observed bool     `yaml:"observed" default:"true"`
	RangeCM  *float64 `yaml:"range_cm" minimum:"0" maximum:"1000"`
	InArc    bool     `yaml:"in_arc" default:"true"`
	States   []string `yaml:"states" enum:"pinned,retreating,in_melee,acted,weapon_out"`
	// Roofed says that the whole target is covered from above (SQ-TEMPLATE-05).
	Roofed bool `yaml:"roofed"`
	// Templates is how many of its templates the weapon fires; absent means all.
	Templates *int `yaml:"templates" minimum:"1" maximum:"4"`

	// Mark is the id of the fighter or vehicle that is aimed at; MarkAt is a place in cm, which
	// must lie on one of them. MarkOn tells a mark without places.
	Mark   *int      `yaml:"mark" minimum:"1"`
	MarkAt []float64 `yaml:"mark_at" minItems:"2" maxItems:"2"`
	MarkOn string    `yaml:"mark_on" enum:"model,terrain" default:"model"`
	// Covered is what lies under each template at its final place, where that is known already:
	// then no scatter dice are thrown.
	Covered []Covered `yaml:"covered" maxItems:"4"`
	// Spots are what a template covers after each shift, in place of measured positions.
	Spots []Spot `yaml:"spots" maxItems:"400"`

	weapon *Weapon
	unit   *UnitType
}

// Judge implements system.Engagement.
func (b *Barrage) Judge(c rulebook.Choices) (*system.Judgement, error) {
	o := options{c}
	b = &Barrage{slices.Clone(b.Weapons), b.Target, b.Others, b.Vehicles, b.Fighters}
	g, ps := settleGround(b.Target, b.Others, b.Vehicles, b.Fighters, o)
	if ps != nil {
		return nil, ps
	}
	for i := range b.Weapons {
		ps = append(ps, b.Weapons[i].settle(fmt.Sprintf("weapons[%d]", i), g)...)
	}
	if ps = append(ps, b.checkNames(g)...); ps != nil {
		return nil, ps
	}
	j := &system.Judgement{Reasons: []reason{explain.Because("SQ-ELIG-01", "declared")}}
	pieces := b.firing(j, g)
	if j.Refusal != nil {
		return j, nil
	}
	j.Reasons = append(j.Reasons, o.older()...)
	var shells []*shell
	for _, p := range pieces {
		sc := p.scatter(g)
		if p.Covered != nil {
			sc = nil
		} else {
			j.Numbers = append(j.Numbers, sc.face, sc.distance)
		}
		for k := range p.templates() {
			sh := g.shell(p.weapon, sc, p.aim(k))
			if p.crew() == 1 {
				sh.notes = append(sh.notes, explain.Because("SQ-TEMPLATE-29", "lone-crewman-template"))
			}
			shells = append(shells, sh)
		}
	}
	g.prepare(shells)
	g.tell(j, shells)
	j.Program = system.Run(b.procedure(g, pieces, shells, j))
	return j, nil
}

// checkNames finds units whose men are named one by one for one template and only counted for
// another: then nobody can know who of them has fallen before.
func (b *Barrage) checkNames(g *ground) explain.Problems {
	var ps explain.Problems
	for u := range g.units {
		named, counted := false, ""
		look := func(field string, c *Covered) {
			counts := append([]int{c.Men}, c.Others...)
			if u < len(counts) && counts[u] > 0 {
				counted = field
			}
			for _, id := range c.IDs {
				if k := g.fighter(id); k >= 0 && g.fighters[k].unit == u {
					named = true
				}
			}
		}
		for i := range b.Weapons {
			p := &b.Weapons[i]
			named = named || p.Covered == nil && p.Spots == nil
			for k := range p.Covered {
				look(fmt.Sprintf("weapons[%d].covered[%d]", i, k), &p.Covered[k])
			}
			for k := range p.Spots {
				look(fmt.Sprintf("weapons[%d].spots[%d].under", i, k), &p.Spots[k].Under)
			}
		}
		if named && counted != "" {
			ps = append(ps, explain.Wrong(counted, "ids-or-numbers"))
		}
	}
	return ps
}

// procedure puts the templates of all weapons and the tests after them in order.
func (b *Barrage) procedure(g *ground, pieces []*Piece, shells []*shell, j *system.Judgement) procedure.Procedure[State] {
	proc := procedure.Procedure[State]{Key: "barrage"}
	var fire [][]step
	ends := make([]bool, len(pieces))
	for i, p := range pieces {
		var steps []step
		for range p.templates() {
			steps = append(steps, g.resolveSteps(shells[0])...)
			shells = shells[1:]
		}
		fire = append(fire, steps)
		ends[i] = p.Shooter == "" || i+1 == len(pieces) || pieces[i+1].Shooter != p.Shooter
	}
	if t := g.units[0]; t != nil {
		pin := t.pinFacts(g.o)
		if pin.exempt != nil {
			j.Reasons = append(j.Reasons, *pin.exempt)
		}
		j.Numbers = append(j.Numbers, pin.numbers()...)
		proc.Start = pin.start()
		proc.Steps = pin.around(fire, ends)
		proc.Measures = g.measures(pin, pieces)
	} else {
		proc.Steps = slices.Concat(fire...)
		proc.Measures = g.measures(nil, pieces)
	}
	for _, m := range g.machines {
		proc.Start.Hulls[m.armour.at] = m.armour.start
	}
	return proc
}

// firing sorts the weapons into those that throw dice and those that have lost their shot. When
// none may declare at all, the refusal of the first stands for all.
func (b *Barrage) firing(j *system.Judgement, g *ground) []*Piece {
	var out []*Piece
	mayAny(j, len(b.Weapons), func(i int) *explain.Refusal {
		p := &b.Weapons[i]
		if no := p.forbidden(fmt.Sprintf("weapons[%d]", i), g); no != nil {
			return no
		}
		j.Reasons = append(j.Reasons, p.declares()...)
		if r, lost := p.shotLost(); lost {
			j.Reasons = append(j.Reasons, r)
			return nil
		}
		j.Reasons = append(j.Reasons, p.fires()...)
		out = append(out, p)
		return nil
	})
	return out
}

// forbidden returns the refusal of a weapon that may not fire, or nil.
func (p *Piece) forbidden(field string, g *ground) *explain.Refusal {
	t := g.units[0]
	if t == nil {
		t = &Target{}
	}
	if no := barred(field+".states", p.States, p.weapon, t); no != nil {
		return no
	}
	weapon := is("weapon", p.weapon.Name)
	full := p.fullCrew()
	switch {
	case p.crew() == 0:
		return explain.Refuse(field+".crew", explain.Because("SQ-DICE-08", "no-crew", weapon))
	case p.onVehicle() && 2*p.crew() < full && g.o.is("crew-loss-modifiers", "on"):
		return explain.Refuse(field+".crew", explain.Because("SQ-CREW-02", "launcher-crew-below-half", is("n", p.crew()), is("full", full)))
	case !p.InArc:
		return explain.Refuse(field+".in_arc", explain.Because("SQ-ARC-02", "out-of-arc", weapon))
	case p.Roofed:
		return explain.Refuse(field+".roofed", explain.Because("SQ-TEMPLATE-05", "under-a-roof"))
	case p.MarkOn == "terrain" || p.MarkAt != nil && !g.modelAt(point(p.MarkAt)):
		at := field + ".mark_on"
		if p.MarkAt != nil {
			at = field + ".mark_at"
		}
		return explain.Refuse(at, explain.Because("SQ-TEMPLATE-06", "mark-on-terrain"))
	}
	return nil
}

// declares gives the facts of the declaration: the mark, who sees it, how well it is served.
func (p *Piece) declares() []reason {
	weapon := is("weapon", p.weapon.Name)
	rs := []reason{explain.Because("SQ-TEMPLATE-06", "mark-named", weapon)}
	if p.Observed {
		rs = append(rs, explain.Because("SQ-TEMPLATE-01", "commander-sees").And("SQ-LOS-02"))
	} else {
		rs = append(rs, explain.Because("SQ-LOS-02", "nobody-sees"))
	}
	return rs
}

// shotLost returns why a weapon that may declare throws no dice: the mark is out of range
// (SQ-TEMPLATE-07) or too near (SQ-TEMPLATE-08).
func (p *Piece) shotLost() (reason, bool) {
	w := p.weapon
	switch {
	case p.RangeCM == nil:
		return reason{}, false
	case *p.RangeCM > w.RangeCM:
		return explain.Because("SQ-TEMPLATE-07", "mark-out-of-range", is("weapon", w.Name), is("range", *p.RangeCM), is("reach", w.RangeCM)).And("SQ-ELIG-02"), true
	case *p.RangeCM < w.MinRangeCM:
		return explain.Because("SQ-TEMPLATE-08", "mark-too-near", is("weapon", w.Name), is("range", *p.RangeCM), is("reach", w.MinRangeCM)).And("SQ-TEMPLATE-02"), true
	}
	return reason{}, false
}

// fires gives the facts of a shot that goes ahead.
func (p *Piece) fires() []reason {
	w := p.weapon
	var rs []reason
	if p.RangeCM != nil {
		rs = append(rs, explain.Because("SQ-TEMPLATE-07", "mark-in-range", is("weapon", w.Name), is("range", *p.RangeCM), is("lo", w.MinRangeCM), is("reach", w.RangeCM)).And("SQ-TEMPLATE-02"))
	}
	size := explain.Because("SQ-TEMPLATE-04", "template-size", is("weapon", w.Name),
		is("template", explain.Word("template-"+w.Template)), is("radius", float64(radii[w.Template])/float64(table.CM))).And("SQ-TEMPLATE-03", "SQ-DATA-05")
	rs = append(rs, size)
	if w.AP != NoAP {
		rs = append(rs, explain.Because("SQ-TEMPLATE-23", "template-ap", is("weapon", w.Name)))
	}
	if n := p.templates(); n > 1 {
		rs = append(rs, explain.Because("SQ-TEMPLATE-24", "one-mark-each-scatters", is("n", n)))
	}
	return rs
}

// scatter returns how the weapon's templates leave the mark.
func (p *Piece) scatter(g *ground) *scatter {
	var forced []reason
	n := p.crew()
	if n <= 2 {
		forced = append(forced, explain.Because("SQ-TEMPLATE-18", "short-crew", is("n", n)))
	}
	if p.unskilled() {
		forced = append(forced, explain.Because("SQ-TEMPLATE-19", "unskilled-crew"))
	}
	sc := scattering(!p.Observed, forced, g.o)
	if !p.unskilled() && n > 2 {
		sc.face = sc.face.Noting(explain.Because("SQ-TEMPLATE-17", "crew-serves", is("n", n), is("full", p.weapon.Crew)).And("SQ-DATA-04"))
	}
	sc.face.Of, sc.distance.Of = p.weapon.Name, p.weapon.Name
	return sc
}

// aim is where the k-th template of the weapon is laid.
func (p *Piece) aim(k int) aim {
	a := aim{mark: p.Mark, at: p.MarkAt, spots: p.Spots}
	if p.Covered != nil {
		a.covered = &p.Covered[k]
	}
	return a
}

// fullCrew is the nominal crew of the weapon (SQ-TEMPLATE-17).
func (p *Piece) fullCrew() int { return p.weapon.Crew }

func (p *Piece) crew() int {
	if p.Crew != nil {
		return *p.Crew
	}
	return p.fullCrew()
}

func (p *Piece) onVehicle() bool { return p.unit != nil && p.unit.Type == "vehicle" }

// unskilled says whether the men at the weapon lack the indirect skill (SQ-TEMPLATE-19).
func (p *Piece) unskilled() bool {
	return slices.Contains(p.Traits, "unskilled") || p.unit != nil && !p.unit.Has("indirect_skill")
}

func (p *Piece) templates() int {
	if p.Templates != nil {
		return *p.Templates
	}
	return p.weapon.Shots
}

// settle looks up the weapon and checks the facts of its aim.
func (p *Piece) settle(field string, g *ground) explain.Problems {
	if p.weapon = Roster().Weapon(p.Weapon); p.weapon == nil {
		return explain.Problems{explain.Wrong(field+".weapon", "unknown-weapon", is("value", p.Weapon))}
	}
	if !p.weapon.Has("indirect") {
		return explain.Problems{explain.Wrong(field+".weapon", "not-indirect", is("weapon", p.weapon.Name))}
	}
	var ps explain.Problems
	if p.unit, ps = checkRoster(field+".unit", p.Unit); ps != nil {
		return ps
	}
	wrong := func(at, key string, facts ...explain.Fact) {
		ps = append(ps, explain.Wrong(field+at, key, facts...))
	}
	if p.Templates != nil && *p.Templates > p.weapon.Shots {
		wrong(".templates", "field-above", is("value", *p.Templates), is("want", p.weapon.Shots))
	}
	if p.Crew != nil && *p.Crew > max(p.fullCrew(), 1) {
		wrong(".crew", "field-above", is("value", *p.Crew), is("want", p.fullCrew()))
	}
	switch {
	case p.MarkOn == "terrain":
	case p.Covered != nil && p.Spots != nil:
		wrong(".spots", "covered-or-spots")
	case p.Covered != nil && len(p.Covered) != p.templates():
		wrong(".covered", "covered-each", is("value", len(p.Covered)), is("want", p.templates()))
	case p.Covered != nil:
		for i := range p.Covered {
			ps = append(ps, g.checkCovered(fmt.Sprintf("%s.covered[%d]", field, i), &p.Covered[i], 0)...)
		}
	default:
		ps = append(ps, g.checkAim(field, p.aim(0))...)
	}
	return ps
}

// tell gives the numbers that a player wants to see before the dice fall.
func (g *ground) tell(j *system.Judgement, shells []*shell) {
	j.Reasons = append(j.Reasons, g.reasons...)
	if g.downed {
		j.Reasons = append(j.Reasons, explain.Because("SQ-TEMPLATE-14", "downed-not-rolled"))
	}
	type line struct {
		unit, class int
		of          string
	}
	told := map[line]bool{}
	ap := false
	for _, sh := range shells {
		ap = ap || sh.ap
		of := fmt.Sprint(sh.of, len(sh.notes))
		for _, r := range sh.runs {
			l := line{r.unit, r.class, of}
			if told[l] {
				continue
			}
			told[l] = true
			wound, save := r.wound, r.save
			if r.unit > 0 {
				wound.Of = explain.Word(fmt.Sprintf("other-unit-%d", r.unit))
				save.Of = wound.Of
			}
			j.Numbers = append(j.Numbers, wound, save)
		}
	}
	if len(g.machines) > 0 && !ap && len(shells) > 0 {
		j.Reasons = append(j.Reasons, explain.Because("SQ-TEMPLATE-23", "no-ap-template").And("SQ-EFFECT-05"))
	}
	if !ap {
		return
	}
	for _, m := range g.machines {
		need := m.confirm
		if m.empty {
			need = m.easy
		}
		if m.edge() {
			need = need.Noting(explain.Because("SQ-TEMPLATE-20", "edge-is-enough"))
		} else {
			need = need.Noting(explain.Because("SQ-TEMPLATE-21", "centre-needed"))
		}
		j.Numbers = append(j.Numbers, need)
		if m.armour.save.Possible() {
			j.Numbers = append(j.Numbers, m.armour.save)
		}
		j.Numbers = append(j.Numbers, m.armour.destructionNumbers()...)
	}
}

// measures are the results that can occur. pin is nil when no unit of men is named.
func (g *ground) measures(pin *pinFacts, pieces []*Piece) []measure {
	ap := slices.ContainsFunc(pieces, func(p *Piece) bool { return p.weapon.AP != NoAP })
	ms := []measure{
		{Key: "touched", Inner: true, Of: func(s *State) int { return bits.OnesCount64(s.Fall.Under) }},
		{Key: "wounds", Inner: true, Of: func(s *State) int { return bits.OnesCount64(s.Fall.Wounded) }},
	}
	if t := g.units[0]; t != nil {
		ms = append(ms,
			measure{Key: "casualties", Of: func(s *State) int { return s.Squad.losses() }},
			measure{Key: "left", Of: t.left})
		if ap {
			ms = append(ms, measure{Key: "dead", Of: func(s *State) int { return int(s.Squad.Dead) }})
		}
		ms = append(ms, pin.measures()...)
	}
	for i := range g.units[1:] {
		ms = append(ms, measure{Key: fmt.Sprintf("other-casualties-%d", i+1), Of: func(s *State) int { return int(s.Fall.Others[i]) }})
	}
	if !ap {
		return ms
	}
	for i, m := range g.machines {
		if i == 0 {
			ms = append(ms, measure{Key: "on-target", Of: func(s *State) int { return int(s.Fall.On) }})
		}
		for _, x := range m.armour.measures() {
			if x.Inner || slices.ContainsFunc(ms, func(y measure) bool { return y.Key == x.Key && strings.HasPrefix(x.Key, "blast-") }) {
				continue
			}
			if i > 0 && !strings.HasPrefix(x.Key, "blast-") {
				x.Key += fmt.Sprintf("-%d", i+1)
			}
			ms = append(ms, x)
		}
	}
	return ms
}

var barrageKind = system.Kind{
	ID:   "barrage",
	Name: rulebook.Text{RU: "Навесной огонь", EN: "Indirect fire"},
	New:  func() system.Engagement { return new(Barrage) },
	Sample: `
weapons:
  - {unit: su_mortar82, weapon: mortar_82, mark: 2, range_cm: 80}
  - {weapon: howitzer_122, crew: 2, covered: [{ids: [2, 3], centre_on: 9}]}
target: {type: infantry, men: 3, cover: 6}
vehicles:
  - {id: 9, unit: de_pz4, at: [6, 6], heading_deg: 45}
fighters:
  - {at: [[0, 0], [4, 0], [8, 0]]}
`,
}
