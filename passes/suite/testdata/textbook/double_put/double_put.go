// Package double_put puts an object into a map or a field, and locks it there.
package double_put

import "sync"

type entry struct {
	mu sync.Mutex
	n  int
}

type Table struct {
	entries map[string]*entry
	last    *entry
}

func (t *Table) Put(key string) {
	t.entries[key] = &entry{}
	t.entries[key].mu.Lock()
	t.entries[key].mu.Lock() // want doublelock
	t.entries[key].mu.Unlock()
}

func (t *Table) touch() {
	t.last.mu.Lock()
	t.last.n++
	t.last.mu.Unlock()
}

func (t *Table) Keep(e *entry) {
	t.last = e
	t.last.mu.Lock()
	t.touch() // want doublelock
	t.last.mu.Unlock()
}

func (t *Table) New() {
	t.last = &entry{}
	t.last.mu.Lock()
	t.touch() // want doublelock
	t.last.mu.Unlock()
}
