// Package m has what every host of the checks should show: a deadlock over two
// packages, a finding with a fix, and one that a comment silences. Without the
// fault of drain.go, and with the fix of get.go, nothing is to be shown.
package m

import (
	"sync"

	"example.com/m/store"
)

var mu sync.Mutex

// Put has its own lock when it takes that of the store.
func Put(v int) {
	mu.Lock()
	defer mu.Unlock()
	store.Add(v)
}

// Drain takes both, the other way round.
func Drain() {
	store.Mu.Lock()
	defer store.Mu.Unlock()
	mu.Lock()
	defer mu.Unlock()
}
