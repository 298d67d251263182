// Package clean_ordered_branches takes two of one kind in the order of something that
// all agree on, with a branch for each order.
package clean_ordered_branches

import (
	"strings"
	"sync"
	"unsafe"
)

type Account struct {
	id      int
	name    string
	mu      sync.Mutex
	balance int
}

func (a *Account) before(b *Account) bool { return a.id < b.id }

func less(a, b *Account) bool { return a.id < b.id }

func byID(a, b *Account) {
	if a.id < b.id {
		a.mu.Lock()
		b.mu.Lock()
	} else {
		b.mu.Lock()
		a.mu.Lock()
	}
}

func byIDReversed(a, b *Account) {
	if a.id >= b.id {
		b.mu.Lock()
		a.mu.Lock()
		return
	}
	a.mu.Lock()
	b.mu.Lock()
}

func byAddress(a, b *Account) {
	if a == b {
		a.mu.Lock()
	} else if uintptr(unsafe.Pointer(a)) < uintptr(unsafe.Pointer(b)) {
		a.mu.Lock()
		b.mu.Lock()
	} else {
		b.mu.Lock()
		a.mu.Lock()
	}
}

func byFunction(a, b *Account) {
	if !less(b, a) {
		a.mu.Lock()
		b.mu.Lock()
	} else {
		b.mu.Lock()
		a.mu.Lock()
	}
}

func byMethod(a, b *Account) {
	if a.before(b) {
		a.mu.Lock()
		b.mu.Lock()
	} else {
		b.mu.Lock()
		a.mu.Lock()
	}
}

func byName(a, b *Account) {
	if strings.Compare(a.name, b.name) < 0 {
		a.mu.Lock()
		b.mu.Lock()
	} else {
		b.mu.Lock()
		a.mu.Lock()
	}
}

func transfer(lock func(a, b *Account), from, to *Account, n int) {
	lock(from, to)
	from.balance -= n
	to.balance += n
	from.mu.Unlock()
	to.mu.Unlock()
}

func Both(a, b *Account) {
	for _, lock := range []func(a, b *Account){byID, byIDReversed, byAddress, byFunction, byMethod, byName} {
		go transfer(lock, a, b, 1)
		go transfer(lock, b, a, 1)
	}
}
