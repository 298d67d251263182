package m

import "sync"

type Queue struct {
	mu    sync.Mutex
	items []int
	size  int
}

func (q *Queue) Push(v int) {
	q.mu.Lock()
	q.items = append(q.items, v)
	q.mu.Unlock()
}

func (q *Queue) Grow() { q.size++ }

func Total(q *Queue) int {
	q.Grow()
	return len(q.items)
}

var count int

func Count() int { return count }
