// Package element_right unlocks each element of a list before it locks another one.
package element_right

import "sync"

type Account struct {
	mu  sync.Mutex
	sum int
}

func Pay(list []*Account, to *Account) {
	for _, a := range list {
		a.mu.Lock()
		a.sum--
		a.mu.Unlock()
	}
	to.mu.Lock()
	to.sum++
	to.mu.Unlock()
}
