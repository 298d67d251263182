// Package double_relock lets go of its caller's lock for a while, and calls what takes
// it too early: before, by a literal that calls another one.
package double_relock

import "sync"

type Queue struct {
	mu    sync.Mutex
	items []int
}

func (q *Queue) Drain() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.drain() // want doublelock
}

func (q *Queue) drain() {
	touch := func() { q.Touch() }
	twice := func() {
		touch()
		touch()
	}
	twice()
	q.mu.Unlock()
	defer q.mu.Lock()
	q.Touch()
}

func (q *Queue) Touch() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, 0)
}
