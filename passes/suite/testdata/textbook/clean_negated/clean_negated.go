// Package clean_negated asks for the opposite of what it asks a function for.
package clean_negated

import "sync"

type DB struct {
	write, mmap sync.Mutex
}

func (db *DB) Begin(writable bool) {
	if writable {
		db.write.Lock()
	} else {
		db.mmap.Lock()
	}
}

type options struct{ readonly bool }

func (db *DB) Use(opt *options, work func()) {
	db.Begin(!opt.readonly)
	work()
	if opt.readonly {
		db.mmap.Unlock()
	} else {
		db.write.Unlock()
	}
}

func (db *DB) UseOnce(readonly bool, work func()) {
	db.Begin(!readonly)
	work()
	if readonly {
		db.mmap.Unlock()
		return
	}
	db.write.Unlock()
}
