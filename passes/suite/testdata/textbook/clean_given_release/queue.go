// Package clean_given_release gives a function with the lock what releases it: a literal, a method value, or the lock.
package clean_given_release

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

func (q *queue) until(f func(release func())) {
	q.mu.Lock()
	f(q.mu.Unlock)
}

// Poll takes the lock again when it has been released.
func (q *queue) Poll() (n int) {
	q.with(func(release func()) {
		if len(q.list) == 0 {
			release()
			n = q.Len()
		}
	})
	q.until(func(release func()) {
		release()
		n += q.Len()
	})
	return n
}

// Size gives a method what releases the lock.
func (q *queue) Size() int {
	q.mu.Lock()
	return q.after(q.mu.Unlock)
}

func (q *queue) after(release func()) int {
	release()
	return q.Len()
}
