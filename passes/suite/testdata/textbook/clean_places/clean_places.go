// Package clean_places counts with a channel what is in a queue: who takes something out of it gives its place back with the lock
// held, which who has put it there took before the lock.
package clean_places

import (
	"context"
	"sync"
)

type Queue struct {
	mu     sync.Mutex
	list   []int
	places chan struct{}
}

func New(room int) *Queue { return &Queue{places: make(chan struct{}, room)} }

func (q *Queue) Put(ctx context.Context, values []int) error {
	for _, v := range values {
		select {
		case q.places <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		}
		q.mu.Lock()
		q.list = append(q.list, v)
		q.mu.Unlock()
	}
	return nil
}

func (q *Queue) Drop(n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.list) > 0 && n > 0 {
		n--
		q.list = q.list[1:]
		q.release()
	}
}

func (q *Queue) release() { <-q.places }

// Make makes a channel of a type that its caller chooses.
func Make[C ~chan struct{}](n int) C { return make(C, n) }
