// Package double_captured_flag locks again what two literals keep locked, under
// a variable that they capture.
package double_captured_flag

import "sync"

type Account struct {
	queue sync.Mutex
	subs  map[string]int
}

func (a *Account) Update(key string, queues []string, delta int) {
	isQueue := len(queues) > 0
	lock := func() {
		if isQueue {
			a.queue.Lock()
		}
	}
	unlock := func() {
		if isQueue {
			a.queue.Unlock()
		}
	}
	lock()
	a.subs[key] += delta
	if isQueue {
		a.queue.Lock() // want doublelock
		a.subs[key]++
	}
	unlock()
}
