package odds

import (
	"reflect"
	"sync"
)

// scratch is the working memory of an evaluation, kept for the next one over the same type of
// state. It holds no result.
type scratch[S comparable] struct {
	hash *hasher[S]
	free []*frontier[S]
}

var scratches sync.Map // type of state to *sync.Pool

func scratchPool[S comparable]() *sync.Pool {
	t := reflect.TypeFor[S]()
	if p, ok := scratches.Load(t); ok {
		return p.(*sync.Pool)
	}
	p, _ := scratches.LoadOrStore(t, new(sync.Pool))
	return p.(*sync.Pool)
}

func borrow[S comparable]() *scratch[S] {
	if s, ok := scratchPool[S]().Get().(*scratch[S]); ok {
		return s
	}
	h := newHasher[S]()
	return &scratch[S]{hash: &h}
}

func giveBack[S comparable](s *scratch[S]) { scratchPool[S]().Put(s) }

// take returns an empty frontier.
func (s *scratch[S]) take() *frontier[S] {
	if n := len(s.free); n > 0 {
		f := s.free[n-1]
		s.free = s.free[:n-1]
		f.reset()
		return f
	}
	return &frontier[S]{hash: s.hash}
}

// release takes a frontier back.
func (s *scratch[S]) release(f *frontier[S]) { s.free = append(s.free, f) }
