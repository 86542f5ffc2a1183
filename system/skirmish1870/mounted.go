package skirmish1870

import (
	"umpire/dice"
	"umpire/explain"
)

// riderOn is the face from which a hit on horse and rider is on the rider (SK-MOUNT-01).
const riderOn = 4

func horseNumber() number {
	return explain.Needed("horse-check", explain.Worth("SK-MOUNT-01", "rider-on-four", riderOn))
}

// horseStep says whether a hit is on the horse or on its rider (SK-MOUNT-01 to 03). Melee knows no
// such check: its loser goes straight to the damage test (SK-MELEE-04).
func (r *resolver) horseStep() step {
	why := []number{horseNumber()}
	return step{
		Key: "horse-or-rider", Rule: "SK-MOUNT-01",
		If: func(s *Fight) bool {
			return s.Hit.Stage == stays && s.Hit.Run != melee && s.Men[s.Hit.On-1].is(horse|struck)
		},
		Why:  func(*Fight) []number { return why },
		Roll: func(*Fight) dice.Roll { return dice.Count(1, riderOn) },
		Then: func(s *Fight, o outcome, l *log) {
			i := int(s.Hit.On) - 1
			who := is("who", r.c.bodies[i].label)
			if o.Success() {
				s.Hit.Stage = rider
				if l.On() {
					l.Note(explain.Because("SK-MOUNT-01", "hits-rider", who))
				}
				return
			}
			r.done(s)
			s.Men[i] = s.Men[i]&^horse | suppressed
			if r.nextVolley {
				s.Men[i] |= struck
			}
			if l.On() {
				l.Note(explain.Because("SK-MOUNT-02", "horse-wounded", who).And("SK-MOUNT-04"))
			}
			r.tidy(s)
		},
	}
}
