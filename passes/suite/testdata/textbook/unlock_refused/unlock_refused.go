// Package unlock_refused has transactions that lock for whoever begins them, and that refuse to end once
// they have been detached, which unlocks nothing.
package unlock_refused

import (
	"errors"
	"sync"
)

var ErrClosed = errors.New("closed")

type DB struct {
	mu      sync.Mutex
	readers sync.RWMutex
	n       int
}

type Tx struct {
	db       *DB
	writable bool
}

func (db *DB) Begin(writable bool) (*Tx, error) {
	if writable {
		return db.beginWriting()
	}
	return db.beginReading()
}

func (db *DB) beginWriting() (*Tx, error) {
	db.mu.Lock()
	if db.n < 0 {
		db.mu.Unlock()
		return nil, ErrClosed
	}
	tx := &Tx{writable: true}
	tx.init(db)
	return tx, nil
}

func (db *DB) beginReading() (*Tx, error) {
	db.readers.RLock()
	if db.n < 0 {
		db.readers.RUnlock()
		return nil, ErrClosed
	}
	tx := &Tx{}
	tx.init(db)
	return tx, nil
}

func (tx *Tx) init(db *DB) { tx.db = db }

func (tx *Tx) Rollback() error {
	if tx.db == nil {
		return ErrClosed
	}
	tx.end()
	return nil
}

func (tx *Tx) end() {
	if tx.db == nil {
		return
	}
	if tx.writable {
		tx.db.n++
		tx.db.mu.Unlock()
	} else {
		tx.db.readers.RUnlock()
	}
	tx.db = nil
}

func (tx *Tx) Detach() { tx.db = nil }

func (db *DB) Get(key func(n int) int) (int, error) {
	tx, err := db.Begin(false)
	if err != nil {
		return 0, err
	}
	n := key(tx.db.n)
	tx.Rollback()
	return n, nil // want missingunlock
}

func (db *DB) Grow() {
	db.mu.Lock()
	defer db.mu.Unlock()
	db.readers.Lock()
	defer db.readers.Unlock()
	db.n *= 2
}
