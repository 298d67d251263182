// Package rows_fixed has a bank with an account for each name. The locks of two accounts are taken in the order of the names.
package rows_fixed

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
	first, second := x, y
	if from > to {
		first, second = y, x
	}
	first.mu.Lock()
	defer first.mu.Unlock()
	second.mu.Lock()
	defer second.mu.Unlock()
	if x.cents < cents {
		return false
	}
	x.cents -= cents
	y.cents += cents
	return true
}
