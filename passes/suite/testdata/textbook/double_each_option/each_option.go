// Package double_each_option locks for each option of a caller that has the lock.
package double_each_option

import "sync"

type R struct {
	mu sync.Mutex
	n  int
}
type Option func(*R)

func WithA() Option {
	return func(r *R) {
		r.n++
	}
}
func (r *R) Apply(opts ...Option) {
	for _, o := range opts {
		r.mu.Lock()
		o(r)
		r.mu.Unlock()
	}
}
func (r *R) Init() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Apply(WithA(), WithA()) // want doublelock
}
