// Package table has rows that are changed in place by functions of the caller.
package table

import (
	"errors"
	"fmt"
	"sync"
)

// Errors of a Table.
var (
	ErrExists  = errors.New("table: row exists")
	ErrMissing = errors.New("table: no such row")
	ErrPanic   = errors.New("table: panic")
)

// A row has its own lock, so that changes of different rows do not wait for each other.
type row[V any] struct {
	mu      sync.Mutex
	value   V
	changes int
}

// A Table is rows by key. The zero value is an empty one.
type Table[K comparable, V any] struct {
	mu   sync.RWMutex
	rows map[K]*row[V]
}

// Insert adds a row.
func (t *Table[K, V]) Insert(key K, value V) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, ok := t.rows[key]; ok {
		return ErrExists
	}
	if t.rows == nil {
		t.rows = map[K]*row[V]{}
	}
	t.rows[key] = &row[V]{value: value}
	return nil
}

// Delete takes a row away. Changes of it that run at this moment are lost.
func (t *Table[K, V]) Delete(key K) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.rows, key)
}

func (t *Table[K, V]) find(key K) (*row[V], error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if r, ok := t.rows[key]; ok {
		return r, nil
	}
	return nil, fmt.Errorf("%v: %w", key, ErrMissing)
}

// Get returns the value of a row.
func (t *Table[K, V]) Get(key K) (V, error) {
	r, err := t.find(key)
	if err != nil {
		var zero V
		return zero, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.value, nil
}

// Changes returns how often a row has changed since Insert.
func (t *Table[K, V]) Changes(key K) (int, error) {
	r, err := t.find(key)
	if err != nil {
		return 0, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.changes, nil
}

// Update gives a row the value that change returns for the old one. When change returns an
// error or panics, the row stays as it is and Update returns an error. The row is locked while
// change runs, so that change must not use the table.
func (t *Table[K, V]) Update(key K, change func(V) (V, error)) error {
	r, err := t.find(key)
	if err != nil {
		return err
	}
	return r.apply(change)
}

// apply runs change with the row locked.
func (r *row[V]) apply(change func(V) (V, error)) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", ErrPanic, p)
		}
	}()
	r.mu.Lock()
	defer r.mu.Unlock()
	value, err := change(r.value)
	if err != nil {
		return err
	}
	r.value = value
	r.changes++
	return nil
}
