// Package index_shown locks an element twice by one index.
package index_shown

import "sync"

type Account struct {
	mu  sync.Mutex
	sum int
}

type Bank struct{ accounts []*Account }

func (b *Bank) Pay(from, to int) {
	b.accounts[from].mu.Lock()
	defer b.accounts[from].mu.Unlock()
	if from == to {
		b.accounts[to].mu.Lock() // want `^index_shown.Account.mu is locked again`
		b.accounts[to].mu.Unlock()
	}
}
