package table

import "math"

// Template is a round blast marker that lies on the table.
type Template struct {
	x, y   float64
	radius Length
}

// Lay lays a template of the given radius with its centre on the mark.
func Lay(mark Point, radius Length) Template {
	return Template{float64(mark.X), float64(mark.Y), radius}
}

// Shift returns the template moved over a distance in a direction.
func (t Template) Shift(a Angle, d Length) Template {
	s, c := a.sincos()
	t.x += float64(float64(d) * s)
	t.y += float64(float64(d) * c)
	return t
}

// Centre returns the place nearest to the template's centre.
func (t Template) Centre() Point {
	return Point{nearest(t.x), nearest(t.y)}
}

// nearest rounds halves upwards.
func nearest(x float64) Length { return Length(math.Floor(x + 0.5)) }

// TouchesBase says whether template and base have a common point, up to Tolerance.
func (t Template) TouchesBase(b Base) bool {
	return within(t.x-float64(b.Centre.X), t.y-float64(b.Centre.Y), t.radius+b.Radius)
}

// TouchesHull says whether template and hull have a common point, up to Tolerance.
func (t Template) TouchesHull(h Hull) bool {
	along, across := h.outside(t.x, t.y)
	return within(along, across, t.radius)
}

// CentredOn says whether the template's centre lies on the hull, the outline included, up to Tolerance.
func (t Template) CentredOn(h Hull) bool { return h.contains(t.x, t.y) }

// within says whether a place at (x, y) is no further than r from the origin.
func within(x, y float64, r Length) bool {
	reach := float64(r) + Tolerance
	return float64(x*x)+float64(y*y) <= float64(reach*reach)
}
