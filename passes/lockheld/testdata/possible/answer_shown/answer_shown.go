// Package answer_shown waits with a lock for goroutines that all take the lock.
package answer_shown

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
	return <-q.news // want `^answer_shown.* waits .* takes that lock`
}

func (q *Queue) Put() {
	go func() {
		q.mu.Lock()
		q.n++
		q.mu.Unlock()
		q.news <- 1
	}()
}
