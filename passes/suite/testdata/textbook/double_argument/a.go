// Package double_argument passes constants by which the called function locks again.
package double_argument

import "sync"

type Mode int

const (
	Unlocked Mode = iota
	Locked
)

const (
	lockIt = 1 << iota
	countIt
)

type Store struct {
	mu sync.Mutex
	n  int
}

func (s *Store) put(mode Mode) {
	if mode != Locked {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	s.n++
}

func (s *Store) Put() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pass(Unlocked) // want doublelock
}

func (s *Store) pass(mode Mode) { s.put(mode) }

func (s *Store) add(n int) {
	if n > 0 {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	s.n += n
}

// Both calls are looked at, not the first one alone.
func (s *Store) Add() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add(0)
	s.add(1) // want doublelock
}

func (s *Store) log(words ...string) {
	if len(words) == 0 {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	s.n++
}

func (s *Store) Log() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log() // want doublelock
}

func (s *Store) flagged(flags int) {
	if flags&lockIt != 0 {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	s.n++
}

func (s *Store) Flagged() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.flagged(countIt | lockIt) // want doublelock
}

func (s *Store) typed(v any) {
	switch v.(type) {
	case int:
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	s.n++
}

func (s *Store) Typed() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.typed(1) // want doublelock
}

func (s *Store) twice(n int) {
	if n > 0 {
		s.mu.Lock()
		s.n++
		s.mu.Unlock()
		return
	}
	s.mu.Lock()
	s.n--
	s.mu.Unlock()
}

// Either branch locks.
func (s *Store) Twice() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.twice(0) // want doublelock
}

func (s *Store) kind(v any) {
	if _, ok := v.(T); ok {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	s.n++
}

type T interface{ Name() string }

type named struct{}

func (named) Name() string { return "" }

func (s *Store) Kind() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kind(named{}) // want doublelock
}

func kindOf[V any](s *Store, v any) {
	if _, ok := v.(V); ok {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	s.n++
}

func Generic(s *Store) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kindOf[int](s, 1) // want doublelock
}

func (s *Store) locks() {
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
}

func (s *Store) either(n int) {
	if n == 1 {
		s.locks()
		return
	}
	s.other(n)
}

func (s *Store) other(n int) {
	if n == 2 {
		s.locks()
	}
}

// One of two ways to the lock is closed.
func (s *Store) Either() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.either(2) // want doublelock
}

func (s *Store) walk(depth int) {
	if depth == 0 {
		s.locks()
		return
	}
	s.walk(depth - 1)
}

// The function comes to the lock when it has called itself.
func (s *Store) Walk() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.walk(3) // want doublelock
}
