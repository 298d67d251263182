// Package dep has a deadlock that nobody looks at who uses it.
package dep

import "sync"

// Again locks a mutex again that it holds.
func Again(mu *sync.Mutex) {
	mu.Lock()
	mu.Lock()
}
