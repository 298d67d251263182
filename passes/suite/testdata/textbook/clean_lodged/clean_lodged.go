// Package clean_lodged keeps a transaction, and the lock that it holds, in a field: a goroutine
// that needs nothing else ends it there.
package clean_lodged

import "sync"

type DB struct{ mmap sync.RWMutex }

type Tx struct{ db *DB }

func (db *DB) Begin() *Tx {
	db.mmap.RLock()
	return &Tx{db}
}

func (tx *Tx) Rollback() { tx.db.mmap.RUnlock() }

func (db *DB) Close() {
	db.mmap.Lock()
	defer db.mmap.Unlock()
}

type Backend struct {
	mu   sync.RWMutex
	db   *DB
	next chan struct{}
	read struct{ tx *Tx }
}

func NewBackend() *Backend {
	b := &Backend{db: &DB{}, next: make(chan struct{})}
	go b.rollbacks()
	return b
}

// Commit renews the transaction that others read with.
func (b *Backend) Commit() int {
	b.read.tx = b.db.Begin()
	b.mu.RLock()
	defer b.mu.RUnlock()
	return len(b.next)
}

func (b *Backend) rollbacks() {
	for range b.next {
		b.read.tx.Rollback()
	}
}

func (b *Backend) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	close(b.next)
	b.db.Close()
}
