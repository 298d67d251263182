// Package double_method locks again in a method that it calls.
package double_method

import "sync"

type Queue struct {
	mu    sync.Mutex
	items []int
}

func (q *Queue) Len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.items)
}

func (q *Queue) Push(v int) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.Len() > 10 { // want doublelock
		return false
	}
	q.items = append(q.items, v)
	return true
}
