// Package index_right locks two elements of a list that are two.
package index_right

import "sync"

type Account struct {
	mu  sync.Mutex
	sum int
}

type Bank struct{ accounts []*Account }

func (b *Bank) Pay(from, to int) {
	if from == to {
		return
	}
	b.accounts[min(from, to)].mu.Lock()
	defer b.accounts[min(from, to)].mu.Unlock()
	b.accounts[max(from, to)].mu.Lock()
	defer b.accounts[max(from, to)].mu.Unlock()
}

func (b *Bank) Move(from, to int) {
	if from >= to {
		return
	}
	b.accounts[from].mu.Lock()
	defer b.accounts[from].mu.Unlock()
	b.accounts[to].mu.Lock()
	defer b.accounts[to].mu.Unlock()
}
