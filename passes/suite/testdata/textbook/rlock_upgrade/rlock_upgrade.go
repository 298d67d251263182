// Package rlock_upgrade locks for writing what it holds for reading.
package rlock_upgrade

import "sync"

type Table struct {
	mu   sync.RWMutex
	rows map[string]int
}

func (t *Table) GetOrAdd(k string) int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if v, ok := t.rows[k]; ok {
		return v
	}
	t.mu.Lock() // want doublelock
	defer t.mu.Unlock()
	t.rows[k] = 1
	return 1
}
