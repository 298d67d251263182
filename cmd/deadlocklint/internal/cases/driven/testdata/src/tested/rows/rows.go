// Package rows has a bank with an account for each name.
package rows

import "sync"

type Bank struct{ accounts map[string]*account }

type account struct {
	mu    sync.Mutex
	cents int
}

func Open(names ...string) *Bank {
	b := &Bank{map[string]*account{}}
	for _, n := range names {
		b.accounts[n] = &account{cents: 100}
	}
	return b
}

// Move moves money between two accounts, and reports whether there was enough.
func (b *Bank) Move(from, to string, cents int) bool {
	if from == to {
		return true
	}
	x, y := b.accounts[from], b.accounts[to]
	x.mu.Lock()
	defer x.mu.Unlock()
	y.mu.Lock()
	defer y.mu.Unlock()
	if x.cents < cents {
		return false
	}
	x.cents -= cents
	y.cents += cents
	return true
}
