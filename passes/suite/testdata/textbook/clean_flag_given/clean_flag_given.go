// Package clean_flag_given has transactions that take a lock where their flag says so, and release it where it says so,
// of which the flag is an argument.
package clean_flag_given

import "sync"

type DB struct {
	writer sync.Mutex
	n      int
}

type root struct{ n int }

type Txn struct {
	db    *DB
	write bool
	root  *root
}

func (db *DB) Txn(write bool) *Txn {
	if write {
		db.writer.Lock()
	}
	return &Txn{db: db, write: write, root: &root{db.n}}
}

func (t *Txn) Abort() {
	if !t.write {
		return
	}
	if t.root == nil {
		return
	}
	t.root = nil
	t.db.writer.Unlock()
}

func (t *Txn) Commit() {
	if !t.write {
		return
	}
	if t.root == nil {
		return
	}
	t.db.n = t.root.n
	t.root = nil
	t.db.writer.Unlock()
}

func (t *Txn) Set(n int) bool {
	if n < 0 {
		return false
	}
	t.root.n = n
	return true
}

func Put(db *DB, n int) bool {
	t := db.Txn(true)
	defer t.Abort()
	if !t.Set(n) {
		return false
	}
	t.Commit()
	return true
}
