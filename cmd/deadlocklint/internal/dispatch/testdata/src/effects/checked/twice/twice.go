// Package twice has one fault in two places.
package twice

import "sync"

// Again locks a mutex again that it holds, in two places.
func Again(mu *sync.Mutex, here bool) {
	if here {
		mu.Lock()
		mu.Lock()
		return
	}
	mu.Lock()
	mu.Lock()
}
