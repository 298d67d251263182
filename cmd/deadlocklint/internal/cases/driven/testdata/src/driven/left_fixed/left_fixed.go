// Package left_fixed has a lock that its user takes and gives back with two calls. The second one panics without the first one.
package left_fixed

import "sync"

type Room struct {
	mu    sync.Mutex
	taken bool
}

func New() *Room { return new(Room) }

// Take waits until the room is left.
func (r *Room) Take() {
	r.mu.Lock()
	r.taken = true
}

// Leave ends Take.
func (r *Room) Leave(quietly bool) {
	if !r.taken {
		panic("nobody is here")
	}
	r.taken = false
	r.mu.Unlock()
}
