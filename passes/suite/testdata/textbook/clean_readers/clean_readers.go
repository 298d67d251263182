// Package clean_readers takes a mutex and an RWMutex in both orders. Nobody writes, so that no reader waits for a reader.
package clean_readers

import "sync"

type Table struct {
	mu   sync.Mutex
	rows sync.RWMutex
	n    int
}

func (t *Table) Count() int {
	t.rows.RLock()
	defer t.rows.RUnlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.n++
	return t.n
}

func (t *Table) Size() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rows.RLock()
	defer t.rows.RUnlock()
	return t.n
}
