// Package recursive_rlock reads again while it reads, and somebody writes.
package recursive_rlock

import "sync"

type Table struct {
	mu   sync.RWMutex
	rows map[string]int
}

func (t *Table) Get(k string) int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.rows[k]
}

func (t *Table) Sum(a, b string) int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.Get(a) + // want recursive-rlock
		t.Get(b) // want recursive-rlock
}

func (t *Table) Set(k string, v int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rows[k] = v
}
