// Package answer waits with a lock for one of two goroutines; one of them takes the lock.
package answer

import "sync"

type Queue struct {
	mu   sync.Mutex
	news chan int
	n    int
}

func New() *Queue { return &Queue{news: make(chan int)} }

func (q *Queue) Get() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return <-q.news // want `^possible: .* waits .*; not shown that no other goroutine answers`
}

func (q *Queue) Put() {
	go func() {
		q.mu.Lock()
		q.n++
		q.mu.Unlock()
		q.news <- 1
	}()
}

func (q *Queue) Skip() {
	go func() { q.news <- 0 }()
}
