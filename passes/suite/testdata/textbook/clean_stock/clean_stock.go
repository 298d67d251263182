// Package clean_stock receives with a lock held when it has seen that there is something, and nobody else takes it out.
package clean_stock

import "sync"

type Queue struct {
	mu      sync.Mutex
	cond    *sync.Cond
	waiting chan int
	ready   []func(int)
	closed  bool
}

func New() *Queue {
	q := &Queue{waiting: make(chan int, 10)}
	q.cond = sync.NewCond(&q.mu)
	go q.serve()
	return q
}

// Send waits for room, and tells who serves.
func (q *Queue) Send(v int) {
	q.mu.Lock()
	if q.closed {
		q.mu.Unlock()
		return
	}
	ch := q.waiting
	q.mu.Unlock()
	ch <- v
	q.mu.Lock()
	q.cond.Signal()
	q.mu.Unlock()
}

func (q *Queue) serve() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		if q.closed {
			return
		}
		if len(q.ready) == 0 || len(q.waiting) == 0 {
			q.cond.Wait()
			continue
		}
		v := <-q.waiting
		f := q.ready[0]
		q.ready = q.ready[1:]
		go f(v)
	}
}

// Drain takes out what there is.
func (q *Queue) Drain() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.waiting) > 0 {
		<-q.waiting
	}
}

func (q *Queue) Ready(f func(int)) {
	q.mu.Lock()
	q.ready = append(q.ready, f)
	q.cond.Broadcast()
	q.mu.Unlock()
}

func (q *Queue) Close() {
	q.mu.Lock()
	q.closed = true
	q.cond.Broadcast()
	q.mu.Unlock()
}
