// Package table has a lock that others order.
package table

import "sync"

type Table struct {
	Mu   sync.Mutex
	rows int
}

func (t *Table) Add() {
	t.Mu.Lock()
	defer t.Mu.Unlock()
	t.rows++
}
