// Package held_left takes locks that it releases itself, too late.
package held_left

import (
	"sync"
	"sync/atomic"
	"time"
)

type Store struct {
	mu   sync.Mutex
	vals map[string]int
}

func NewStore() *Store { return &Store{vals: map[string]int{}} }

func (s *Store) Reset() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.vals)
	return nil
}

// Slow has a lock for a while, and its goroutine takes it twice.
func Slow() error {
	s := NewStore()
	errs := make(chan error, 1)
	go func() {
		s.mu.Lock()
		errs <- s.Reset() // want doublelock
	}()
	s.mu.Lock()
	time.Sleep(time.Millisecond)
	s.mu.Unlock()
	return <-errs
}

// A round is over when its lock is free.
type round struct {
	over sync.RWMutex
	err  error
}

var current atomic.Pointer[round]

// begin returns a round that its caller ends.
func begin() *round {
	r := &round{}
	r.over.Lock()
	current.Store(r)
	return r
}

func wait() error {
	r := current.Load()
	r.over.RLock()
	defer r.over.RUnlock()
	return r.err
}

// Twice waits for two before it ends the round.
func Twice() {
	r := begin()
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			wait()
		}()
	}
	wg.Wait() // want lockheld
	r.over.Unlock()
}
