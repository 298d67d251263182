// Package clean_ended has transactions that remember by a flag that they have ended, and refuse to end twice.
package clean_ended

import (
	"errors"
	"sync"
	"sync/atomic"
)

type DB struct{ mu sync.Mutex }

var ErrDone = errors.New("done")

type Tx struct {
	db   *DB
	done bool
}

func (db *DB) Begin() *Tx {
	db.mu.Lock()
	return &Tx{db: db}
}

func (tx *Tx) Rollback() error {
	if tx.done {
		return ErrDone
	}
	tx.done = true
	tx.db.mu.Unlock()
	return nil
}

func (tx *Tx) Commit() error {
	if tx.done {
		return ErrDone
	}
	tx.db.mu.Unlock()
	tx.done = true
	return nil
}

func (db *DB) Update(fn func(*Tx) error) error {
	tx := db.Begin()
	if err := fn(tx); err != nil {
		_ = tx.Rollback()
		return err
	}
	if err := tx.Commit(); err != nil {
		tx.Rollback()
		return err
	}
	return nil
}

type Snapshot struct {
	db   *DB
	done atomic.Bool
}

func (db *DB) Snapshot() *Snapshot {
	db.mu.Lock()
	return &Snapshot{db: db}
}

func (s *Snapshot) Release() error {
	if !s.done.CompareAndSwap(false, true) {
		return ErrDone
	}
	s.db.mu.Unlock()
	return nil
}

func (db *DB) Look(fn func(*Snapshot) error) error {
	s := db.Snapshot()
	if err := fn(s); err != nil {
		if failed := s.Release(); failed != nil {
			return failed
		}
		return err
	}
	return s.Release()
}

type Batch struct {
	db   *DB
	done atomic.Bool
}

func (db *DB) Batch() *Batch {
	db.mu.Lock()
	return &Batch{db: db}
}

func (b *Batch) Write() error {
	if b.done.Load() {
		return ErrDone
	}
	b.done.Store(true)
	b.db.mu.Unlock()
	return nil
}

func (db *DB) Apply(fn func(*Batch) error) error {
	b := db.Batch()
	if err := fn(b); err != nil {
		if failed := b.Write(); failed != nil {
			return failed
		}
		return err
	}
	return b.Write()
}
