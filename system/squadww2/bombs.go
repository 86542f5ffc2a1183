package squadww2

import (
	"fmt"
	"slices"

	"umpire/dice"
	"umpire/explain"
)

// Bomb is the template that a unit receives, and where it is laid.
type Bomb struct {
	Template string    `yaml:"template" enum:"small,large,apocalyptic"` // absent: the first of the profile
	Mark     *int      `yaml:"mark" minimum:"1"`
	MarkAt   []float64 `yaml:"mark_at" minItems:"2" maxItems:"2"`
	Covered  *Covered  `yaml:"covered"`
	Spots    []Spot    `yaml:"spots" maxItems:"400"`
}

// aimed says whether it is told where the bomb is laid.
func (b *Bomb) aimed() bool {
	return b != nil && (b.Mark != nil || b.MarkAt != nil || b.Covered != nil || b.Spots != nil)
}

// checkBomb checks the bomb of one entry.
func (s *sortie) checkBomb(i int) explain.Problems {
	b := s.line.Units[i].Bomb
	field := fmt.Sprintf("units[%d].bomb", i)
	var ps explain.Problems
	if b != nil && b.Template != "" && !slices.Contains(s.plane.Bombs, b.Template) {
		ps = append(ps, explain.Wrong(field+".template", "no-such-bomb", is("value", explain.Word("template-"+b.Template))))
	}
	if u := s.at[i].men; u > 0 && len(s.plane.Bombs) > 0 && len(s.g.units[u].Models) > 1 {
		ps = append(ps, explain.Wrong(fmt.Sprintf("units[%d].target.models", i), "one-class-for-bombs"))
	}
	if !b.aimed() {
		return ps
	}
	if b.Covered != nil && b.Spots != nil {
		return append(ps, explain.Wrong(field+".spots", "covered-or-spots"))
	}
	return append(ps, s.g.checkAim(field, s.aim(i))...)
}

// aim is where the bomb of an entry is laid.
func (s *sortie) aim(i int) aim {
	b := s.line.Units[i].Bomb
	a := aim{mark: b.Mark, at: b.MarkAt, own: max(0, s.at[i].men)}
	if b.Covered != nil {
		c := s.own(i, b.Covered)
		a.covered = &c
	}
	for _, sp := range b.Spots {
		sp.Under = s.own(i, &sp.Under)
		a.spots = append(a.spots, sp)
	}
	return a
}

// own reads the numbers of men of a coverage: men are those of the entry's own unit, others those
// of the other units of men in the order of the line.
func (s *sortie) own(i int, c *Covered) Covered {
	out := *c
	u := s.at[i].men
	if u < 0 || c.Men == 0 && len(c.Others) == 0 {
		return out
	}
	counts := slices.Clone(c.Others)
	for len(counts) < u {
		counts = append(counts, 0)
	}
	counts = slices.Insert(counts, u, c.Men)
	out.Men, out.Others = counts[0], counts[1:]
	return out
}

var bombIDs = map[string]string{"small": "bomb_small", "large": "bomb_large", "apocalyptic": "bomb_apoc"}

