// Package clean_later_turns begins a loop with the lock held, releases it in each turn, and takes it again in all turns but
// the first. In double_later_turns it is taken in the first one as well.
package clean_later_turns

import "sync"

type Queue struct {
	mu    sync.Mutex
	items []int
}

func (q *Queue) Drain(use func(int)) {
	q.mu.Lock()
	n := len(q.items)
	if n == 0 {
		q.mu.Unlock()
		return
	}
	for i := 0; i < n; i++ {
		if i > 0 {
			q.mu.Lock()
		}
		item := q.items[0]
		q.items = q.items[1:]
		q.mu.Unlock()
		use(item)
	}
}
