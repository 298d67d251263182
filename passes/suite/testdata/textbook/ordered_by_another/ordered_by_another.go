// Package ordered_by_another decides by something else than the order of the two which of
// them it takes first.
package ordered_by_another

import "sync"

type Account struct {
	id      int
	limit   int
	mu      sync.Mutex
	balance int
}

func Transfer(from, to *Account, n int) {
	if from.id < to.limit {
		from.mu.Lock()
		to.mu.Lock() // want lockorder
	} else {
		to.mu.Lock()
		from.mu.Lock()
	}
	from.balance -= n
	to.balance += n
	from.mu.Unlock()
	to.mu.Unlock()
}

func Refund(from, to *Account, n int) {
	if n < from.limit {
		from.mu.Lock()
		to.mu.Lock() // want lockorder
	} else {
		to.mu.Lock()
		from.mu.Lock()
	}
	from.balance -= n
	to.balance += n
	from.mu.Unlock()
	to.mu.Unlock()
}
