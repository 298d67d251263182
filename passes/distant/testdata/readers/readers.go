// Package readers reads a table in two orders, and writes it somewhere else: who wants to read
// waits behind who wants to write, and that one for who reads.
package readers

import "sync"

type Table struct {
	mu   sync.RWMutex
	conn sync.Mutex
	rows map[string]int
}

func (t *Table) Sync() {
	t.mu.RLock()
	defer t.mu.RUnlock()
	t.conn.Lock() // want `lock order cycle: .* once a writer waits for readers.Table.mu as well`
	defer t.conn.Unlock()
	t.rows["sync"]++
}

func (t *Table) Flush() int {
	t.conn.Lock()
	defer t.conn.Unlock()
	t.mu.RLock()
	defer t.mu.RUnlock()
	return len(t.rows)
}

func (t *Table) Add(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rows[name] = 0
}
