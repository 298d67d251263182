// Package clean_counted takes a lock in the turn of a recursion that the number picks.
package clean_counted

import "sync"

type Tree struct {
	mu    sync.Mutex
	depth int
}

// Walk locks in the first turn.
func (t *Tree) Walk(depth int) {
	if depth == 0 {
		t.mu.Lock()
		defer t.mu.Unlock()
	}
	if depth < t.depth {
		t.Walk(depth + 1)
	}
}

// Leaf locks in the last turn.
func (t *Tree) Leaf(ttl int) {
	if ttl == 1 {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.depth++
	}
	if ttl > 0 {
		t.Leaf(ttl - 1)
	}
}

// Each locks in each turn, one after the other.
func (t *Tree) Each(ttl int) {
	t.mu.Lock()
	t.depth++
	t.mu.Unlock()
	if ttl > 0 {
		t.Each(ttl - 1)
	}
}
