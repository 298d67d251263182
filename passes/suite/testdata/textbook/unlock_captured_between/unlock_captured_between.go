// Package unlock_captured_between has a literal that releases a lock, and another one that should call it.
package unlock_captured_between

import (
	"errors"
	"sync"
)

type Stream struct {
	mu  sync.Mutex
	seq int
}

var errBad = errors.New("bad")

func (s *Stream) Put(list []int, tell func(error)) error {
	s.mu.Lock()
	rollback := func(n int) {
		s.seq -= n
		s.mu.Unlock()
	}
	refuse := func(n int) error {
		tell(errBad)
		return errBad
	}
	for i, n := range list {
		if n < 0 {
			rollback(i)
			return nil
		}
		if n == 0 {
			return refuse(i) // want missingunlock
		}
		s.seq++
	}
	s.mu.Unlock()
	return nil
}
