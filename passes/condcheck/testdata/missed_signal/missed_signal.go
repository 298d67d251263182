// Package missed_signal asks before it takes the lock.
package missed_signal

import (
	"sync"
	"sync/atomic"
)

type Sweeper struct {
	mu      sync.Mutex
	cond    *sync.Cond
	stopped bool
}

func New() *Sweeper {
	s := new(Sweeper)
	s.cond = sync.NewCond(&s.mu)
	return s
}

func (s *Sweeper) Await() {
	if !s.isStopped() {
		s.mu.Lock()
		s.cond.Wait() // want `Sweeper.stopped is tested before the lock is taken and not again: a wake-up that comes between the test and .*Sweeper.cond.Wait is missed`
		s.mu.Unlock()
	}
}

func (s *Sweeper) isStopped() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stopped
}

func (s *Sweeper) Stop() {
	s.mu.Lock()
	s.stopped = true
	s.mu.Unlock()
	s.cond.Broadcast()
}

// Flag is tested in a loop, but never with the lock held.
type Flag struct {
	mu   sync.Mutex
	cond *sync.Cond
	set  atomic.Bool
}

func NewFlag() *Flag {
	f := new(Flag)
	f.cond = sync.NewCond(&f.mu)
	return f
}

func (f *Flag) Await() {
	for !f.set.Load() {
		f.mu.Lock()
		f.cond.Wait() // want `Flag.set is tested before the lock is taken and not again`
		f.mu.Unlock()
	}
}

func (f *Flag) Set() {
	f.mu.Lock()
	f.set.Store(true)
	f.mu.Unlock()
	f.cond.Broadcast()
}
