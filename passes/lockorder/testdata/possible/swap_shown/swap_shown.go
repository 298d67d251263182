// Package swap_shown has callers that give two accounts in both orders.
package swap_shown

import "sync"

type Account struct {
	mu      sync.Mutex
	balance int
}

type Bank struct{ a, b *Account }

func transfer(from, to *Account, sum int) {
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	from.balance -= sum
	to.balance += sum
}

func (b *Bank) Settle() {
	go transfer(b.a, b.b, 1) // want `^lock order cycle: .* \[lockorder`
	transfer(b.b, b.a, 1)
}
