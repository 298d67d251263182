// Package bank moves money between accounts, and locks both in the order of its arguments.
package bank

import "sync"

type Account struct {
	mu      sync.Mutex
	id      int
	balance int
}

func Transfer(from, to *Account, amount int) {
	// fix: if from.id > to.id { from, to, amount = to, from, -amount }
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	from.balance, to.balance = from.balance-amount, to.balance+amount
}
