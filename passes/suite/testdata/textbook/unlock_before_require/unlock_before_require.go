// Package unlock_before_require unlocks, and then asks a function that does not
// return whether something went wrong.
package unlock_before_require

import (
	"errors"
	"sync"
	"testing"
)

func requireNoError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("failed: %v", err)
	}
}

func requireError(t testing.TB, err error) {
	if err == nil {
		t.Fatal("did not fail")
	}
}

func requireTrue(t testing.TB, ok bool) {
	if !ok {
		t.Fatal("not true")
	}
}

func requireFalse(t testing.TB, ok bool) {
	if ok {
		t.Fatal("true")
	}
}

func requireLen(t testing.TB, got, want int) {
	t.Helper()
	if got != want {
		t.Fatalf("%d elements, not %d", got, want)
	}
}

func requireLess(t testing.TB, got, want int) {
	if got >= want {
		t.Fatalf("%d is not below %d", got, want)
	}
}

func logError(t testing.TB, err error) {
	if err != nil {
		t.Logf("failed: %v", err)
	}
}

type store struct {
	mu   sync.Mutex
	size int
	open bool
}

func (s *store) compact() error {
	if s.size == 0 {
		return errors.New("empty")
	}
	return nil
}

// required ends with the first of the two.
func required(t *testing.T, s *store) {
	s.mu.Lock()
	if err := s.compact(); err != nil {
		s.mu.Unlock()
		requireNoError(t, err)
	}
	s.mu.Unlock()
}

// captured does so with a variable that a literal assigns to.
func captured(t *testing.T, s *store) {
	var err error
	t.Cleanup(func() { err = nil })
	s.mu.Lock()
	if err = s.compact(); err != nil {
		s.mu.Unlock()
		requireNoError(t, err)
	}
	s.mu.Unlock()
}

// counted ends with the first of the two.
func counted(t *testing.T, s *store, list []int) {
	s.mu.Lock()
	if n := len(list); n != 1 {
		s.mu.Unlock()
		requireLen(t, n, 1)
	}
	s.mu.Unlock()
}

// swapped does as well.
func swapped(t *testing.T, s *store, list []int) {
	s.mu.Lock()
	if n := len(list); n != 1 {
		s.mu.Unlock()
		requireLen(t, 1, n)
	}
	s.mu.Unlock()
}

// miscounted goes on with two.
func miscounted(t *testing.T, s *store, list []int) {
	s.mu.Lock()
	if n := len(list); n != 1 {
		s.mu.Unlock()
		requireLen(t, n, 2)
	}
	s.mu.Unlock() // want unlock-unlocked
}

// below may go on with none.
func below(t *testing.T, s *store, list []int) {
	s.mu.Lock()
	if n := len(list); n != 1 {
		s.mu.Unlock()
		requireLess(t, n, 1)
	}
	s.mu.Unlock() // want unlock-unlocked
}

// logged goes on.
func logged(t *testing.T, s *store) {
	s.mu.Lock()
	if err := s.compact(); err != nil {
		s.mu.Unlock()
		logError(t, err)
	}
	s.mu.Unlock() // want unlock-unlocked
}

// changed asks for one thing and later for the opposite.
func changed(t *testing.T, s *store) {
	var err error
	t.Cleanup(func() { err = nil })
	requireTrue(t, s.open)
	requireNoError(t, err)
	s.open, err = false, s.compact()
	requireFalse(t, s.open)
	requireError(t, err)
	s.mu.Lock()
	s.mu.Lock() // want doublelock
	s.mu.Unlock()
	s.mu.Unlock()
}
