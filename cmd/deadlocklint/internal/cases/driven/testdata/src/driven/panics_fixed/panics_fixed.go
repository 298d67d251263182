// Package panics_fixed has a precondition: a call that breaks it panics under the lock.
package panics_fixed

import "sync"

type List struct {
	mu  sync.Mutex
	all []int
}

func New() *List { return new(List) }

func (l *List) Add(v int) {
	l.mu.Lock()
	l.all = append(l.all, v)
	l.mu.Unlock()
}

// At needs an index below the number of values.
func (l *List) At(i int) int {
	l.mu.Lock()
	v := l.all[i]
	l.mu.Unlock()
	return v
}
