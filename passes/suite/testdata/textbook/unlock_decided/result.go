package unlock_decided

import "sync"

type Queue struct {
	mu    sync.Mutex
	items []int
	open  bool
}

func (q *Queue) enter() (ok bool) {
	q.mu.Lock()
	if !q.open {
		q.mu.Unlock()
		return false
	}
	return true
}

func (q *Queue) Push(v int) bool {
	if !q.enter() {
		return false
	}
	if v < 0 {
		return false // want missingunlock
	}
	q.items = append(q.items, v)
	q.mu.Unlock()
	return true
}

func (q *Queue) Move() {
	if q.enter() {
		q.Push(1) // want doublelock
		q.mu.Unlock()
	}
}
