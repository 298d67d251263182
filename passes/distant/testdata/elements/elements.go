// Package elements locks two elements of a slice, and of a map, in the order in which they are given.
package elements

import "sync"

type Account struct {
	mu  sync.Mutex
	sum int
}

type Bank struct {
	accounts []*Account
	named    map[string]*Account
}

func (b *Bank) Transfer(from, to, sum int) {
	b.accounts[from].mu.Lock()
	defer b.accounts[from].mu.Unlock()
	b.accounts[to].mu.Lock() // want "lock order cycle: .*once two callers give the two indexes in both orders"
	defer b.accounts[to].mu.Unlock()
	b.accounts[from].sum -= sum
	b.accounts[to].sum += sum
}

func (b *Bank) Move(from, to string, sum int) {
	x, y := b.named[from], b.named[to]
	x.mu.Lock()
	defer x.mu.Unlock()
	y.mu.Lock() // want "lock order cycle: .*once two callers give the two indexes in both orders"
	defer y.mu.Unlock()
	x.sum -= sum
	y.sum += sum
}
