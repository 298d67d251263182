// Package clean_chain makes a list in one turn of a loop for each element: an element points to that of the
// turn before, never to itself.
package clean_chain

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
	if v, ok := l.m[k]; ok || l.next == nil {
		return v, ok
	}
	return l.next.Get(k)
}

// New makes n levels.
func New(n int) *level {
	var l *level
	for range n {
		l = &level{next: l, m: map[string]int{}}
	}
	return l
}
