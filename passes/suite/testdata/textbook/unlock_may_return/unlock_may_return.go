// Package unlock_may_return calls functions that end the program, or do not.
package unlock_may_return

import (
	"sync"
	"testing"
	"time"

	"example.com/textbook/unlock_may_return/fail"
)

type Store struct {
	mu   sync.Mutex
	vals map[string]int
}

func (s *Store) Get(name string) int {
	s.mu.Lock()
	v, ok := s.vals[name]
	if !ok {
		fail.Usage(0)
		return 0 // want missingunlock
	}
	s.mu.Unlock()
	return v
}

// Reset locks again behind what may return.
func (s *Store) Reset() {
	s.mu.Lock()
	if s.vals == nil {
		s.corrupt("no values")
		return // want missingunlock
	}
	clear(s.vals)
	s.mu.Unlock()
}

// corrupt comes back when it is recovered from.
func (s *Store) corrupt(why string) {
	defer func() { recover() }()
	panic(why)
}

func Check(t *testing.T, done chan struct{}, late bool) {
	stop := make(chan struct{})
	go func() {
		<-stop
	}()
	if late {
		close(stop)
		fail.Stack(t, "late")
	}
	close(stop) // want double-close
	<-done
}

// Answer waits for an answer, and goes on when there is none in time.
func Answer(t *testing.T, ask func() error) {
	answer := make(chan error)
	go func() { answer <- ask() }() // want blocks-forever
	select {
	case err := <-answer:
		t.Log(err)
	case <-time.After(time.Second):
		fail.Now(t, "too late")
	}
}
