package m

import "sync"

// T is a value with its lock.
type T struct {
	mu    sync.Mutex
	value int
}

// Get returns the value, and forgets the lock when there is none.
func (x *T) Get(known bool) int {
	x.mu.Lock()
	if !known {
		return 0
	}
	v := x.value
	x.mu.Unlock()
	return v
}
