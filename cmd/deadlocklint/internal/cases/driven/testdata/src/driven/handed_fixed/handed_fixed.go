// Package handed_fixed hands its lock to the caller, who has to give it back.
package handed_fixed

import "sync"

// A Shelf is locked by its user: Lock and Unlock are promoted.
type Shelf struct {
	sync.Mutex
	all []string
}

func New() *Shelf { return new(Shelf) }

// Add needs the lock.
func (s *Shelf) Add(name string) { s.all = append(s.all, name) }

// Acquire locks until Done.
func (s *Shelf) Acquire() { s.Lock() }

// Done ends Acquire.
func (s *Shelf) Done() { s.Unlock() }

// Len locks for itself.
func (s *Shelf) Len() int {
	s.Lock()
	defer s.Unlock()
	return len(s.all)
}
