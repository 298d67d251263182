// Package double_index locks again an element whose index is in a field.
package double_index

import "sync"

type Part struct {
	mu sync.Mutex
	n  int
}

type Table struct {
	list   []*Part
	parts  []Part
	byName map[string]*Part
	at     int
	name   string
}

func (t *Table) Add() {
	t.parts[t.at].mu.Lock()
	defer t.parts[t.at].mu.Unlock()
	t.parts[t.at].mu.Lock() // want doublelock
	t.parts[t.at].n++
	t.parts[t.at].mu.Unlock()
}

func (t *Table) Named() {
	t.byName[t.name].mu.Lock()
	defer t.byName[t.name].mu.Unlock()
	t.byName["other"] = &Part{}
	t.list[0] = &Part{}
	t.list[1].mu.Lock()
	t.list[1].mu.Lock() // want doublelock
	t.list[1].mu.Unlock()
	t.list[1].mu.Unlock()
}

func (t *Table) Key() {
	t.byName[t.name].mu.Lock()
	t.byName[t.name].mu.Lock() // want doublelock
	t.byName[t.name].n++
	t.byName[t.name].mu.Unlock()
	t.byName[t.name].mu.Unlock()
}
