// Package abba_audit locks an account and the journal of its parent in both orders. One of them goes by the field,
// and the other one gets both accounts.
package abba_audit

import "sync"

type Account struct {
	mu, journal sync.Mutex
	parent      *Account
	n           int
}

func (a *Account) Open() *Account { return &Account{parent: a} }

func (a *Account) Post(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.parent.journal.Lock() // want lockorder
	defer a.parent.journal.Unlock()
	a.n += n
}

func (a *Account) Audit(child *Account) {
	a.journal.Lock()
	defer a.journal.Unlock()
	child.mu.Lock()
	defer child.mu.Unlock()
	a.n += child.n
}
