package odds

import (
	"math/big"
	"slices"
)

// frontier is the set of states that the evaluation has reached at one point of the procedure,
// each once, in order of first appearance, with its weight. Order and sums depend on nothing but
// the procedure, never on hash values.
type frontier[S comparable] struct {
	states []S
	p      []float64
	num    []big.Int // exact weights over den; nil when only floats are wanted
	den    big.Int
	node   int // number of the first state in the trace, when there is one

	hash  *hasher[S]
	last  int     // index of the state found or added last
	slots []int32 // open addressing: index+1 of a state, 0 for free; empty while the set is small
}

// small sets are searched one by one.
const small = 10

func (f *frontier[S]) reset() {
	f.states, f.p, f.num, f.last = f.states[:0], f.p[:0], f.num[:0], 0
	f.slots = f.slots[:0]
}

// dist copies the frontier out as a result.
func (f *frontier[S]) dist(exact bool, stats Stats) *Dist[S] {
	d := &Dist[S]{States: slices.Clone(f.states), P: slices.Clone(f.p), Stats: stats}
	if exact {
		d.Den = new(big.Int).Set(&f.den)
		d.Num = make([]*big.Int, len(f.num))
		for i := range f.num {
			d.Num[i] = new(big.Int).Set(&f.num[i])
		}
	}
	return d
}

// add returns the index of the state, adding it with weight 0 when it is new.
func (f *frontier[S]) add(s *S, exact bool) int {
	n := len(f.states)
	// Outcomes are followed in ascending order, so that neighbours mostly lead to neighbours; a
	// look beside the last state is far cheaper than the hash of a large one.
	for _, i := range [2]int{f.last - 1, f.last + 1} {
		if i >= 0 && i < n && f.states[i] == *s {
			f.last = i
			return i
		}
	}
	f.last = f.find(s, exact)
	return f.last
}

// find is add by search: one by one in a small set, by hash in a larger one.
func (f *frontier[S]) find(s *S, exact bool) int {
	n := len(f.states)
	if n < small {
		for i := range f.states {
			if f.states[i] == *s {
				return i
			}
		}
		f.push(s, exact)
		return n
	}
	if 2*n >= len(f.slots) {
		f.rehash(max(512, 2*len(f.slots)))
	}
	mask := len(f.slots) - 1
	for h := f.hash.of(s); ; h++ {
		slot := &f.slots[h&mask]
		if *slot == 0 {
			*slot = int32(n + 1)
			f.push(s, exact)
			return n
		}
		if i := int(*slot - 1); f.states[i] == *s {
			return i
		}
	}
}

// push appends a state with weight 0.
func (f *frontier[S]) push(s *S, exact bool) {
	f.states = append(f.states, *s)
	f.p = append(f.p, 0)
	if !exact {
		return
	}
	// The integers keep their memory when a frontier is used again.
	if i := len(f.num); i < cap(f.num) {
		f.num = f.num[:i+1]
		f.num[i].SetUint64(0)
	} else {
		f.num = append(f.num, big.Int{})
	}
}

// rehash lays the states out over that many slots, a power of two.
func (f *frontier[S]) rehash(size int) {
	if cap(f.slots) < size {
		f.slots = make([]int32, size)
	} else {
		f.slots = f.slots[:size]
		clear(f.slots)
	}
	for i := range f.states {
		h := f.hash.of(&f.states[i])
		for f.slots[h&(size-1)] != 0 {
			h++
		}
		f.slots[h&(size-1)] = int32(i + 1)
	}
}
