package squadww2

import (
	"umpire/rulebook"
	"umpire/system"
)

// FlightLine is the attack of one aircraft on the ground units that its flight line crosses, and
// the marks of a reconnaissance aircraft.
type FlightLine struct {
	Aircraft Aircraft `yaml:"aircraft" required:"true"`
	// Units stand in the order in which the line meets them (SQ-AIR-32).
	Units []Crossed `yaml:"units" required:"true" minItems:"1" maxItems:"8"`
	// Fighters tell where men stand, for bombs; Of counts the units of men.
	Fighters []Fighters `yaml:"fighters" maxItems:"16"`
	// Use is the weapons used; absent means all that may be.
	Use []string `yaml:"use" enum:"mgs,turret,cannons,bombs" maxItems:"4"`
	// InAir is what the aircraft has fired at another aircraft this turn (SQ-AIR-09, 10).
	InAir string `yaml:"in_air" enum:"none,guns,turret" default:"none"`
}

// Crossed is a ground unit on a flight line.
type Crossed struct {
	Side   string `yaml:"side" enum:"enemy,friend" default:"enemy"`
	Target Target `yaml:"target" required:"true"`
	// ReconMark says that a reconnaissance aircraft with light equipment marks this unit (SQ-AIR-22).
	ReconMark bool `yaml:"recon_mark"`
	// Roofed says that it is wholly covered from above (SQ-AIR-20).
	Roofed bool `yaml:"roofed"`
	// ID, At, HeadingDeg and HullCM are those of a vehicle or gun, for bombs.
	ID         *int      `yaml:"id" minimum:"1"`
	At         []float64 `yaml:"at" minItems:"2" maxItems:"2"`
	HeadingDeg float64   `yaml:"heading_deg" minimum:"0" maximum:"360"`
	HullCM     []float64 `yaml:"hull_cm" minItems:"2" maxItems:"2"`
	Bomb       *Bomb     `yaml:"bomb"`
}

// Judge implements system.Engagement.
func (f *FlightLine) Judge(c rulebook.Choices) (*system.Judgement, error) {
	plane := f.Aircraft
	s := &sortie{line: f, plane: &plane, o: options{c}, j: &system.Judgement{}}
	ps := s.plane.settle("aircraft")
	if ps == nil {
		ps = append(s.settle(), s.plane.carries("use", f.Use)...)
	}
	if ps != nil {
		return nil, ps
	}
	use, no := s.weapons()
	if no == nil {
		no = s.recon()
	}
	if no != nil {
		return &system.Judgement{Refusal: no}, nil
	}
	s.crossed()
	s.j.Reasons = append(s.j.Reasons, s.o.older()...)
	s.j.Program = system.Run(s.procedure(use))
	return s.j, nil
}

var flightLineKind = system.Kind{
	ID:   "flight-line",
	Name: rulebook.Text{RU: "Штурмовка и бомбёжка", EN: "Ground attack"},
	New:  func() system.Engagement { return new(FlightLine) },
	Sample: `
aircraft: {unit: su_il2}
units:
  - {target: {type: infantry, men: 3, cover: 6}, bomb: {covered: {men: 2}}}
  - {target: {unit: de_truck}, id: 9, bomb: {covered: {vehicles: [9]}}}
`,
}
