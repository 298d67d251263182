// Package clean_cond_argument waits for Conds that are arguments, in goroutines that have the lock from a caller, and for those of
// objects that other packages lock.
package clean_cond_argument

import (
	"errors"
	"sync"
	"time"
)

type Subscription struct {
	mu     sync.Mutex
	cond   *sync.Cond
	closed bool
}

func New() *Subscription {
	s := new(Subscription)
	s.cond = sync.NewCond(&s.mu)
	return s
}

var errTimeout = errors.New("timeout")

// Wait asks again each time.
func (s *Subscription) Wait(timeout time.Duration) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.closed && err == nil {
		err = wait(s.cond, timeout)
	}
	return err
}

func wait(cond *sync.Cond, timeout time.Duration) error {
	if timeout == 0 {
		cond.Wait()
		return nil
	}
	done := make(chan struct{})
	go func() {
		cond.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-time.After(timeout):
		return errTimeout
	}
}

func (s *Subscription) Close() {
	s.mu.Lock()
	s.closed = true
	s.cond.Broadcast()
	s.mu.Unlock()
}

// A State is locked by who uses it.
type State struct {
	mu      sync.Mutex
	cond    *sync.Cond
	notices []string
}

func NewState() *State {
	s := new(State)
	s.cond = sync.NewCond(s)
	return s
}

func (s *State) Lock()   { s.mu.Lock() }
func (s *State) Unlock() { s.mu.Unlock() }

// Notices waits until there are some. The state must be locked.
func (s *State) Notices() []string {
	for len(s.notices) == 0 {
		s.cond.Wait()
	}
	return s.notices
}

// Add adds one. The state must be locked.
func (s *State) Add(n string) {
	s.notices = append(s.notices, n)
	s.cond.Broadcast()
}
