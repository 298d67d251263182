// Package clean_told_somebody returns with a lock when it succeeds, and its callers release it.
package clean_told_somebody

import (
	"errors"
	"sync"
)

type Devices struct {
	mu      sync.Mutex
	deleted int
}

func (d *Devices) begin() error {
	d.mu.Lock()
	if d.deleted == 0 {
		return nil
	}
	d.mu.Unlock()
	return errors.New("busy")
}

// Delete unlocks what begin has locked, and locks by itself before.
func (d *Devices) Delete() error {
	d.mu.Lock()
	d.deleted = 0
	d.mu.Unlock()
	if err := d.begin(); err != nil {
		return err
	}
	d.deleted++
	d.mu.Unlock()
	return nil
}

// A Session is begun in one function and ended in another one.
type Session struct {
	mu   sync.Mutex
	open bool
}

func (s *Session) Begin() bool {
	s.mu.Lock()
	if s.open {
		s.mu.Unlock()
		return false
	}
	s.open = true
	return true
}

func (s *Session) End() {
	s.open = false
	s.mu.Unlock()
}

type table struct {
	mu   sync.Mutex
	rows int
}

// lockedUnlessEmpty returns what unlocks, or nil when it has done so.
func (t *table) lockedUnlessEmpty() (unlock func(), err error) {
	t.mu.Lock()
	if t.rows == 0 {
		t.mu.Unlock()
		return nil, errors.New("empty")
	}
	return func() { t.mu.Unlock() }, nil
}

// A Table is for other packages.
type Table struct{ table }

// View is lockedUnlessEmpty for them.
func (t *Table) View() (unlock func(), err error) { return t.lockedUnlessEmpty() }

// Rows leaves the unlocking to what it stores.
func (t *Table) Rows(done *func()) error {
	t.mu.Lock()
	if t.rows == 0 {
		t.mu.Unlock()
		return errors.New("empty")
	}
	*done = func() { t.mu.Unlock() }
	return nil
}
