// Package clean_asked_again asks again when it has the lock, and releases it, or asks the same before and after.
package clean_asked_again

import (
	"errors"
	"sync"
)

var errClosed = errors.New("closed")

type Queue struct {
	mu     sync.RWMutex
	items  []int
	closed bool
	shared bool
}

func (q *Queue) isShared() bool { return q.shared }

func (q *Queue) Put(n int) error {
	q.mu.RLock()
	if q.closed {
		q.mu.RUnlock()
		return errClosed
	}
	q.mu.RUnlock()
	q.mu.Lock()
	if q.closed {
		q.mu.Unlock()
		return errClosed
	}
	q.items = append(q.items, n)
	q.mu.Unlock()
	return nil
}

func (q *Queue) Get() (int, error) {
	if q.shared {
		q.mu.Lock()
	}
	n := q.items[0]
	q.items = q.items[1:]
	if q.shared {
		q.mu.Unlock()
	}
	return n, nil
}

func (q *Queue) Len() int {
	if q.isShared() {
		q.mu.RLock()
	}
	n := len(q.items)
	if q.isShared() {
		q.mu.RUnlock()
	}
	return n
}

func (q *Queue) Share() { q.shared = true }

func (q *Queue) Close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
}
