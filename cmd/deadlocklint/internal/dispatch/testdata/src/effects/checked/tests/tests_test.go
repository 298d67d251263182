package tests

import "sync"

// again locks a mutex again that it holds.
func again(mu *sync.Mutex) {
	mu.Lock()
	mu.Lock()
}
