package squadww2

import (
	"fmt"
	"slices"

	"umpire/explain"
	"umpire/procedure"
	"umpire/rulebook"
	"umpire/system"
)

// Fire is direct fire of one or more weapon groups at one enemy unit within one Shooting phase,
// with everything that follows from it up to the end of the phase.
type Fire struct {
	Shooters []Group `yaml:"shooters" required:"true" minItems:"1" maxItems:"12"`
	Target   Target  `yaml:"target" required:"true"`
}

// Judge implements system.Engagement.
func (f *Fire) Judge(c rulebook.Choices) (*system.Judgement, error) {
	o := options{c}
	f = &Fire{slices.Clone(f.Shooters), f.Target.clone()}
	ps := f.Target.settle("target")
	if ps != nil {
		return nil, ps
	}
	for i := range f.Shooters {
		ps = append(ps, f.Shooters[i].settle(fmt.Sprintf("shooters[%d]", i), f.Target.enemies())...)
	}
	if ps = append(ps, f.settleShadows()...); ps != nil {
		return nil, ps
	}
	if f.Target.Type == "aircraft" {
		return f.atAircraft(o), nil
	}
	if f.Target.menTarget() {
		return f.atMen(o), nil
	}
	return f.atVehicle(o), nil
}

// enemies is how many models pairs of reach and sight speak of.
func (t *Target) enemies() int {
	if t.Men == nil {
		return 1
	}
	return t.living()
}

// firing sorts the groups into those that throw dice and those that stay silent, with reasons.
// When no group may declare at all, the refusal of the first stands for all.
func (f *Fire) firing(j *system.Judgement, o options) []*Group {
	var out []*Group
	leader := map[string]bool{}
	mode := map[string]string{} // how the people of each vehicle fire (SQ-DICE-09)
	declared := mayAny(j, len(f.Shooters), func(i int) *explain.Refusal {
		g := &f.Shooters[i]
		field := fmt.Sprintf("shooters[%d]", i)
		no := g.forbidden(field, &f.Target)
		if no == nil {
			no = g.shortHanded(field, o)
		}
		if no == nil && g.From != "foot" {
			if m := mode[g.Shooter]; m != "" && m != g.From {
				no = explain.Refuse(field+".from", explain.Because("SQ-VEH-15", "one-mode").And("SQ-DICE-09"))
			} else {
				mode[g.Shooter] = g.From
			}
		}
		if no == nil && g.Leader && leader[g.Shooter] {
			no = explain.Refuse(field+".leader", explain.Because("SQ-DICE-05", "leader-one-weapon"))
		}
		if no != nil {
			return no
		}
		leader[g.Shooter] = leader[g.Shooter] || g.Leader
		if r, ok := g.readPairs(o); ok {
			j.Reasons = append(j.Reasons, r)
		}
		if r, ok := g.silent(); ok {
			j.Reasons = append(j.Reasons, r)
			return nil
		}
		j.Reasons = append(j.Reasons, g.fires()...)
		out = append(out, g)
		return nil
	})
	if declared && len(out) == 0 {
		j.Reasons = append(j.Reasons, explain.Because("SQ-ELIG-02", "shooting-spent"))
	}
	return out
}

// atMen judges fire at infantry, cavalry, crews and other men.
func (f *Fire) atMen(o options) *system.Judgement {
	t := &f.Target
	j := &system.Judgement{Reasons: []reason{explain.Because("SQ-ELIG-01", "declared")}}
	groups := f.firing(j, o)
	if j.Refusal != nil {
		return j
	}
	j.Reasons = append(j.Reasons, o.older()...)
	if len(groups) > 1 {
		j.Reasons = append(j.Reasons, explain.Because("SQ-DICE-04", "separate-groups", is("n", len(groups))))
	}
	j.Reasons = append(j.Reasons, t.named()...)
	if t.is("bailed_out") {
		j.Reasons = append(j.Reasons, explain.Because("SQ-ELIG-16", "bailed-out-target").And("SQ-CREW-09"))
	}
	p := t.pinFacts(o)
	var vs []volley
	var steps [][]step
	ends := make([]bool, len(groups))
	for i, g := range groups {
		v := volley{
			key: "hit", rule: ruleIDs{"SQ-DICE-03", "SQ-HIT-17", "SQ-GEN-01", "SQ-GEN-02", "SQ-GEN-06"}, of: g.weapon.Name,
			attack: attack{ap: g.weapon.AP, template: g.weapon.Has("flame")},
			dice:   g.dice(), toHit: g.toHit(t, o), pool: t.lives(), jams: g.jamDice(),
		}
		v.toHit.Of = g.weapon.Name
		if len(v.toHit.Reasons) > 1 && slices.ContainsFunc(v.toHit.Reasons[1:], func(r reason) bool { return r.Value != 0 }) {
			v.rule = append(v.rule, "SQ-GEN-04")
		}
		if v.attack.template {
			j.Reasons = append(j.Reasons, explain.Because("SQ-PIN-06", "counts-as-template", is("weapon", g.weapon.Name)))
		}
		if g.weapon.Has("one_use") {
			v.spent = g.Count
		}
		if g.Pool != nil {
			v.pool = min(v.pool, *g.Pool*t.wounds())
		}
		vs = append(vs, v)
		steps = append(steps, t.volleySteps(v, o))
		ends[i] = i+1 == len(groups) || groups[i+1].Shooter != g.Shooter
		j.Numbers = append(j.Numbers, v.dice, v.toHit)
		if v.pool < t.lives() {
			j.Numbers = append(j.Numbers, explain.Amount("pool", explain.Worth("SQ-ELIG-05", "pool", v.pool).And("SQ-LOS-07")))
		}
		saves, _ := t.savesFor(v.attack)
		for c := range saves {
			if saves[c].Of = v.of; len(saves) > 1 {
				saves[c].Of = explain.Word(className(c))
			}
		}
		j.Numbers = append(j.Numbers, saves...)
	}
	if p.exempt != nil {
		j.Reasons = append(j.Reasons, *p.exempt)
	}
	j.Numbers = append(j.Numbers, p.numbers()...)
	j.Program = system.Run(procedure.Procedure[State]{
		Key: "fire", Start: p.start(), Steps: p.around(steps, ends), Measures: t.menMeasures(vs, p),
	})
	return j
}
