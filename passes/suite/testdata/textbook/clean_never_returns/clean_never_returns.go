// Package clean_never_returns calls functions that never return while it holds a lock, and before
// it closes what it has closed.
package clean_never_returns

import (
	"sync"
	"testing"
	"time"

	"example.com/textbook/clean_never_returns/fail"
)

type Store struct {
	mu   sync.Mutex
	vals map[string]int
	log  *fail.Logger
}

func (s *Store) Get(name string) int {
	s.mu.Lock()
	v, ok := s.vals[name]
	if !ok {
		fail.Usage(2)
	}
	s.mu.Unlock()
	return v
}

func (s *Store) Set(name string, v int) {
	s.mu.Lock()
	if v < 0 {
		s.log.Fatalf("%s is negative", name)
		return
	}
	s.vals[name] = v
	s.mu.Unlock()
}

// Reset locks again behind what ends.
func (s *Store) Reset() {
	s.mu.Lock()
	if s.vals == nil {
		s.corrupt("no values")
	}
	s.mu.Unlock()
	s.mu.Lock()
	clear(s.vals)
	s.mu.Unlock()
}

// corrupt never returns, and keeps the lock.
func (s *Store) corrupt(why string) {
	for {
		if why != "" {
			panic(why)
		}
	}
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
	close(stop)
	<-done
}

// Answer waits for an answer, and the test has failed when there is none in time.
func Answer(t *testing.T, ask func() error) {
	answer := make(chan error)
	go func() { answer <- ask() }()
	select {
	case <-answer:
		fail.Now(t, "too early")
	case <-time.After(time.Millisecond):
	}
	select {
	case err := <-answer:
		t.Log(err)
	case <-time.After(time.Second):
		fail.Now(t, "too late")
	}
}
