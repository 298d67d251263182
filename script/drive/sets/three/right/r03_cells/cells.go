// Package cells has a large table of cells by number, in parts that are locked on their own.
package cells

import (
	"slices"
	"sync"
)

const parts = 4

// A part has the cells of every fourth number.
type part[V any] struct {
	mu    sync.Mutex
	cells map[uint32]V
}

// set wants the lock. It does not keep cells that are not there.
func (p *part[V]) set(cell uint32, value V, ok bool) {
	if !ok {
		delete(p.cells, cell)
		return
	}
	if p.cells == nil {
		p.cells = map[uint32]V{}
	}
	p.cells[cell] = value
}

// A Table is cells by number. The zero value is an empty one. A method that needs several parts
// locks them in the order of their index.
type Table[V any] struct {
	parts [parts]part[V]
}

func (t *Table[V]) part(cell uint32) *part[V] {
	return &t.parts[cell%parts]
}

// Set gives a cell its value.
func (t *Table[V]) Set(cell uint32, value V) {
	p := t.part(cell)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.set(cell, value, true)
}

// Get returns the value of a cell, and whether it has one.
func (t *Table[V]) Get(cell uint32) (V, bool) {
	p := t.part(cell)
	p.mu.Lock()
	defer p.mu.Unlock()
	value, ok := p.cells[cell]
	return value, ok
}

// Delete takes the value of a cell away.
func (t *Table[V]) Delete(cell uint32) {
	p := t.part(cell)
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.cells, cell)
}

// Swap exchanges the values of two cells at one moment. Any of them may be without a value.
func (t *Table[V]) Swap(a, b uint32) {
	if a%parts > b%parts {
		a, b = b, a
	}
	p, q := t.part(a), t.part(b)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p != q {
		q.mu.Lock()
		defer q.mu.Unlock()
	}
	atA, okA := p.cells[a]
	atB, okB := q.cells[b]
	p.set(a, atB, okB)
	q.set(b, atA, okA)
}

// Numbers returns the numbers of all cells with a value at one moment, in order.
func (t *Table[V]) Numbers() []uint32 {
	for i := range t.parts {
		t.parts[i].mu.Lock()
		defer t.parts[i].mu.Unlock()
	}
	var numbers []uint32
	for i := range t.parts {
		for cell := range t.parts[i].cells {
			numbers = append(numbers, cell)
		}
	}
	slices.Sort(numbers)
	return numbers
}
