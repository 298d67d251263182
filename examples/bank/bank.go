package bank

import "sync"

type Account struct {
	mu      sync.Mutex
	balance int
}

func Transfer(from, to *Account, amount int) {
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	from.balance, to.balance = from.balance-amount, to.balance+amount
}
