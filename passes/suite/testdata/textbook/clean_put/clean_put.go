// Package clean_put puts another object into a map or a field before it locks again.
package clean_put

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
	t.entries[key] = &entry{}
	t.entries[key].mu.Lock()
	t.entries[key].mu.Unlock()
}

func (t *Table) Delete(key, other string, e *entry) {
	t.entries[key] = e
	t.entries[key].mu.Lock()
	t.entries[other] = &entry{}
	t.entries[key].mu.Lock()
	t.entries[key].mu.Unlock()
}

func (t *Table) touch() {
	t.last.mu.Lock()
	t.last.n++
	t.last.mu.Unlock()
}

func (t *Table) Keep(e *entry) {
	t.last = e
	e.mu.Lock()
	t.last = &entry{}
	t.touch()
	e.mu.Unlock()
}
