// Package swap locks two accounts in the order in which callers give them.
package swap

import "sync"

type Account struct {
	mu      sync.Mutex
	balance int
}

func Transfer(from, to *Account, sum int) {
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock() // want `^possible lock order cycle: .*; not shown that two callers give the two objects in both orders`
	defer to.mu.Unlock()
	from.balance -= sum
	to.balance += sum
}
