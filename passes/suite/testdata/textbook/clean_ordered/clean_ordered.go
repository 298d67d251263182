// Package clean_ordered takes two of one kind in the order of their ids.
package clean_ordered

import "sync"

type Account struct {
	id      int
	mu      sync.Mutex
	balance int
}

func Transfer(from, to *Account, n int) {
	first, second := from, to
	if to.id < from.id {
		first, second = to, from
	}
	first.mu.Lock()
	defer first.mu.Unlock()
	second.mu.Lock()
	defer second.mu.Unlock()
	from.balance -= n
	to.balance += n
}

func Both(a, b *Account) {
	go Transfer(a, b, 1)
	go Transfer(b, a, 1)
}
