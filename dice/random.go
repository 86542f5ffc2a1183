package dice

import "math/rand/v2"

// Random throws dice from the PCG generator of the standard library, whose stream for a given
// seed does not change from version to version.
type Random struct {
	pcg *rand.PCG
	rng *rand.Rand
}

// NewRandom returns the thrower of the given seed.
func NewRandom(seed uint64) *Random {
	pcg := rand.NewPCG(seed, 0)
	return &Random{pcg: pcg, rng: rand.New(pcg)}
}

// Seed starts the stream of another seed without allocating.
func (d *Random) Seed(seed uint64) { d.pcg.Seed(seed, 0) }

// Throw implements Thrower; it never fails.
func (d *Random) Throw(r Roll, _ Part, faces []int16) error {
	sides := uint32(r.Sides)
	if r.Read == Direction {
		step := 360 / r.Sides
		for i := range faces {
			faces[i] = int16(d.rng.Uint32N(sides)) * step
		}
		return nil
	}
	for i := range faces {
		faces[i] = int16(d.rng.Uint32N(sides)) + 1
	}
	return nil
}
