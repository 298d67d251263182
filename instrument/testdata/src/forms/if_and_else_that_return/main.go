package main

import (
	"sync"
	"sync/atomic"
)

var _ atomic.Bool

type Queue struct {
	mu     sync.Mutex
	cond   *sync.Cond
	items  []int
	limit  int
	closed bool
	index  map[string]int
	next   *Queue
	check  func() bool
	watch  *bool
}

func (q *Queue) full() bool { return len(q.items) >= q.limit }

func (q *Queue) busy() bool { q.mu.Lock(); defer q.mu.Unlock(); return q.closed }

func main() {}

func (q *Queue) f() int {
	if q.closed {
		q.cond.Broadcast()
		return 1
	} else {
		return 2
	}
}
