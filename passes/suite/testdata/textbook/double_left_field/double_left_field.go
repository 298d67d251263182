// Package double_left_field takes the lock without the field by which another function asks whether it is held.
package double_left_field

import "sync"

type table struct {
	mu     sync.Mutex
	locked bool
	rows   int
}

func (t *table) lock() {
	t.mu.Lock()
	t.locked = true
}

func (t *table) unlock() {
	t.locked = false
	t.mu.Unlock()
}

// ensure takes the lock unless the goroutine has it.
func (t *table) ensure() (release func()) {
	if t.locked {
		return func() {}
	}
	t.lock()
	return t.unlock
}

// Insert takes the lock by itself, and the field does not say so.
func (t *table) Insert() {
	t.mu.Lock()
	defer t.mu.Unlock()
	release := t.ensure() // want doublelock
	t.rows++
	release()
}
