// Package bank transfers money by tellers that serve a queue of orders.
//
// Source: Bank of SIR, table 1 of the Cooperari paper (Marques, Martins, Simões 2014).
// Bug: a transfer locks the account that pays before the one that receives.
// Shows as: deadlock of two transfers in opposite directions.
//
// family: locks
package bank

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// An account is a balance with its lock.
type account struct {
	mu      sync.Mutex
	number  int
	balance int
}

// An order moves an amount.
type order struct {
	from, to, amount int
}

// A bank has accounts, orders that wait, and a log.
type bank struct {
	accounts []*account
	orders   chan order
	refused  atomic.Int64
	log      log
}

type log struct {
	mu    sync.Mutex
	lines []string
}

func (l *log) add(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, line)
}

func newBank(accounts, balance int) *bank {
	b := &bank{orders: make(chan order)}
	for n := range accounts {
		b.accounts = append(b.accounts, &account{number: n, balance: balance})
	}
	return b
}

// transfer moves the amount of an order, when there is enough.
func (b *bank) transfer(o order) {
	from, to := b.accounts[o.from], b.accounts[o.to]
	first, second := from, to
	first.mu.Lock()
	defer first.mu.Unlock()
	second.mu.Lock()
	defer second.mu.Unlock()
	if from.balance < o.amount {
		b.refused.Add(1)
		return
	}
	from.balance -= o.amount
	to.balance += o.amount
	b.log.add(fmt.Sprintf("%d: %d to %d", o.amount, o.from, o.to))
}

// balance is what a customer asks.
func (b *bank) balance(n int) int {
	a := b.accounts[n]
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.balance
}

// teller serves orders until there are none.
func (b *bank) teller() {
	for o := range b.orders {
		b.transfer(o)
		b.balance(o.to)
	}
}

// run serves the orders and returns the sum of all accounts.
func (b *bank) run(tellers int, orders ...order) (sum int) {
	var wg sync.WaitGroup
	for range tellers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			b.teller()
		}()
	}
	for _, o := range orders {
		b.orders <- o
	}
	close(b.orders)
	wg.Wait()
	for n := range b.accounts {
		sum += b.balance(n)
	}
	return sum
}
