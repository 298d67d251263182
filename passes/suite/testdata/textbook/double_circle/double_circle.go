// Package double_circle locks again at the other end of a circle of calls.
package double_circle

import "sync"

type Tree struct {
	mu    sync.Mutex
	depth int
}

func (t *Tree) Walk(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.list(n) // want doublelock
}

func (t *Tree) list(n int) {
	if n > 0 {
		t.item(n)
	}
}

func (t *Tree) item(n int) { t.term(n - 1) }

func (t *Tree) term(n int) { t.factor(n) }

func (t *Tree) factor(n int) {
	t.leaf(n)
	if n%2 == 0 {
		t.Walk(n / 2)
	}
}

func (t *Tree) leaf(n int) {
	if n == 0 {
		t.list(n)
		return
	}
	t.Deepen(n)
}

// Deepen is a part of the circle, so that it is not known before the others.
func (t *Tree) Deepen(n int) {
	t.mu.Lock()
	t.depth = max(t.depth, n)
	t.mu.Unlock()
	if n > 100 {
		t.list(n / 2)
	}
}
