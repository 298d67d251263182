// Package store has a table that is changed by transactions, one at a time.
package store

import (
	"errors"
	"fmt"
	"sync"
)

// Errors of transactions.
var (
	ErrDone     = errors.New("store: transaction is over")
	ErrConflict = errors.New("store: value is not the expected one")
	ErrKey      = errors.New("store: empty key")
)

// A Store is values by key. New makes one.
type Store struct {
	mu      sync.Mutex
	data    map[string]string
	version int
}

// New returns an empty store.
func New() *Store {
	return &Store{data: map[string]string{}}
}

// A Tx is a transaction. It belongs to one goroutine, which has the store for itself until
// Commit or Rollback.
type Tx struct {
	store    *Store
	changes  map[string]string
	expected map[string]string
	done     bool
}

// Begin starts a transaction. It waits until the one before is over. Every transaction has to
// end with Commit or Rollback.
func (s *Store) Begin() *Tx {
	s.mu.Lock()
	return &Tx{store: s, changes: map[string]string{}, expected: map[string]string{}}
}

// Get returns a value outside of transactions. It waits until there is none.
func (s *Store) Get(key string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.data[key]
}

// Update runs fn in a transaction, which it commits unless fn returns an error. fn uses the store
// by its transaction only.
func (s *Store) Update(fn func(*Tx) error) error {
	tx := s.Begin()
	defer tx.Rollback()
	if err := fn(tx); err != nil {
		return err
	}
	_, err := tx.Commit()
	return err
}

// Get returns a value as the transaction sees it.
func (tx *Tx) Get(key string) (string, error) {
	if tx.done {
		return "", ErrDone
	}
	if value, ok := tx.changes[key]; ok {
		return value, nil
	}
	return tx.store.data[key], nil
}

// Put changes a value when the transaction is committed.
func (tx *Tx) Put(key, value string) error {
	switch {
	case tx.done:
		return ErrDone
	case key == "":
		return ErrKey
	}
	tx.changes[key] = value
	return nil
}

// Expect lets Commit fail when the store has another value than this.
func (tx *Tx) Expect(key, value string) error {
	if tx.done {
		return ErrDone
	}
	tx.expected[key] = value
	return nil
}

// Commit makes all changes and returns the new version of the store. When a value is not the
// expected one, it makes none. In both cases the transaction is over.
func (tx *Tx) Commit() (int, error) {
	if tx.done {
		return 0, ErrDone
	}
	tx.done = true
	s := tx.store
	defer s.mu.Unlock()
	for key, want := range tx.expected {
		if have := s.data[key]; have != want {
			return 0, fmt.Errorf("%q is %q: %w", key, have, ErrConflict)
		}
	}
	for key, value := range tx.changes {
		s.data[key] = value
	}
	s.version++
	return s.version, nil
}

// Rollback ends the transaction without a change. After Commit it does nothing.
func (tx *Tx) Rollback() {
	if tx.done {
		return
	}
	tx.done = true
	tx.store.mu.Unlock()
}
