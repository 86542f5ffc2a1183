package odds

import (
	"hash/maphash"
	"math/big"
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

	slots []int32 // open addressing: index+1 of a state, 0 for free; nil while the set is small
}

// small sets are searched one by one.
const small = 10

var seed = maphash.MakeSeed()

func (f *frontier[S]) reset() {
	f.states, f.p, f.num = f.states[:0], f.p[:0], f.num[:0]
	clear(f.slots)
}

// add returns the index of the state, adding it with weight 0 when it is new.
func (f *frontier[S]) add(s *S, exact bool) int {
	n := len(f.states)
	if n <= small {
		for i := range f.states {
			if f.states[i] == *s {
				return i
			}
		}
		if n == small {
			f.rehash(64)
		}
		return f.push(s, exact, false)
	}
	mask := len(f.slots) - 1
	for h := int(maphash.Comparable(seed, *s)); ; h++ {
		i := f.slots[h&mask]
		if i == 0 {
			break
		}
		if f.states[i-1] == *s {
			return int(i - 1)
		}
	}
	return f.push(s, exact, true)
}

func (f *frontier[S]) push(s *S, exact, hashed bool) int {
	i := len(f.states)
	f.states = append(f.states, *s)
	f.p = append(f.p, 0)
	if exact {
		if i < cap(f.num) {
			f.num = f.num[:i+1]
			f.num[i].SetUint64(0)
		} else {
			f.num = append(f.num, big.Int{})
		}
	}
	if hashed || i == small {
		if 2*len(f.states) > len(f.slots) {
			f.rehash(2 * len(f.slots))
		} else {
			f.place(i)
		}
	}
	return i
}

func (f *frontier[S]) place(i int) {
	mask := len(f.slots) - 1
	for h := int(maphash.Comparable(seed, f.states[i])); ; h++ {
		if f.slots[h&mask] == 0 {
			f.slots[h&mask] = int32(i + 1)
			return
		}
	}
}

func (f *frontier[S]) rehash(size int) {
	if len(f.slots) < size {
		f.slots = make([]int32, size)
	} else {
		clear(f.slots)
	}
	for i := range f.states {
		f.place(i)
	}
}
