// Package unlock_flag_given has changes that take a lock as one argument says and release it as another one says.
package unlock_flag_given

import "sync"

type Store struct {
	writer sync.Mutex
	n      int
}

type Change struct {
	store *Store
	write bool
	n     *int
}

// Begin is told apart from the lock whether the change writes.
func (s *Store) Begin(lock, write bool) *Change {
	if lock {
		s.writer.Lock()
	}
	return &Change{store: s, write: write, n: &s.n}
}

func (c *Change) End() {
	if !c.write || c.n == nil {
		return
	}
	c.n = nil
	c.store.writer.Unlock()
}

func Set(s *Store, write bool, n int) bool {
	c := s.Begin(true, write)
	defer c.End()
	if n < 0 {
		return false
	}
	*c.n = n
	return true // want missingunlock
}
