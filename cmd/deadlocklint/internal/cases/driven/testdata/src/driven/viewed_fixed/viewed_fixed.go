// Package viewed_fixed lets its caller read under a lock, until the view is done.
package viewed_fixed

import "sync"

// A Store has values.
type Store struct {
	mu     sync.Mutex
	values map[string]int
}

// A View is of a store.
type View struct{ s *Store }

// Open makes a store.
func Open() *Store { return &Store{values: map[string]int{}} }

// View locks the store until the view is done.
func (s *Store) View() *View {
	s.mu.Lock()
	return &View{s}
}

// Value is a value.
func (v *View) Value(key string) int { return v.s.values[key] }

// Done gives the store back.
func (v *View) Done() {
	if s := v.s; s != nil {
		v.s = nil
		s.mu.Unlock()
	}
}
