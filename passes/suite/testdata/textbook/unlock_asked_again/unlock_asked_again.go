// Package unlock_asked_again asks again when it has the lock, and returns with it.
package unlock_asked_again

import (
	"errors"
	"sync"
)

var errClosed = errors.New("closed")

type Queue struct {
	mu     sync.RWMutex
	items  []int
	closed bool
}

func (q *Queue) isClosed() bool { return q.closed }

func (q *Queue) Put(n int) error {
	q.mu.RLock()
	if q.closed {
		q.mu.RUnlock()
		return errClosed
	}
	q.mu.RUnlock()
	q.mu.Lock()
	if q.closed {
		return errClosed // want missingunlock
	}
	q.items = append(q.items, n)
	q.mu.Unlock()
	return nil
}

func (q *Queue) Get() (int, error) {
	if q.isClosed() {
		return 0, errClosed
	}
	q.mu.Lock()
	if q.isClosed() || len(q.items) == 0 {
		return 0, errClosed // want missingunlock
	}
	n := q.items[0]
	q.items = q.items[1:]
	q.mu.Unlock()
	return n, nil
}

func (q *Queue) Close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
}
