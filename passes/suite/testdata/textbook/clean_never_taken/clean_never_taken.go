// Package clean_never_taken has a branch that is never taken.
package clean_never_taken

import "sync"

func touch(mu *sync.Mutex) {
	mu.Lock()
	if false {
		return
	}
	mu.Unlock()
}
