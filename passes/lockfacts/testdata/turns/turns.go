// Package turns has something to look at.
package turns

import "sync"

type T struct {
	mu sync.Mutex
	n  int
}

func (t *T) Add(n int) {
	t.mu.Lock()
	t.n += n
	t.mu.Unlock()
}

func Add(ts []*T, n int) {
	for _, t := range ts {
		t.Add(n)
	}
}
