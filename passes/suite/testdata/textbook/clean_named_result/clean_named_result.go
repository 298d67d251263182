// Package clean_named_result has an object in a named result that a literal captures,
// and literals in named results.
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

type Service struct {
	mu      sync.Mutex
	running map[int]int
	done    map[chan int]bool
}

// watch gives away what takes the lock, and what does not.
func (s *Service) watch() (started func(id int), cleanup func()) {
	seen := make(chan int, 1)

	s.mu.Lock()
	defer s.mu.Unlock()
	s.done[seen] = true

	started = func(id int) { s.running[id]++ }
	cleanup = func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.done, seen)
	}
	return started, cleanup
}

// Create calls each where it may.
func (s *Service) Create(id int) error {
	started, cleanup := s.watch()
	defer cleanup()
	s.mu.Lock()
	defer s.mu.Unlock()
	started(id)
	return nil
}

// choose gives away one of two.
func (s *Service) choose(locked bool) (remove func(id int)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	remove = func(id int) {
		s.mu.Lock()
		delete(s.running, id)
		s.mu.Unlock()
	}
	if locked {
		remove = func(id int) { delete(s.running, id) }
	}
	return remove
}

func (s *Service) Remove(id int) {
	remove := s.choose(true)
	s.mu.Lock()
	defer s.mu.Unlock()
	remove(id)
}
