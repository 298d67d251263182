// Package clean_mutual assigns two variables to each other, so that neither tells
// what the other one holds.
package clean_mutual

import "sync"

type Closer interface{ Close() }

type Pair struct {
	mu   sync.Mutex
	a, b func()
}

func (p *Pair) Swap(n int) {
	var prev, cur Closer
	var before, after func()
	show := func() {
		if prev != nil && cur != nil {
			prev.Close()
			cur.Close()
			before()
			after()
		}
	}
	for range n {
		prev = cur
		cur = prev
		before = after
		after = before
		p.mu.Lock()
		show()
		p.mu.Unlock()
	}
}
