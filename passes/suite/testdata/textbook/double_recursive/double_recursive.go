// Package double_recursive calls itself with its lock held.
package double_recursive

import "sync"

type Tree struct {
	mu   sync.RWMutex
	rows map[string]string
}

func (t *Tree) Root(key string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	parent, ok := t.rows[key]
	if !ok {
		return key
	}
	return t.Root(parent) // want doublelock
}

func (t *Tree) Depth(key string) int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if parent, ok := t.rows[key]; ok {
		return 1 + t.Depth(parent) // want recursive-rlock
	}
	return 0
}

func (t *Tree) Cut(key string, locked bool) {
	if !locked {
		t.mu.Lock()
		defer t.mu.Unlock()
	}
	parent, ok := t.rows[key]
	delete(t.rows, key)
	if ok {
		t.Cut(parent, false) // want doublelock
	}
}
