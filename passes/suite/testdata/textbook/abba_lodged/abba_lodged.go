// Package abba_lodged keeps a transaction, and the lock that it holds, in an object of its own
// until it has taken another lock.
package abba_lodged

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
}

type reader struct {
	b    *Backend
	with struct{ tx *Tx }
}

func (b *Backend) Len() int {
	r := &reader{b: b}
	r.with.tx = b.db.Begin()
	defer r.with.tx.Rollback()
	b.mu.RLock() // want cycle
	defer b.mu.RUnlock()
	return len(b.next)
}

func (b *Backend) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.db.Close()
}
