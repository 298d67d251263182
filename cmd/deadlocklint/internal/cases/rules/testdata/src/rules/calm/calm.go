// Package calm has none of it.
package calm

import "sync"

// A Queue has values.
type Queue struct {
	mu     sync.Mutex
	more   *sync.Cond
	list   []int
	closed bool
	idle   sync.Once
	work   chan int
}

// New makes a queue.
func New() *Queue {
	q := &Queue{work: make(chan int, 1)}
	q.more = sync.NewCond(&q.mu)
	return q
}

// Put adds a value, and starts the worker the first time.
func (q *Queue) Put(n int) {
	q.idle.Do(func() {
		go func() {
			for range q.work {
			}
		}()
	})
	q.mu.Lock()
	defer q.mu.Unlock()
	q.list = append(q.list, n)
	q.more.Signal()
}

// Get waits for a value.
func (q *Queue) Get() (n int, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.list) == 0 && !q.closed {
		q.more.Wait()
	}
	if len(q.list) == 0 {
		return 0, false
	}
	n, q.list = q.list[0], q.list[1:]
	return n, true
}

// Close ends all waits.
func (q *Queue) Close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.more.Broadcast()
}
