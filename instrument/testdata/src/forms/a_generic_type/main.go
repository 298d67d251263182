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

type G[T any] struct {
	c     *sync.Cond
	items []T
}

func (g *G[T]) f(v T) {
	for len(g.items) == 0 {
		g.c.Wait()
	}
	g.items = append(g.items, v)
}
func use() { (&G[int]{}).f(1); (&G[string]{}).f("") }
