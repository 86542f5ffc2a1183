package skirmish1870

import (
	"math"

	"umpire/explain"
)

// Centres is a distance measured between the centres of two bases, in cm.
type Centres struct {
	CM float64 `yaml:"cm" required:"true" minimum:"0" maximum:"1000"`
	// RadiiCM are the radii of the two bases.
	RadiiCM []float64 `yaml:"radii_cm" required:"true" minItems:"2" maxItems:"2"`
}

// edge returns the distance between the edges of two bases in cm, from whichever way it was typed,
// or nil when it was not (SK-DATA-01).
func edge(field string, cm *float64, c *Centres) (*float64, explain.Problems) {
	if c == nil {
		return cm, nil
	}
	if cm != nil {
		return nil, explain.Problems{explain.Wrong(field+".centres", "two-distances")}
	}
	d := c.CM
	for _, r := range c.RadiiCM {
		if r < 0 || r != r {
			return nil, explain.Problems{explain.Wrong(field+".centres.radii_cm", "field-below", is("value", r), is("want", "0"))}
		}
		d -= r
	}
	if d < 0 {
		return nil, explain.Problems{explain.Wrong(field+".centres", "bases-overlap")}
	}
	// Sums of typed decimals carry errors far below the thousandth of a millimetre.
	d = math.Round(d*1e6) / 1e6
	return &d, nil
}

// measured returns the reason that a distance was taken from edge to edge, where it was computed.
func measured(c *Centres, cm float64) []reason {
	if c == nil {
		return nil
	}
	return []reason{explain.Because("SK-DATA-01", "edge-to-edge", is("centres", c.CM), is("cm", cm))}
}
