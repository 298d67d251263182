// Package elements_right locks two elements in the order of their indexes, or of two slices, or under a lock for all of them.
package elements_right

import "sync"

type Account struct {
	mu  sync.Mutex
	sum int
}

type Bank struct {
	all             sync.Mutex
	accounts, other []*Account
}

func (b *Bank) Ordered(from, to, sum int) {
	if from > to {
		from, to, sum = to, from, -sum
	}
	b.accounts[from].mu.Lock()
	defer b.accounts[from].mu.Unlock()
	b.accounts[to].mu.Lock()
	defer b.accounts[to].mu.Unlock()
	b.accounts[from].sum -= sum
	b.accounts[to].sum += sum
}

func (b *Bank) Across(from, to, sum int) {
	b.accounts[from].mu.Lock()
	defer b.accounts[from].mu.Unlock()
	b.other[to].mu.Lock()
	defer b.other[to].mu.Unlock()
	b.accounts[from].sum -= sum
	b.other[to].sum += sum
}

func (b *Bank) Gated(from, to, sum int) {
	b.all.Lock()
	defer b.all.Unlock()
	b.accounts[from].mu.Lock()
	defer b.accounts[from].mu.Unlock()
	b.accounts[to].mu.Lock()
	defer b.accounts[to].mu.Unlock()
	b.accounts[from].sum -= sum
	b.accounts[to].sum += sum
}

func (b *Bank) Ascending(from, to, sum int) {
	if from >= to {
		return
	}
	b.accounts[from].mu.Lock()
	defer b.accounts[from].mu.Unlock()
	b.accounts[to].mu.Lock()
	defer b.accounts[to].mu.Unlock()
	b.accounts[from].sum -= sum
	b.accounts[to].sum += sum
}
