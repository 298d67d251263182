// Package double_try locks again what it has got by trying.
package double_try

import "sync"

// Reads tries for a lock that it has in shared mode, which may be had.
func Reads(mu *sync.RWMutex) {
	mu.RLock()
	if mu.TryRLock() {
		mu.RUnlock()
		mu.Lock() // want doublelock
		mu.Unlock()
	}
	mu.RUnlock()
}

// Tries has one lock and gets the other one.
func Tries(a, b *sync.Mutex) {
	a.Lock()
	if b.TryLock() {
		b.Lock() // want doublelock
		b.Unlock()
	}
	a.Unlock()
}
