// Package double_chain makes a list whose only element points to itself.
package double_chain

import "sync"

type level struct {
	mu   sync.Mutex
	next *level
	m    map[string]int
}

// Get looks in the next level with the lock of this one.
func (l *level) Get(k string) (int, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if v, ok := l.m[k]; ok {
		return v, ok
	}
	return l.next.Get(k) // want doublelock
}

// New makes a ring of one level.
func New() *level {
	l := &level{m: map[string]int{}}
	l.next = l
	return l
}
