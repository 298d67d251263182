// Package clean_overwritten locks again what is another object, or free, by then.
package clean_overwritten

import "sync"

type Part struct {
	mu sync.Mutex
	n  int
}

type Whole struct{ part Part }

// Reset makes the lock a free one.
func (w *Whole) Reset() {
	w.part.mu.Lock()
	w.part.n++
	w.part = Part{}
	w.part.mu.Lock()
	w.part.n++
	w.part.mu.Unlock()
}

type Table struct {
	byName map[string]*Part
	list   []*Part
	at     int
}

// Replace puts another part there.
func (t *Table) Replace(name string) {
	t.byName[name].mu.Lock()
	old := t.byName[name]
	t.byName[name] = &Part{}
	t.byName[name].mu.Lock()
	t.byName[name].mu.Unlock()
	old.mu.Unlock()
}

// First does so in a slice.
func (t *Table) First() {
	old := t.list[0]
	old.mu.Lock()
	t.list[0] = &Part{}
	t.list[0].mu.Lock()
	t.list[0].mu.Unlock()
	old.mu.Unlock()
}

// Next goes on to another part.
func (t *Table) Next() {
	old := t.list[t.at]
	old.mu.Lock()
	t.at++
	t.list[t.at].mu.Lock()
	t.list[t.at].mu.Unlock()
	old.mu.Unlock()
}

// Both takes two parts.
func (t *Table) Both() {
	t.byName["a"].mu.Lock()
	t.byName["b"].mu.Lock()
	t.byName["b"].mu.Unlock()
	t.byName["a"].mu.Unlock()
}
