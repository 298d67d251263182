// Package b has the other half of a cycle.
package b

import "sync"

// A Store is asked with a lock held.
type Store interface{ Has() bool }

// A B asks its store.
type B struct {
	mu sync.Mutex
	S  Store
}

// Submit asks the store.
func (b *B) Submit() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.S.Has()
}

// Forget needs the lock.
func (b *B) Forget() {
	b.mu.Lock()
	defer b.mu.Unlock()
}
