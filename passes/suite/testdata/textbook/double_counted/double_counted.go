// Package double_counted takes a lock in more than one turn of a recursion that counts.
package double_counted

import "sync"

type Tree struct {
	mu sync.Mutex
	n  int
}

func (t *Tree) Walk(ttl int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if ttl > 0 {
		t.Walk(ttl - 1) // want doublelock
	}
}

func (t *Tree) Above(depth int) {
	if depth > 1 {
		t.mu.Lock()
		defer t.mu.Unlock()
	}
	if t.n > depth {
		t.Above(depth + 1) // want doublelock
	}
}
