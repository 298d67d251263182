// Package crossed takes two locks in both orders.
package crossed

import "sync"

// An Account is safe for concurrent use.
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
