// Package unlock_all_constants unlocks for all constants of a type but one.
package unlock_all_constants

import "sync"

type mode int

const (
	fromMemory mode = iota
	fromStore
	fromBoth
)

type Table struct {
	mu     sync.Mutex
	memory int
	store  int
}

func (t *Table) read(m mode) int {
	t.mu.Lock()
	switch m {
	case fromMemory:
		n := t.memory
		t.mu.Unlock()
		return n
	case fromStore:
		n := t.store
		t.mu.Unlock()
		return n
	}
	return -1 // want missingunlock
}

func (t *Table) Memory() int { return t.read(fromMemory) }
func (t *Table) Store() int  { return t.read(fromStore) }
func (t *Table) Both() int   { return t.read(fromBoth) }
