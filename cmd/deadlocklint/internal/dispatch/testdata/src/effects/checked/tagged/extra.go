//go:build extra

package tagged

import "sync"

// Again locks a mutex again that it holds.
func Again(mu *sync.Mutex) {
	mu.Lock()
	mu.Lock()
}
