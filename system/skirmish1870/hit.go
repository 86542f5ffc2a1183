package skirmish1870

import (
	"slices"

	"umpire/dice"
	"umpire/explain"
)

// need is what one shooter throws at the target: how many dice, what hits, what is thrown again.
type need struct {
	dice, hit number
	roll      dice.Roll
	no        *reason // he does not reach or does not see
}

// bandOf is the number that hits at a distance, or the reason that nothing does (SK-RANGE-01,
// SK-HIT-01, SK-HIT-02, SK-REACT-10).
func (v *volley) bandOf(m *man, cm float64) (hit number, no *reason) {
	w := m.weapon
	effective, most := v.o.cm(w.EffectiveCM), v.o.cm(w.MaxCM)
	facts := []explain.Fact{is("weapon", w.Name), is("cm", cm), is("effective", effective), is("most", most)}
	key := "hit-on"
	var r reason
	switch {
	case v.charge:
		r = explain.Worth("SK-REACT-10", "charge-effective", 5).And("SK-HIT-01", "SK-HIT-06")
	case cm > most:
		r := explain.Because("SK-RANGE-01", "beyond-range", append(facts, is("who", m.label))...).And("SK-DATA-01")
		return hit, &r
	case cm > effective:
		r = explain.Worth("SK-HIT-02", "band-long", 6, facts...).And("SK-RANGE-01", "SK-DATA-01", "SK-HIT-06")
	default:
		r = explain.Worth("SK-HIT-01", "band-effective", 5, facts...).And("SK-RANGE-01", "SK-DATA-01", "SK-HIT-06")
	}
	hit = explain.Needed(key, r)
	hit.Of = m.label
	return hit, nil
}

// faces that a rule makes a shooter throw again.
type faces struct{ five, six bool }

func (f faces) list() []int {
	var fs []int
	if f.five {
		fs = append(fs, 5)
	}
	if f.six {
		fs = append(fs, 6)
	}
	return fs
}

// again returns the faces thrown again against a covered or running target, with the reasons
// (SK-HIT-03 to 05, SK-AIM-02; options reroll-scope and aim-vs-running).
func (v *volley) again(m *man, hitOn int, covered, running bool) (faces, []reason) {
	base := faces{five: hitOn <= 5 || v.o.is("reroll-scope", "all"), six: true}
	spared := base
	if m.aimed {
		spared.five = v.o.is("reroll-scope", "all") && v.fives(hitOn)
	}
	var f faces
	var rs []reason
	add := func(x faces, key string, stands bool) {
		f.five, f.six = f.five || x.five, f.six || x.six
		r := explain.Because("SK-HIT-03", key).And("SK-HIT-05")
		if stands {
			r = explain.Because("SK-HIT-04", key+"-aimed").And("SK-AIM-02", "SK-HIT-03", "SK-HIT-05")
			if x.five {
				r.Key += "-fives"
			}
		}
		rs = append(rs, r)
	}
	if covered {
		add(spared, "again-cover", m.aimed)
	}
	if running {
		if m.aimed && v.o.is("aim-vs-running", "cover-only") {
			add(base, "again-running", false)
		} else {
			add(spared, "again-running", m.aimed)
		}
	}
	return f, rs
}

// fives says whether an aimed party throws its fives again where it is free to: better at long
// range, where a five has missed.
func (v *volley) fives(hitOn int) bool {
	if v.p.RerollFives != nil {
		return *v.p.RerollFives
	}
	return hitOn > 5
}

// need works out what a shooter throws when the nearest model of the target is b.
func (v *volley) need(m *man, b *body, mounted bool) need {
	cm := distanceOf(b.line, v.p.TargetCM)
	if m.DistanceCM != nil {
		cm = *m.DistanceCM
	}
	var n need
	if seen, why := b.sight.from(cm); !seen && cm == cm {
		why = why.And("SK-ELIG-01")
		n.no = &why
		return n
	}
	if n.hit, n.no = v.bandOf(m, cm); n.no != nil {
		return n
	}
	n.dice = explain.Amount("fire-dice", explain.Worth("SK-DICE-01", "weapon-dice", m.weapon.Dice, is("weapon", m.weapon.Name)))
	n.dice.Of = m.label
	if m.aimed {
		n.dice = n.dice.With(explain.Worth("SK-AIM-01", "aim-die", 1).And("SK-DICE-01"))
	}
	cover := b.shelter
	if m.Cover != nil {
		cover = v.c.shelters(b.line, *m.Cover)
	}
	c := &cover[boolInt(mounted)]
	f, why := v.again(m, n.hit.Value, c.value > 0, v.running && !v.charge)
	for _, r := range slices.Concat(c.notes, measured(m.Centres, cm), measured(b.Centres, cm)) {
		n.hit = n.hit.Noting(r)
	}
	if c.value > 0 && v.charge {
		n.hit = n.hit.Noting(explain.Because("SK-REACT-11", "charger-covered"))
	}
	if v.running && v.charge {
		n.hit = n.hit.Noting(explain.Because("SK-REACT-10", "charger-running"))
	}
	for _, r := range why {
		n.hit = n.hit.Noting(r)
	}
	n.roll = dice.Count(n.dice.Value, n.hit.Target()).Rerolling(f.list()...)
	return n
}
