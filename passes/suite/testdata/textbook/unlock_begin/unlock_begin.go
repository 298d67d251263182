// Package unlock_begin locks for whoever begins a transaction, in the mode that it is for, unless
// beginning it failed. One way to fail leaves it locked.
package unlock_begin

import (
	"errors"
	"sync"
)

var ErrClosed = errors.New("closed")

type DB struct {
	mu     sync.RWMutex
	closed bool
	n      int
}

type Tx struct {
	db       *DB
	writable bool
}

func newTx(db *DB, writable bool) (tx *Tx, err error) {
	tx = &Tx{db: db, writable: writable}
	if err = tx.check(); err != nil {
		return nil, err
	}
	return
}

func (tx *Tx) check() error {
	if tx.db == nil {
		return ErrClosed
	}
	return nil
}

func (tx *Tx) lock() {
	if tx.writable {
		tx.db.mu.Lock()
	} else {
		tx.db.mu.RLock()
	}
}

func (tx *Tx) unlock() {
	if tx.writable {
		tx.db.mu.Unlock()
	} else {
		tx.db.mu.RUnlock()
	}
}

func (db *DB) Begin(writable bool) (tx *Tx, err error) {
	tx, err = newTx(db, writable)
	if err != nil {
		return nil, err
	}
	tx.lock()
	if db.closed {
		tx.unlock()
		return nil, ErrClosed
	}
	if db.n < 0 {
		return nil, ErrClosed // want missingunlock
	}
	return
}

func (tx *Tx) Commit() error {
	defer tx.unlock()
	tx.db.n++
	return nil
}

func (db *DB) Update(change func(tx *Tx)) error {
	tx, err := db.Begin(true)
	if err != nil {
		return err
	}
	change(tx)
	return tx.Commit()
}

func (db *DB) Merge() error {
	db.mu.Lock()
	n := db.n
	db.mu.Unlock()
	for range n {
		if err := db.Update(func(*Tx) {}); err != nil {
			return err
		}
	}
	db.mu.Lock()
	defer db.mu.Unlock()
	db.n = 0
	return nil
}

func (db *DB) Close() {
	db.mu.Lock()
	db.closed = true
	db.mu.Unlock()
}
