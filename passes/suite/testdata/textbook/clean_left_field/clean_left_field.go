// Package clean_left_field asks by a field that lock sets whether the lock is held.
package clean_left_field

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

func (t *table) Insert() {
	t.lock()
	defer t.unlock()
	release := t.ensure()
	t.rows++
	release()
}
