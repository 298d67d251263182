// Package double_object_flag locks again what the object holds, as a flag of it
// says that was set when it was made.
package double_object_flag

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

// Close reads again, in any case.
func (t *Tx) Close() {
	if t.writable {
		t.db.reload()
		t.db.write.Unlock()
		return
	}
	t.db.reload()
	t.db.mmap.RUnlock()
}

func (db *DB) reload() {
	db.mmap.RLock()
	db.n++
	db.mmap.RUnlock()
}

func (db *DB) grow() {
	db.mmap.Lock()
	defer db.mmap.Unlock()
	db.n = 0
}

func (db *DB) View(f func(*Tx)) {
	t := db.Begin(false)
	defer func() { t.Close() }() // want recursive-rlock
	f(t)
}

func (db *DB) Update(f func(*Tx)) {
	t := db.Begin(true)
	defer t.Close()
	db.grow()
	f(t)
}
