// Package clean_captured_between releases a lock in a literal that another one calls, which does not capture the lock.
package clean_captured_between

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
		rollback(n)
		tell(errBad)
		return errBad
	}
	for i, n := range list {
		if n < 0 {
			rollback(i)
			return nil
		}
		if n == 0 {
			return refuse(i)
		}
		s.seq++
	}
	s.mu.Unlock()
	return nil
}
