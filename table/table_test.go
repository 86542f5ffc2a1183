package table_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"umpire/table"
)

const (
	small = 3750 * table.Length(1)
	large = 6250 * table.Length(1)
	foot  = 1600 * table.Length(1)
)

func TestLengths(t *testing.T) {
	for cm, want := range map[float64]table.Length{0: 0, 5.35: 5350, -1.25: -1250, 0.0005: 1, 1e300: table.MaxLength, -1e300: -table.MaxLength, math.NaN(): 0} {
		if got := table.Centimetres(cm); got != want {
			t.Errorf("%v cm is %d, want %d", cm, got, want)
		}
	}
	for deg, want := range map[float64]table.Angle{0: 0, 359.99: 35999, 360: 0, -90: 27000, 725.5: 550, math.Inf(1): 0, math.NaN(): 0} {
		if got := table.Degrees(deg); got != want {
			t.Errorf("%v degrees is %d, want %d", deg, got, want)
		}
	}
}

// The examples of the rulebook: reach of a small template, a shift to the east.
func TestTouchesBase(t *testing.T) {
	man := table.Base{Radius: foot}
	at := func(x, y table.Length, r table.Length) table.Template { return table.Lay(table.Point{X: x, Y: y}, r) }
	for _, c := range []struct {
		tpl  table.Template
		want bool
	}{
		{at(5350, 0, small), true},
		{at(5351, 0, small), false},
		{at(0, -7850, large), true},
		{at(3210, 4280, small), true}, // 3-4-5: exactly 5.35 cm
		{at(3210, 4281, small), false},
		{at(0, 0, large).Shift(table.Degrees(90), 7850), true},
		{at(0, 0, large).Shift(table.Degrees(90), 7851), false},
	} {
		if got := c.tpl.TouchesBase(man); got != c.want {
			t.Errorf("%v: %v", c.tpl.Centre(), got)
		}
	}
	if c := at(12000, 0, large).Shift(table.Degrees(90), 7000).Centre(); c != (table.Point{X: 19000}) {
		t.Errorf("7 cm east of (12, 0) is %v", c)
	}
	if c := at(0, 0, large).Shift(table.Degrees(210), 3).Centre(); c != (table.Point{X: -1, Y: -3}) {
		t.Errorf("halves are not rounded upwards: %v", c)
	}
}

func TestTouchesHull(t *testing.T) {
	tiger := table.Hull{Length: 18 * table.CM, Width: 10 * table.CM}
	at := func(x, y table.Length) table.Template { return table.Lay(table.Point{X: x, Y: y}, large) }
	for _, c := range []struct {
		x, y   table.Length
		touch  bool
		centre bool
	}{
		{0, 9000, true, true},
		{0, 9001, true, false},
		{5000, -9000, true, true},
		{0, 15250, true, false},
		{0, 15251, false, false},
		{11250, 0, true, false},
		{5000 + 3750, 9000 + 5000, true, false}, // 3.75, 5, 6.25: the corner is just reached
		{5000 + 3751, 9000 + 5000, false, false},
	} {
		for quarter := range table.Angle(4) {
			h := tiger
			h.Heading = quarter * 90 * table.Degree
			x, y := c.x, c.y
			for range quarter {
				x, y = y, -x // a quarter turn clockwise
			}
			if got := at(x, y).TouchesHull(h); got != c.touch {
				t.Errorf("(%d, %d) turned %d: touches %v", c.x, c.y, quarter, got)
			}
			if got := at(x, y).CentredOn(h); got != c.centre {
				t.Errorf("(%d, %d) turned %d: centre on hull %v", c.x, c.y, quarter, got)
			}
			if got := h.Contains(table.Point{X: x, Y: y}); got != c.centre {
				t.Errorf("(%d, %d) turned %d: contains %v", c.x, c.y, quarter, got)
			}
		}
	}
}

func length(t *rapid.T, name string, lo, hi table.Length) table.Length {
	return table.Length(rapid.Int64Range(int64(lo), int64(hi)).Draw(t, name))
}

func angle(t *rapid.T, name string) table.Angle {
	return table.Angle(rapid.Int32Range(0, 35999).Draw(t, name))
}

func point(t *rapid.T, name string) table.Point {
	return table.Point{X: length(t, name+" x", -244*table.CM, 244*table.CM), Y: length(t, name+" y", -244*table.CM, 244*table.CM)}
}

