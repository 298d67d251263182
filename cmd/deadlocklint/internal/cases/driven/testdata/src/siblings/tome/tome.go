// Package tome has books of accounts.
package tome

import "sync"

// A Tome has entries. It is safe for concurrent use.
type Tome struct {
	mu      sync.Mutex
	entries int
}

// New makes a tome with some entries.
func New(entries int) *Tome { return &Tome{entries: entries} }

// Move moves all entries to another tome.
func (t *Tome) Move(to *Tome) {
	t.mu.Lock()
	n := t.entries
	t.entries = 0
	t.mu.Unlock()
	if to != nil {
		to.mu.Lock()
		to.entries += n
		to.mu.Unlock()
	}
}
