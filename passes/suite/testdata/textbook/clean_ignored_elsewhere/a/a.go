// Package a has one half of a cycle.
package a

import "sync"

// An A calls a function with its lock held.
type A struct {
	mu sync.Mutex
	F  func()
}

// Put calls the function.
func (a *A) Put() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.F()
}

// Has needs the lock.
func (a *A) Has() bool {
	a.mu.Lock() //deadlocklint:ignore lockorder the two are never used at one time
	defer a.mu.Unlock()
	return true
}
