// Package clean_constructed releases its lock through an object that it made and
// that leads back.
package clean_constructed

import "sync"

type DB struct {
	meta sync.Mutex
	mmap sync.RWMutex
	open []*Tx
}

type Tx struct{ db *DB }

func (t *Tx) init(db *DB) { t.db = db }

func (db *DB) Begin() *Tx {
	db.meta.Lock()
	db.mmap.RLock()
	t := &Tx{}
	t.init(db)
	db.open = append(db.open, t)
	db.meta.Unlock()
	return t
}

func (db *DB) remove(t *Tx) {
	db.mmap.RUnlock()
	db.meta.Lock()
	defer db.meta.Unlock()
	db.open = nil
}

func (t *Tx) Close() { t.db.remove(t) }

func (db *DB) Check() {
	t := db.Begin()
	defer t.Close()
}

func (db *DB) Stop() {
	db.meta.Lock()
	defer db.meta.Unlock()
	db.mmap.Lock()
	defer db.mmap.Unlock()
	db.open = nil
}
