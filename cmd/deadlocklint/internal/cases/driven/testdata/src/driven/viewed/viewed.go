// Package viewed lets its caller read under a lock, until the view is done. Where there is no view the lock stays.
package viewed

import "sync"

// A Store has values.
type Store struct {
	mu     sync.Mutex
	values map[string]int
}

// A View is of one value of a store.
type View struct {
	s     *Store
	value int
}

// Open makes a store.
func Open() *Store { return &Store{values: map[string]int{}} }

// Put sets a value.
func (s *Store) Put(key string, value int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.values[key] = value
}

// View locks the store until the view is done. Without the value there is none.
func (s *Store) View(key string) *View {
	s.mu.Lock()
	v, ok := s.values[key]
	if !ok {
		return nil
	}
	return &View{s, v}
}

// Done gives the store back.
func (v *View) Done() {
	if s := v.s; s != nil {
		v.s = nil
		s.mu.Unlock()
	}
}
