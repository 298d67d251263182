// Package clean_result_unlocks returns with a lock held that a method of what it
// returns releases, and calls another function that locks after that.
package clean_result_unlocks

import "sync"

type Txn interface{ End() }

type Store struct {
	mu sync.RWMutex
	n  int
}

type txn struct{ s *Store }

func (t *txn) End() { t.s.mu.RUnlock() }

type metered struct {
	Txn
	puts int
}

func (m *metered) End() { m.Txn.End() }

func (s *Store) Write() Txn {
	s.mu.RLock()
	return wrap(&txn{s})
}

func wrap(t Txn) Txn {
	if t == nil {
		return nil
	}
	return &metered{Txn: t}
}

func (s *Store) Commit() {
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
}

func Save(s *Store) {
	t := s.Write()
	t.End()
	s.Commit()
}

// Renew calls a variable that unlocks, until it is given another value.
func (s *Store) Renew(primary bool) bool {
	s.mu.Lock()
	unlock := func() { s.mu.Unlock() }
	defer func() { unlock() }()
	if !primary {
		return false
	}
	s.mu.Unlock()
	unlock = func() {}
	return s.n > 0
}
