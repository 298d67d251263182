// Package receivers_left hands out items with its lock held to who may have gone.
package receivers_left

import "sync"

type Queue struct {
	mu      sync.Mutex
	items   []int
	waiters int
	get     chan int
	done    chan struct{}
}

func New() *Queue {
	q := &Queue{get: make(chan int), done: make(chan struct{})}
	go q.serve()
	return q
}

func (q *Queue) serve() {
	for {
		select {
		case <-q.done:
			return
		default:
		}
		q.hand()
	}
}

func (q *Queue) hand() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.waiters == 0 || len(q.items) == 0 {
		return
	}
	q.waiters--
	q.get <- q.items[0] // want `waits to send on .*Queue.get holding .*Queue.mu since .*, but the receiver .* may have returned, since .*Stop .* closes another channel`
	q.items = q.items[1:]
}

func (q *Queue) Add(v int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, v)
}

func (q *Queue) Get() (v int, ok bool) {
	q.mu.Lock()
	q.waiters++
	q.mu.Unlock()
	select {
	case <-q.done:
		return 0, false
	case v := <-q.get:
		return v, true
	}
}

func (q *Queue) Stop() { close(q.done) }
