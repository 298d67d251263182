// Package clean_named_result has an object in a named result that a literal captures.
package clean_named_result

import "sync"

type Store struct {
	mu   sync.Mutex
	n    int
	done func(int)
}

type Owner struct {
	mu    sync.Mutex
	store *Store
}

func (o *Owner) updated(n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
}

func (o *Owner) Count() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.store.mu.Lock()
	defer o.store.mu.Unlock()
	return o.store.n
}

func (o *Owner) attach() {
	o.store.mu.Lock()
	o.store.done = o.updated
	o.store.mu.Unlock()
}

// remove lets go of the lock while it calls back.
func (s *Store) remove() error {
	s.n--
	if cb := s.done; cb != nil {
		s.mu.Unlock()
		cb(-1)
		s.mu.Lock()
	}
	return nil
}

func Open(n int, check func() error) (s *Store, err error) {
	s = &Store{n: n}
	s.mu.Lock()
	defer func() { s.mu.Unlock() }()
	if err = s.remove(); err != nil {
		return s, err
	}
	return s, check()
}
