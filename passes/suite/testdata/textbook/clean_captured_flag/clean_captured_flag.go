// Package clean_captured_flag locks and unlocks in two literals, both under a
// variable that they capture.
package clean_captured_flag

import "sync"

type Account struct {
	queue sync.Mutex
	mu    sync.Mutex
	subs  map[string]int
}

func (a *Account) Update(key string, queues []string, delta int) bool {
	isQueue := len(queues) > 0
	lock := func() {
		if isQueue {
			a.queue.Lock()
		}
		a.mu.Lock()
	}
	unlock := func() {
		a.mu.Unlock()
		if isQueue {
			a.queue.Unlock()
		}
	}
	lock()
	if a.subs == nil {
		unlock()
		return false
	}
	a.subs[key] += delta
	unlock()
	if isQueue {
		a.queue.Lock()
		defer a.queue.Unlock()
	}
	return isQueue
}
