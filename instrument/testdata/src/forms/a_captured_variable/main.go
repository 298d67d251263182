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

func f() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	done := false
	go func() { mu.Lock(); done = true; c.Signal(); mu.Unlock() }()
	mu.Lock()
	for !done {
		c.Wait()
	}
	mu.Unlock()
}
