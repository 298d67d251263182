// Package index locks two elements of a list, which may be one.
package index

import "sync"

type Account struct {
	mu  sync.Mutex
	sum int
}

type Bank struct{ accounts []*Account }

func (b *Bank) Pay(from, to int) {
	b.accounts[from].mu.Lock()
	defer b.accounts[from].mu.Unlock()
	b.accounts[to].mu.Lock() // want `^possible: index.Account.mu is locked again: .*; not shown that the two indexes are equal`
	defer b.accounts[to].mu.Unlock()
	b.accounts[from].sum--
	b.accounts[to].sum++
}