// bombs are the attack dice of all units in order, each followed by its template (SQ-AIR-18 to
// 20). Under OPT-bomb-roll = wound-on-5+ every unit gets its template, and men are wounded on 5+.
func (s *sortie) bombs(hurts map[int]bool) []lineStep {
	always := s.o.is("bomb-roll", "wound-on-5+")
	need := explain.Needed("bomb", explain.Worth("SQ-AIR-18", "bomb-attack", 5))
	if always {
		need = explain.Sure("bomb", explain.Because("SQ-AIR-18", "bomb-always"))
	}
	sc := scattering(false, nil, s.o)
	sc.face = sc.face.Noting(explain.Because("SQ-AIR-20", "bomb-aim"))
	s.j.Numbers = append(s.j.Numbers, need)
	shells := make([]*shell, len(s.at))
	var all []*shell
	for i := range s.at {
		w := Roster().Weapon(bombIDs[s.template(i)])
		r := explain.Because("SQ-AIR-18", "bomb-for", is("unit", onLine(i)), is("template", explain.Word("template-"+s.template(i))))
		if s.template(i) == "apocalyptic" {
			r = r.And("SQ-TEMPLATE-03")
		}
		s.j.Reasons = append(s.j.Reasons, r)
		if s.line.Units[i].Roofed {
			s.j.Reasons = append(s.j.Reasons, explain.Because("SQ-AIR-20", "bomb-through-roof"))
		}
		if !s.line.Units[i].Bomb.aimed() {
			s.j.Reasons = append(s.j.Reasons, explain.Because("SQ-AIR-19", "bomb-not-laid", is("unit", onLine(i))))
			continue
		}
		sh := s.g.shell(w, sc, s.aim(i))
		if always {
			base := explain.Worth("SQ-AIR-18", "bomb-wounds", 5).And("SQ-AIR-19")
			sh.wounds = &base
		}
		shells[i] = sh
		all = append(all, sh)
		for k := range s.g.machines {
			hurts[k] = true
		}
	}
	s.g.prepare(all)
	if len(all) > 0 {
		s.g.tell(s.j, all)
		if slices.ContainsFunc(all, func(sh *shell) bool { return sh.scatter != nil }) {
			s.j.Numbers = append(s.j.Numbers, sc.face, sc.distance)
		}
	}
	var out []lineStep
	for i := range s.at {
		out = append(out, s.around(func(p *pinFacts) []step { return p.weaponStart() })...)
		out = append(out, s.bomb(i, need, shells[i])...)
		out = append(out, s.around(func(p *pinFacts) []step { return p.weaponEnd(false) })...)
	}
	return out
}

// around are steps of every unit of men.
func (s *sortie) around(of func(*pinFacts) []step) []lineStep {
	var out []lineStep
	for u, pin := range s.pins {
		if pin != nil {
			out = append(out, ofMen(u).steps(of(pin))...)
		}
	}
	return out
}

// template is the bomb that the player chose for a unit.
func (s *sortie) template(i int) string {
	if b := s.line.Units[i].Bomb; b != nil && b.Template != "" {
		return b.Template
	}
	return s.plane.Bombs[0]
}

// alive says whether anything is left of a unit on the line, that has not begun to retreat.
func (s *sortie) alive(i int) func(*lineState) bool {
	at := s.at[i]
	return func(l *lineState) bool {
		if at.men >= 0 {
			st := ofMen(at.men).see(l)
			return s.g.units[at.men].left(st) > 0 && !st.Squad.Retreats
		}
		return !s.g.machines[at.machine].armour.destroyed(&l.Work)
	}
}

// bomb is the attack die of one unit and its template.
func (s *sortie) bomb(i int, need number, sh *shell) []lineStep {
	steps := []lineStep{{
		Key: "bomb", Rule: "SQ-AIR-18", If: s.alive(i),
		Why: func(*lineState) []number { return []number{need} },
		Roll: func(*lineState) dice.Roll {
			if need.State == explain.Automatic {
				return dice.None()
			}
			return dice.Count(1, need.Target())
		},
		Then: func(l *lineState, o outcome, lg *log) {
			if need.State != explain.Automatic && !o.Success() {
				lg.Say("SQ-AIR-18", "bomb-misses")
				return
			}
			l.Templates++
			l.Falling = sh != nil
			lg.Say("SQ-AIR-18", "bomb-falls")
		},
	}}
	if sh == nil {
		return steps
	}
	v := ofTemplates()
	resolve := v.steps(s.g.resolveSteps(sh))
	resolve = append(resolve, lineStep{Key: "template-done", Rule: "SQ-AIR-19", Then: func(l *lineState, _ outcome, _ *log) { l.Falling = false }})
	lands := slices.IndexFunc(resolve, func(st lineStep) bool { return st.Key == "template" })
	resolve[lands].Also = append(slices.Clone(resolve[lands].Also), "SQ-AIR-19")
	steps = append(steps, lineStep{
		Key: "bomb-template", Rule: "SQ-AIR-19",
		If: func(l *lineState) bool { return l.Falling }, Steps: resolve,
	})
	return append(steps, v.steps([]step{s.g.forget(sh)})...)
}
