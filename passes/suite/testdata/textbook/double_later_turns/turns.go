// Package double_later_turns begins a loop with the lock held, and takes it again in a turn that may be the first: the
// loop begins with a number that somebody else has found.
package double_later_turns

import "sync"

type Queue struct {
	mu    sync.Mutex
	first int
	items []int
}

func (q *Queue) Drain(use func(int)) {
	q.mu.Lock()
	n := len(q.items)
	if n == 0 {
		q.mu.Unlock()
		return
	}
	for i := q.first; i < n; i++ {
		if i > 0 {
			q.mu.Lock() // want doublelock
		}
		item := q.items[0]
		q.items = q.items[1:]
		q.mu.Unlock()
		use(item)
	}
}
