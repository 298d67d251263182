// Package unlock_ended has transactions with a flag that is set without a release as well, or that stands for the lock of the object itself.
package unlock_ended

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
		return err // want missingunlock
	}
	return nil
}

// Cancel does not release the lock.
func (tx *Tx) Cancel(done bool) { tx.done = tx.done || done }

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

// Detach does not release the lock.
func (s *Snapshot) Detach() bool { return !s.done.Swap(true) }

func (db *DB) Look(fn func(*Snapshot) error) error {
	s := db.Snapshot()
	if err := fn(s); err != nil {
		if failed := s.Release(); failed != nil {
			return failed
		}
		return err
	}
	return s.Release() // want missingunlock
}

type Server struct {
	mu     sync.Mutex
	closed bool
	n      int
}

func (s *Server) enter() {
	s.mu.Lock()
	s.n++
}

// leave forgets the lock of a server that is closed.
func (s *Server) leave() error {
	if s.closed {
		return ErrDone
	}
	s.mu.Unlock()
	return nil
}

func (s *Server) stop() error {
	if s.closed {
		return ErrDone
	}
	s.closed = true
	s.mu.Unlock()
	return nil
}

func (s *Server) Serve(f func() error) error {
	s.enter()
	if err := f(); err != nil {
		if failed := s.stop(); failed != nil {
			return failed
		}
		return err
	}
	return s.leave() // want missingunlock
}
