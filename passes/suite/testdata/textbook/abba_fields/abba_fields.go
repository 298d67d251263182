// Package abba_fields: two methods take two fields in opposite orders.
package abba_fields

import "sync"

type Bank struct {
	accounts sync.Mutex
	audit    sync.Mutex
	balance  int
	entries  []int
}

func (b *Bank) Deposit(n int) {
	b.accounts.Lock()
	defer b.accounts.Unlock()
	b.balance += n
	b.audit.Lock() // want lockorder
	b.entries = append(b.entries, n)
	b.audit.Unlock()
}

func (b *Bank) Verify() bool {
	b.audit.Lock()
	defer b.audit.Unlock()
	sum := 0
	for _, n := range b.entries {
		sum += n
	}
	b.accounts.Lock()
	defer b.accounts.Unlock()
	return sum == b.balance
}
