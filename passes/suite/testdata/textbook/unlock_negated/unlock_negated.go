// Package unlock_negated leaves the lock that it got for the opposite of what it asks for.
package unlock_negated

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

func (db *DB) UseOnce(readonly bool, work func() bool) {
	db.Begin(!readonly)
	done := work()
	if readonly {
		db.mmap.Unlock()
		return
	}
	if !done {
		return // want missingunlock
	}
	db.write.Unlock()
}
