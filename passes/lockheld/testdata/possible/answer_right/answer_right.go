// Package answer_right waits with a lock for goroutines that do not take the lock.
package answer_right

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
	q.n++
	return <-q.news
}

func (q *Queue) Put() {
	go func() { q.news <- 1 }()
}

func (q *Queue) Skip() {
	go func() { q.news <- 0 }()
}
