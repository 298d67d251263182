// Package readers_right reads a table in two orders, which nobody locks to write; and another one, of
// which it would need two writers at a time.
package readers_right

import "sync"

type Table struct {
	mu   sync.RWMutex
	conn sync.Mutex
	rows map[string]int
}

func (t *Table) Sync() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	t.conn.Lock()
	defer t.conn.Unlock()
	return len(t.rows)
}

func (t *Table) Flush() int {
	t.conn.Lock()
	defer t.conn.Unlock()
	t.mu.RLock()
	defer t.mu.RUnlock()
	return len(t.rows)
}

type Pair struct {
	left, right sync.RWMutex
	sum         int
}

func (p *Pair) LeftFirst() int {
	p.left.RLock()
	defer p.left.RUnlock()
	p.right.RLock()
	defer p.right.RUnlock()
	return p.sum
}

func (p *Pair) RightFirst() int {
	p.right.RLock()
	defer p.right.RUnlock()
	p.left.RLock()
	defer p.left.RUnlock()
	return p.sum
}

func (p *Pair) Add(n int) {
	p.left.Lock()
	p.sum += n
	p.left.Unlock()
	p.right.Lock()
	p.sum -= n
	p.right.Unlock()
}
