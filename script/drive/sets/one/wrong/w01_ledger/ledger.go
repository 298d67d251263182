// Package ledger keeps the balances of accounts and moves money between them.
//
// All amounts are in cents. All methods may be called from several goroutines.
package ledger

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

// ErrFunds is wrapped by the error of a debit that the balance does not cover.
var ErrFunds = errors.New("insufficient funds")

// ErrAmount is returned for amounts that are negative.
var ErrAmount = errors.New("negative amount")

var lastID atomic.Int64

// An Account is a balance with an owner. Open makes one.
type Account struct {
	id    int64
	owner string

	mu      sync.Mutex
	balance int64
	entries int
}

// Open returns a new account with a first deposit.
func Open(owner string, cents int64) (*Account, error) {
	if cents < 0 {
		return nil, fmt.Errorf("open %q with %d: %w", owner, cents, ErrAmount)
	}
	return &Account{id: lastID.Add(1), owner: owner, balance: cents}, nil
}

// String shows the owner and the balance.
func (a *Account) String() string {
	cents := a.Balance()
	return fmt.Sprintf("%s (%d.%02d)", a.owner, cents/100, cents%100)
}

// Balance returns what is on the account now.
func (a *Account) Balance() int64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.balance
}

// Entries returns how often the balance has changed.
func (a *Account) Entries() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.entries
}

// Deposit adds to the balance.
func (a *Account) Deposit(cents int64) error {
	if cents < 0 {
		return ErrAmount
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.book(cents)
	return nil
}

// Withdraw takes from the balance, which never becomes negative.
func (a *Account) Withdraw(cents int64) error {
	if cents < 0 {
		return ErrAmount
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.debit(cents)
}

// book changes the balance. The caller holds the lock.
func (a *Account) book(cents int64) {
	a.balance += cents
	a.entries++
}

// debit takes from the balance what it covers. The caller holds the lock.
func (a *Account) debit(cents int64) error {
	if a.balance < cents {
		return fmt.Errorf("debit of %d from the account of %v: %w", cents, a, ErrFunds)
	}
	a.book(-cents)
	return nil
}

// Transfer moves money from one account to another. Both may be the same one: then nothing
// changes. Transfers in opposite directions may run at the same time.
func Transfer(from, to *Account, cents int64) error {
	if cents < 0 {
		return ErrAmount
	}
	if from == to {
		return nil
	}
	first, second := from, to
	if second.id < first.id {
		first, second = second, first
	}
	first.mu.Lock()
	defer first.mu.Unlock()
	second.mu.Lock()
	defer second.mu.Unlock()
	if err := from.debit(cents); err != nil {
		return err
	}
	to.book(cents)
	return nil
}
