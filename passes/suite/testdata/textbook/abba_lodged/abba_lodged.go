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
	b.mu.RLock() // want lockorder
	defer b.mu.RUnlock()
	return len(b.next)
}

func (b *Backend) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.db.Close()
}

// A Pool keeps the connection that it got with its lock, which has nothing to do with it.
type Pool struct {
	mu   sync.Mutex
	free []*Conn
	last *Conn
}

type Conn struct{ open bool }

func (p *Pool) take() *Conn {
	p.mu.Lock()
	return p.free[len(p.free)-1]
}

func (p *Pool) Use() bool {
	p.last = p.take()
	if !p.last.open {
		return false // want missingunlock
	}
	p.mu.Unlock()
	return true
}
