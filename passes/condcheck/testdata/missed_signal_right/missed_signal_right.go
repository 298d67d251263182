// Package missed_signal_right asks again with the lock held.
package missed_signal_right

import (
	"sync"
	"sync/atomic"
)

type Flag struct {
	mu   sync.Mutex
	cond *sync.Cond
	set  atomic.Bool
}

func New() *Flag {
	f := new(Flag)
	f.cond = sync.NewCond(&f.mu)
	return f
}

// Await looks without the lock first, which saves it most of the time.
func (f *Flag) Await() {
	if f.set.Load() {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for !f.set.Load() {
		f.cond.Wait()
	}
}

func (f *Flag) Set() {
	f.mu.Lock()
	f.set.Store(true)
	f.mu.Unlock()
	f.cond.Broadcast()
}
