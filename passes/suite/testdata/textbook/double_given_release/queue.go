// Package double_given_release gives a function with the lock what releases it, and the function takes the lock before
// it does so, or never does so.
package double_given_release

import "sync"

type queue struct {
	mu   sync.Mutex
	list []int
}

// Len takes the lock.
func (q *queue) Len() int { q.mu.Lock(); defer q.mu.Unlock(); return len(q.list) }

func (q *queue) with(f func(release func())) {
	q.mu.Lock()
	released := false
	f(func() { released = true; q.mu.Unlock() })
	if !released {
		q.mu.Unlock()
	}
}

// Poll asks for the length first.
func (q *queue) Poll() (n int) {
	q.with(func(release func()) { // want doublelock
		n = q.Len()
		release()
	})
	return n
}

// Peek does not release the lock.
func (q *queue) Peek() (n int) {
	q.with(func(func()) { n = q.Len() }) // want doublelock
	return n
}

// Size gives a method what releases the lock.
func (q *queue) Size() int {
	q.mu.Lock()
	return q.before(q.mu.Unlock) // want doublelock
}

func (q *queue) before(release func()) int {
	n := q.Len()
	release()
	return n
}
