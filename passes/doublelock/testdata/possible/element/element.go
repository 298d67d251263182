// Package element locks a list, and then an element that may be one of the list.
package element

import "sync"

type Account struct {
	mu  sync.Mutex
	sum int
}

func Pay(list []*Account, to *Account) {
	for _, a := range list {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.sum--
	}
	to.mu.Lock() // want `^possible: element.Account.mu is locked again: .*; not shown that the lock is that of an element which the loop has locked`
	to.sum++
	to.mu.Unlock()
}
