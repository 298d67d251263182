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

type A struct {
	c    *sync.Cond
	stop atomic.Bool
	n    atomic.Int32
}

func (a *A) f() {
	for !a.stop.Load() && a.n.Load() < 3 {
		a.c.Wait()
	}
	a.stop.Store(true)
	a.n.Add(1)
	if a.n.Add(-1) > 0 {
		return
	}
}
