// Package clean_length locks and unlocks when something is not empty.
package clean_length

import "sync"

type Txn struct {
	rev     sync.Mutex
	n       int
	changes []int
}

func (t *Txn) End(flush func()) {
	if len(t.changes) != 0 {
		t.rev.Lock()
		t.n++
	}
	flush()
	if len(t.changes) != 0 {
		t.rev.Unlock()
	}
}

func (t *Txn) EndMany(flush func()) {
	if len(t.changes) > 1 {
		t.rev.Lock()
		t.n++
	}
	flush()
	if len(t.changes) > 1 {
		t.rev.Unlock()
	}
}
