// Package clean_object_flag makes objects that hold one lock or another, as a
// flag of theirs says, which was set when they were made.
package clean_object_flag

import "sync"

type DB struct {
	write sync.Mutex
	mmap  sync.RWMutex
	n     int
}

type Tx struct {
	db       *DB
	writable bool
}

func (db *DB) Begin(writable bool) *Tx {
	if writable {
		return db.beginWrite()
	}
	return db.beginRead()
}

func (db *DB) beginRead() *Tx {
	db.mmap.RLock()
	return &Tx{db: db}
}

func (db *DB) beginWrite() *Tx {
	db.write.Lock()
	return &Tx{db: db, writable: true}
}

// Close reads again if the transaction writes: then mmap is not held.
func (t *Tx) Close() {
	if t.writable {
		t.db.reload()
		t.db.write.Unlock()
		return
	}
	t.db.mmap.RUnlock()
}

func (db *DB) reload() {
	t := db.beginRead()
	defer t.Close()
	db.n++
}

func (db *DB) grow() {
	db.mmap.Lock()
	defer db.mmap.Unlock()
	db.n = 0
}

func (db *DB) View(f func(*Tx)) {
	t := db.Begin(false)
	defer func() { t.Close() }()
	f(t)
}

func (db *DB) Update(f func(*Tx)) {
	t := db.Begin(true)
	defer t.Close()
	db.grow()
	f(t)
}
