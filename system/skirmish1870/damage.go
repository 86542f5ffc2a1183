package skirmish1870

import (
	"umpire/explain"
)

// outOn is the face from which an unmodified damage test puts a model out (SK-EFFECT-03).
const outOn = 4

// run is a run of shooters whose hits are alike.
type run struct {
	aimed bool
	cover *[]Piece
}

// shelterFrom is the cover of a model from a run of shooters.
func (r *resolver) shelterFrom(b *body, k int8, mounted bool) shelter {
	if k != melee && r.runs[k].cover != nil {
		return r.c.shelters(b.line, *r.runs[k].cover)[boolInt(mounted)]
	}
	return b.shelter[boolInt(mounted)]
}

// damageNumber is what a model's damage die must show to put it out (SK-MOD-01 to 04).
func (r *resolver) damageNumber(b *body, k int8, mounted bool) number {
	n := explain.Needed("out-on", explain.Worth("SK-EFFECT-03", "out-on-four", outOn).And("SK-EFFECT-01"))
	n.Of = b.label
	if k == melee {
		return n.Noting(explain.Because("SK-MELEE-04", "melee-unmodified"))
	}
	s := r.shelterFrom(b, k, mounted)
	// A cover takes from the die, so it raises the face that is needed.
	for i, x := range s.reasons {
		if i > 0 || r.runs[k].aimed {
			x = x.And("SK-MOD-04")
		}
		n = n.With(x)
	}
	for _, x := range s.notes {
		n = n.Noting(x)
	}
	if r.runs[k].aimed {
		n = n.With(explain.Worth("SK-MOD-03", "aimed-shot", 1).And("SK-MOD-04"))
	}
	return n
}

// damageTable holds the faces of damageNumber for every run, model and horse.
func (r *resolver) damageTable() {
	r.outOn = make([][maxBody][2]int8, len(r.runs))
	for k := range r.runs {
		for i := range r.c.bodies {
			for h := range 2 {
				aim := boolInt(r.runs[k].aimed)
				r.outOn[k][i][h] = int8(outOn + r.shelterFrom(&r.c.bodies[i], int8(k), h == 1).value - aim)
			}
		}
	}
}

// covered returns the model whose cover a hit meets, and whether it sits on a sound horse
// (SK-SAVE-07; option save-cover).
func (r *resolver) covered(s *Fight) (i int, mounted bool) {
	i = int(s.Hit.On) - 1
	if s.Hit.From > 0 {
		i = int(s.Hit.From) - 1
	}
	return i, s.Men[i].is(horse)
}

// damage is the face that puts the struck model out.
func (r *resolver) damage(s *Fight) int {
	if s.Hit.Run == melee {
		return outOn
	}
	i, mounted := r.covered(s)
	return int(r.outOn[s.Hit.Run][i][boolInt(mounted)])
}

// strike applies a damage test to the struck model (SK-EFFECT-02, SK-EFFECT-03, SK-EFFECT-05).
func (r *resolver) strike(s *Fight, outright bool, l *log) {
	i := int(s.Hit.On) - 1
	b, was := &r.c.bodies[i], s.Men[i]
	r.done(s)
	if outright {
		s.Men[i] |= out
	} else {
		s.Men[i] |= suppressed
	}
	if l.On() {
		r.sayDamage(b, was, outright, l)
	}
	r.tidy(s)
}

func (r *resolver) sayDamage(b *body, was status, outright bool, l *log) {
	who := is("who", b.label)
	if b.horse != "none" && !was.is(horse) {
		l.Note(explain.Because("SK-MOUNT-03", "rider-hit", who).And("SK-MOUNT-04"))
	}
	switch {
	case outright && was.is(suppressed):
		l.Note(explain.Because("SK-EFFECT-03", "put-out", who).And("SK-EFFECT-05"))
	case outright:
		l.Note(explain.Because("SK-EFFECT-03", "put-out", who))
	case was.is(suppressed):
		l.Note(explain.Because("SK-PIN-07", "already-down", who).And("SK-EFFECT-02", "SK-EFFECT-05"))
	default:
		l.Note(explain.Because("SK-EFFECT-02", "goes-down", who))
	}
	if outright {
		l.Note(explain.Because("SK-EFFECT-04", "body-may-stay"))
	}
}
