// Package element_shown keeps the last element that it has locked, and locks it again.
package element_shown

import "sync"

type Account struct {
	mu  sync.Mutex
	sum int
}

func Pay(list []*Account) {
	var last *Account
	for _, a := range list {
		a.mu.Lock()
		defer a.mu.Unlock()
		last = a
	}
	if last != nil {
		last.mu.Lock() // want `^element_shown.Account.mu is locked again`
		last.sum++
		last.mu.Unlock()
	}
}
