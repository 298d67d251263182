// Package clean_entry has a function that is entered with a lock held, as its last
// act shows: that lock is a gate around what it does before.
package clean_entry

import "sync"

type Backend struct {
	tx   Tx
	mu   sync.Mutex
	read sync.Mutex
	n    int
}

type Tx struct {
	sync.Mutex
	b       *Backend
	pending int
}

func (t *Tx) begin() {
	t.Mutex.Lock()
	t.pending++
}

// End commits before it lets go.
func (t *Tx) End() {
	if t.pending > 10 {
		t.commit()
	}
	t.Mutex.Unlock()
}

func (t *Tx) commit() {
	t.b.read.Lock()
	t.b.mu.Lock()
	t.b.n++
	t.b.mu.Unlock()
	t.b.read.Unlock()
	t.pending = 0
}

func (b *Backend) Defrag() {
	b.tx.begin()
	defer b.tx.Mutex.Unlock()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.read.Lock()
	defer b.read.Unlock()
	b.n = 0
}
