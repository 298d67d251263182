// Package entered_fixed has rooms that their visitors lock.
package entered_fixed

import "sync"

// A Room is changed by who has entered it.
type Room struct {
	mu     sync.Mutex
	slot   chan struct{}
	names  map[string]bool
	visits int
	wanted int
}

// New is an empty room.
func New() *Room { return &Room{slot: make(chan struct{}, 1), names: map[string]bool{}} }

// Enter waits until nobody is inside.
func (r *Room) Enter() { r.mu.Lock() }

// Leave ends an Enter.
func (r *Room) Leave() { r.mu.Unlock() }

// Sign needs an Enter.
func (r *Room) Sign(name string) {
	r.names[name] = true
	r.visits++
}

// Signed needs one, too.
func (r *Room) Signed(name string) bool { return r.names[name] && r.visits > 0 }

// Queue takes the one place in front of the door.
func (r *Room) Queue() { r.slot <- struct{}{} }

// Next gives that place back.
func (r *Room) Next() { <-r.slot }

// Ask needs a Queue.
func (r *Room) Ask() int {
	r.wanted++
	return r.wanted
}
