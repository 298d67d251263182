// Package clean_recursive calls itself when it has released its lock, says that it has it, or is another object.
package clean_recursive

import "sync"

type Tree struct {
	mu     sync.RWMutex
	rows   map[string]string
	parent *Tree
}

func (t *Tree) Root(key string) string {
	t.mu.Lock()
	parent, ok := t.rows[key]
	t.mu.Unlock()
	if !ok {
		return key
	}
	return t.Root(parent)
}

func (t *Tree) Depth(key string) int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if _, ok := t.rows[key]; !ok && t.parent != nil {
		return 1 + t.parent.Depth(key)
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
		t.Cut(parent, true)
	}
}

// Walk has a literal that calls itself, and one that takes its place.
func (t *Tree) Walk(found func(string), twice bool) {
	var walk func(key string)
	walk = func(key string) {
		t.mu.Lock()
		parent, ok := t.rows[key]
		t.mu.Unlock()
		if ok {
			found(key)
			walk(parent)
		}
	}
	if twice {
		once := walk
		walk = func(key string) {
			once(key)
			walk("")
		}
	}
	walk("root")
}
