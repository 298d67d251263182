// Package swap_right compares the two accounts first, has a gate around both, or has an order by what leads from one to the other.
package swap_right

import "sync"

type Account struct {
	mu      sync.Mutex
	parent  *Account
	id      int
	balance int
}

func Transfer(from, to *Account, sum int) {
	first, second := from, to
	if second.id < first.id {
		first, second = second, first
	}
	first.mu.Lock()
	defer first.mu.Unlock()
	second.mu.Lock()
	defer second.mu.Unlock()
	from.balance -= sum
	to.balance += sum
}

var gate sync.Mutex

func Merge(from, to *Account) {
	gate.Lock()
	defer gate.Unlock()
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	to.balance += from.balance
}

func (a *Account) Up() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.parent.mu.Lock()
	defer a.parent.mu.Unlock()
	a.parent.balance += a.balance
}