// What is not shifted is decided as whole numbers decide it.
func TestBaseExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mark, near := point(t, "mark"), point(t, "near")
		near.X, near.Y = mark.X+near.X/20, mark.Y+near.Y/20
		r, base := length(t, "radius", 0, 12500), length(t, "base", 0, 3250)
		dx, dy := near.X-mark.X, near.Y-mark.Y
		want := dx*dx+dy*dy <= (r+base)*(r+base)
		if got := table.Lay(mark, r).TouchesBase(table.Base{Centre: near, Radius: base}); got != want {
			t.Fatalf("touches %v, want %v", got, want)
		}
	})
}

// A template moved over exactly its radius and the base's in any direction still touches; a
// hundredth of a millimetre further it does not.
func TestShiftedExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mark, a := point(t, "mark"), angle(t, "angle")
		r, base := length(t, "radius", 1, 12500), length(t, "base", 1, 3250)
		b := table.Base{Centre: mark, Radius: base}
		if !table.Lay(mark, r).Shift(a, r+base).TouchesBase(b) {
			t.Fatal("does not touch at exactly its reach")
		}
		if table.Lay(mark, r).Shift(a, r+base+1).TouchesBase(b) {
			t.Fatal("touches beyond its reach")
		}
	})
}

// From the middle of any side of a hull at any heading, a template that stands off by exactly
// its radius touches it; and a centre exactly on the outline lies on the hull.
func TestHullExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := table.Hull{Centre: point(t, "centre"), Heading: angle(t, "heading"), Length: 2 * length(t, "half length", 1, 20*table.CM), Width: 2 * length(t, "half width", 1, 20*table.CM)}
		r := length(t, "radius", 1, 12500)
		side := rapid.Int32Range(0, 3).Draw(t, "side")
		reach := h.Length / 2
		if side%2 == 1 {
			reach = h.Width / 2
		}
		out := h.Heading + table.Angle(side)*90*table.Degree
		at := table.Lay(h.Centre, r)
		switch {
		case !at.Shift(out, reach+r).TouchesHull(h):
			t.Fatal("does not touch at exactly its reach")
		case at.Shift(out, reach+r+1).TouchesHull(h):
			t.Fatal("touches beyond its reach")
		case !at.Shift(out, reach).CentredOn(h):
			t.Fatal("the outline is not on the hull")
		case at.Shift(out, reach+1).CentredOn(h):
			t.Fatal("a place beside the hull is on it")
		}
	})
}

// Answers do not depend on where on the table the scene stands, on a turn of the whole scene by
// right angles, or on naming the front of a hull its rear; and a centre on the hull touches it.
func TestSceneMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := table.Hull{Heading: angle(t, "heading"), Length: length(t, "length", 0, 30*table.CM), Width: length(t, "width", 0, 30*table.CM)}
		mark, r := point(t, "mark"), length(t, "radius", 0, 12500)
		mark.X, mark.Y = mark.X/10, mark.Y/10
		a, d := angle(t, "angle"), length(t, "distance", 0, 24*table.CM)
		touch := table.Lay(mark, r).Shift(a, d).TouchesHull(h)
		centre := table.Lay(mark, r).Shift(a, d).CentredOn(h)
		if centre && !touch {
			t.Fatal("a centre on the hull does not touch it")
		}
		by := point(t, "by")
		moved := h
		moved.Centre = by
		if tpl := table.Lay(table.Point{X: mark.X + by.X, Y: mark.Y + by.Y}, r).Shift(a, d); tpl.TouchesHull(moved) != touch || tpl.CentredOn(moved) != centre {
			t.Fatal("moving the scene changes the answer")
		}
		turned := h
		turned.Heading += 90 * table.Degree
		if tpl := table.Lay(table.Point{X: mark.Y, Y: -mark.X}, r).Shift(a+90*table.Degree, d); tpl.TouchesHull(turned) != touch || tpl.CentredOn(turned) != centre {
			t.Fatal("turning the scene changes the answer")
		}
		back := h
		back.Heading += 180 * table.Degree
		if tpl := table.Lay(mark, r).Shift(a, d); tpl.TouchesHull(back) != touch || tpl.CentredOn(back) != centre {
			t.Fatal("turning the hull round changes the answer")
		}
	})
}

// A larger template touches whatever a smaller one does.
func TestLargerTouchesMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h := table.Hull{Heading: angle(t, "heading"), Length: length(t, "length", 0, 30*table.CM), Width: length(t, "width", 0, 30*table.CM)}
		mark := point(t, "mark")
		mark.X, mark.Y = mark.X/10, mark.Y/10
		r := length(t, "radius", 0, 12500)
		more := r + length(t, "more", 0, 12500)
		if table.Lay(mark, r).TouchesHull(h) && !table.Lay(mark, more).TouchesHull(h) {
			t.Fatal("the larger template misses the hull")
		}
	})
}
