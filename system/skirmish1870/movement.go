package skirmish1870

import (
	"umpire/explain"
)

// pace is how far the first Move of an activation goes and each further one, in cm (SK-MOVE-01).
func (x *deed) pace() (cm [2]float64, key string) {
	switch a := x.a; {
	case a.mount == "wagon" && x.Way == "road":
		return [2]float64{16, 10}, "pace-wagon-road"
	case a.mount == "wagon":
		return [2]float64{6, 4}, "pace-wagon"
	case a.mount == "horse":
		return [2]float64{20, 12}, "pace-horse"
	case !a.group:
		return [2]float64{12, 8}, "pace-foot"
	case x.Way == "plain":
		return [2]float64{8, 5}, "pace-group"
	}
	return [2]float64{12, 8}, "pace-group-fast"
}

// moves takes one Move (SK-MOVE-01 to 03, SK-MOUNT-04).
func (x *deed) moves(m *Soldier, l *log) {
	paces, key := x.pace()
	cm := x.o.cm(paces[min(m.Moves, 1)])
	r := explain.Because("SK-MOVE-01", key, is("cm", cm))
	if x.a.mount == "wounded_horse" {
		r = r.And("SK-MOUNT-04")
	}
	if x.a.Marker {
		r = r.And("SK-HIDE-05")
	}
	if l.On() {
		l.Note(r)
	}
	if x.Difficult {
		cm /= 2
		if l.On() {
			l.Note(explain.Because("SK-MOVE-02", "half-way", is("cm", cm)))
		}
	}
	m.Moves++
	m.Path += int32(cm * 100) // exact: the least is a quarter of a centimetre
	if m.Moves == 3 {
		l.Say("SK-MOVE-03", "runs")
	}
}
