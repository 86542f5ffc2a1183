package odds

import (
	"encoding/binary"
	"hash/maphash"
	"math/bits"
	"reflect"
	"unsafe"
)

// hasher spreads states over the slots of a frontier. States are plain values (procedure.Plain),
// mostly large and mostly zero, so it reads them as words and passes over zero ones. Only the
// place of a state in the slots depends on it, never an order or a sum.
type hasher[S comparable] struct {
	// masks hold, for every eight bytes of a state, which of them belong to a field; bytes of
	// padding may differ between equal states. nil when a state holds strings.
	masks []uint64
}

func newHasher[S comparable]() hasher[S] {
	t := reflect.TypeFor[S]()
	used := make([]byte, (t.Size()+7)/8*8)
	if !fieldBytes(t, 0, used) {
		return hasher[S]{}
	}
	h := hasher[S]{masks: make([]uint64, len(used)/8)}
	for i := range h.masks {
		h.masks[i] = binary.NativeEndian.Uint64(used[8*i:])
	}
	return h
}

// fieldBytes marks the bytes of a type that hold integers and booleans; it returns false for a
// type that keeps its value elsewhere.
func fieldBytes(t reflect.Type, at uintptr, used []byte) bool {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); !fieldBytes(f.Type, at+f.Offset, used) {
				return false
			}
		}
	case reflect.Array:
		for i := range t.Len() {
			if !fieldBytes(t.Elem(), at+uintptr(i)*t.Elem().Size(), used) {
				return false
			}
		}
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		for i := range t.Size() {
			used[at+i] = 0xff
		}
	default:
		return false
	}
	return true
}

var seed = maphash.MakeSeed()

// of returns the hash of a state; equal states have equal hashes.
func (h *hasher[S]) of(s *S) int {
	if h.masks == nil {
		return int(maphash.Comparable(seed, *s))
	}
	const k1, k2 = 0x9e3779b97f4a7c15, 0xd6e8feb86659fd93
	text := unsafe.Slice((*byte)(unsafe.Pointer(s)), unsafe.Sizeof(*s))
	var sum uint64
	mix := func(i int, w uint64) {
		if w &= h.masks[i]; w != 0 {
			hi, lo := bits.Mul64(w^k1*uint64(i+1), k2)
			sum += hi ^ lo
		}
	}
	n := len(text) / 8
	for i := range n {
		mix(i, binary.NativeEndian.Uint64(text[8*i:]))
	}
	if rest := text[8*n:]; len(rest) > 0 {
		var tail [8]byte
		copy(tail[:], rest)
		mix(n, binary.NativeEndian.Uint64(tail[:]))
	}
	return int(sum)
}
