// Package queue hands items from producers to consumers. A consumer that was woken does
// not look again whether another one was faster.
package queue

import "sync"

type Queue struct {
	mu    sync.Mutex
	some  *sync.Cond
	items []string
}

func New() *Queue {
	q := new(Queue)
	q.some = sync.NewCond(&q.mu)
	return q
}

func (q *Queue) Put(item string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, item)
	q.some.Signal()
}

func (q *Queue) Take() string {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 { // fix: for len(q.items) == 0 {
		q.some.Wait()
	}
	item := q.items[0]
	q.items = q.items[1:]
	return item
}
