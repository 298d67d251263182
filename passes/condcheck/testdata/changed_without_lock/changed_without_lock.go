// Package changed_without_lock changes what is waited for without the lock.
package changed_without_lock

import (
	"sync"
	"sync/atomic"
)

type Gate struct {
	mu     sync.Mutex
	cond   *sync.Cond
	open   bool
	opened int
}

func New() *Gate {
	g := new(Gate)
	g.cond = sync.NewCond(&g.mu)
	return g
}

func (g *Gate) Wait() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for !g.open {
		g.cond.Wait()
	}
}

func (g *Gate) Open() {
	g.mu.Lock()
	g.opened++
	g.mu.Unlock()
	g.open = true // want `Gate.open is what waiters of .*Gate.cond test, and is written without .*Gate.mu, the lock of the Cond: the wake-up can come between their test and Wait`
	g.cond.Broadcast()
}

// Atomic is no race, but the wake-up is missed all the same.
type Atomic struct {
	mu   sync.Mutex
	cond *sync.Cond
	open atomic.Bool
}

func NewAtomic() *Atomic {
	a := new(Atomic)
	a.cond = sync.NewCond(&a.mu)
	return a
}

func (a *Atomic) Wait() {
	a.mu.Lock()
	for !a.open.Load() {
		a.cond.Wait()
	}
	a.mu.Unlock()
}

func (a *Atomic) Open() {
	a.open.Store(true) // want `Atomic.open is what waiters of .*Atomic.cond test, and is written without`
	a.cond.Broadcast()
}

// Given gets its Cond from somebody else, so its lock is not known.
type Given struct {
	mu   sync.Mutex
	cond *sync.Cond
	n    int
}

func (g *Given) Wait() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.n == 0 {
		g.cond.Wait()
	}
}

func (g *Given) Add() {
	g.mu.Lock()
	g.n++
	g.mu.Unlock()
	g.cond.Broadcast()
}

func (g *Given) Set() {
	g.n = 1 // want `is written without .*Given.mu, which is held at 1 of 1 other writes: the wake-up can come between their test and Wait`
	g.cond.Broadcast()
}
