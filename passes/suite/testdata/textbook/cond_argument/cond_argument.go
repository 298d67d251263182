// Package cond_argument waits without the lock: in a goroutine of which nobody has it, and where the callers have not locked what
// they could.
package cond_argument

import (
	"sync"
	"sync/atomic"
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

// Wait has let go of the lock when it waits.
func (s *Subscription) Wait() {
	s.mu.Lock()
	closed := s.closed
	s.mu.Unlock()
	if !closed {
		wait(s.cond)
	}
}

func wait(cond *sync.Cond) {
	done := make(chan struct{})
	go func() {
		cond.Wait() // want cond-wait-unlocked
		close(done)
	}()
	<-done
}

func (s *Subscription) Close() {
	s.mu.Lock()
	s.closed = true
	s.cond.Broadcast()
	s.mu.Unlock()
}

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

func (s *State) Notices() []string {
	for len(s.notices) == 0 {
		s.cond.Wait() // want cond-wait-unlocked
	}
	return s.notices
}

// First asks for the notices of a state that it has not locked.
func (s *State) First() string { return s.Notices()[0] }

func (s *State) Add(n string) {
	s.Lock()
	s.notices = append(s.notices, n)
	s.cond.Broadcast()
	s.Unlock()
}

// A Store can be locked, but not with the lock of its Cond, or by mistake.
type Store struct {
	tx   sync.Mutex
	mu   sync.Mutex
	cond *sync.Cond
	rows int
}

func NewStore() *Store {
	s := new(Store)
	s.cond = sync.NewCond(&s.mu)
	return s
}

func (s *Store) Begin() { s.tx.Lock() }
func (s *Store) End()   { s.tx.Unlock() }

func (s *Store) Wait() {
	for s.count() == 0 {
		s.cond.Wait() // want cond-wait-unlocked
	}
}

func (s *Store) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rows
}

func (s *Store) Add() {
	s.mu.Lock()
	s.rows++
	s.cond.Broadcast()
	s.mu.Unlock()
}

// First forgets the lock of a store in which there is nothing, which does not mean that others wait with it.
func (s *Store) First() int {
	s.mu.Lock()
	if s.rows == 0 {
		return 0 // want missingunlock
	}
	defer s.mu.Unlock()
	return s.rows
}

// A Door is closed without the lock that waiters have, by a function that is given the Cond.
type Door struct {
	mu     sync.Mutex
	cond   *sync.Cond
	closed atomic.Bool
}

func NewDoor() *Door {
	d := new(Door)
	d.cond = sync.NewCond(&d.mu)
	return d
}

func (d *Door) Wait(timeout time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for !d.closed.Load() {
		waitFor(d.cond, timeout)
	}
}

func waitFor(cond *sync.Cond, timeout time.Duration) {
	if timeout == 0 {
		cond.Wait()
		return
	}
	done := make(chan struct{}, 1)
	go func() {
		cond.Wait()
		done <- struct{}{}
	}()
	select {
	case <-done:
	case <-time.After(timeout):
	}
}

func (d *Door) Close() {
	d.closed.Store(true) // want cond-unlocked-write
	d.cond.Broadcast()
}

// Nobody signals the Cond of a Gate, which no other function has.
type Gate struct {
	mu   sync.Mutex
	cond *sync.Cond
	open bool
}

func NewGate() *Gate {
	g := new(Gate)
	g.cond = sync.NewCond(&g.mu)
	return g
}

func (g *Gate) Wait() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for !g.open {
		g.cond.Wait() // want cond-nobody-signals
	}
}
