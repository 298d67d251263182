// Package tagset has sets that several goroutines change and compare.
package tagset

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"
)

var serial atomic.Uint64

// A Set holds each element once. New makes one.
type Set[T cmp.Ordered] struct {
	serial uint64 // sets are locked in this order

	mu    sync.Mutex
	items map[T]struct{}
}

// New returns a set of the given elements.
func New[T cmp.Ordered](items ...T) *Set[T] {
	s := &Set[T]{serial: serial.Add(1), items: map[T]struct{}{}}
	for _, item := range items {
		s.items[item] = struct{}{}
	}
	return s
}

// lockBoth locks two different sets and returns what unlocks them.
func lockBoth[T cmp.Ordered](a, b *Set[T]) (unlock func()) {
	if b.serial < a.serial {
		a, b = b, a
	}
	a.mu.Lock()
	b.mu.Lock()
	return func() {
		b.mu.Unlock()
		a.mu.Unlock()
	}
}

// Add puts an element into the set and reports whether it was missing.
func (s *Set[T]) Add(item T) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, had := s.items[item]
	s.items[item] = struct{}{}
	return !had
}

// Len returns the number of elements.
func (s *Set[T]) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.items)
}

// Sorted returns the elements, the least first.
func (s *Set[T]) Sorted() []T {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]T, 0, len(s.items))
	for item := range s.items {
		list = append(list, item)
	}
	slices.Sort(list)
	return list
}

// Equal reports whether both have the same elements at one moment.
func (s *Set[T]) Equal(other *Set[T]) bool {
	if s == other {
		return true
	}
	unlock := lockBoth(s, other)
	defer unlock()
	if len(s.items) != len(other.items) {
		return false
	}
	for item := range s.items {
		if _, ok := other.items[item]; !ok {
			return false
		}
	}
	return true
}

// Absorb moves all elements of other into s, so that no element is in both or in neither
// of them at any moment. It returns how many were new. A set that absorbs itself does not change.
func (s *Set[T]) Absorb(other *Set[T]) int {
	if s == other {
		return 0
	}
	unlock := lockBoth(s, other)
	defer unlock()
	before := len(s.items)
	for item := range other.items {
		s.items[item] = struct{}{}
	}
	clear(other.items)
	return len(s.items) - before
}
