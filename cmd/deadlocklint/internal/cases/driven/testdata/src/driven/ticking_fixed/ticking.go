// Package ticking_fixed ages items in a table. It goes on for ever.
package ticking_fixed

import (
	"sync"
	"time"
)

// A Table has items with an age.
type Table struct {
	mu    sync.Mutex
	items map[string]int
}

// New makes a table, whose items get older every ten microseconds.
func New() *Table {
	t := &Table{items: map[string]int{}}
	go t.age()
	return t
}

func (m *Table) age() {
	for range time.Tick(10 * time.Microsecond) {
		m.mu.Lock()
		for k := range m.items {
			m.items[k]++
		}
		m.mu.Unlock()
	}
}

// Put adds an item. The function is called with the lock.
func (m *Table) Put(key string, added func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.items[key] = 0
	if added != nil {
		added()
	}
}

// Drop removes an item.
func (m *Table) Drop(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.items[key]; ok {
		delete(m.items, key)
	}
}
