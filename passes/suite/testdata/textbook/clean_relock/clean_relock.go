// Package clean_relock has a helper that lets go of its caller's lock for a while.
package clean_relock

import "sync"

type Queue struct {
	mu    sync.Mutex
	items []int
}

func (q *Queue) Run(f func(int)) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) > 0 {
		v := q.items[0]
		q.items = q.items[1:]
		q.unlocked(func() { f(v) })
		q.unlocked(q.Touch)
	}
}

func (q *Queue) unlocked(f func()) {
	q.mu.Unlock()
	f()
	q.mu.Lock()
}

func (q *Queue) Touch() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, 0)
}

// Drain lets go of its caller's lock, and calls a literal that calls another one.
func (q *Queue) Drain() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.drain()
}

func (q *Queue) drain() {
	q.mu.Unlock()
	defer q.mu.Lock()
	touch := func() { q.Touch() }
	twice := func() {
		touch()
		touch()
	}
	for range 3 {
		twice()
	}
}
