// Package warned says what its callers must not do, and hangs when they do it.
package warned

import "sync"

// An Account is not
// safe for concurrent use.
type Account struct {
	mu    sync.Mutex
	cents int
}

func Open(cents int) *Account { return &Account{cents: cents} }

// Move moves money between two accounts.
func Move(from, to *Account, cents int) {
	if from == to {
		return
	}
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	from.cents -= cents
	to.cents += cents
}
