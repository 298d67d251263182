// Package unlock_tested has a result that a deferred literal asks for, and returns another one than it has tested.
package unlock_tested

import (
	"fmt"
	"sync"
)

type DB struct {
	mu sync.Mutex
	n  int
}

type Tx struct{ db *DB }

func (db *DB) Begin() *Tx {
	db.mu.Lock()
	return &Tx{db}
}

func (tx *Tx) Rollback() { tx.db.mu.Unlock() }

func (tx *Tx) Commit() error {
	tx.db.n++
	tx.db.mu.Unlock()
	return nil
}

// Update rolls back where it fails.
func (db *DB) Update(change, check func(*Tx) error) (err error) {
	tx := db.Begin()
	defer func() {
		if err != nil {
			tx.Rollback()
		}
	}()
	if err = change(tx); err != nil {
		fmt.Println("not changed:", err)
		return nil // want missingunlock
	}
	if err = check(tx); err != nil {
		return err
	}
	tx.Commit()
	return nil
}
