// Package account moves money between accounts while an auditor and depositors work.
//
// Source: Account of SIR, table 4.1 of Luo's thesis (2015), and Accounts of Cooperari.
// Bug: a transfer locks the account that pays, and not the one that receives.
// Shows as: failed test, since a deposit is lost.
//
// family: unguarded
package account

import (
	"sync"
	"sync/atomic"
)

// An account has a balance in cents. The balance is atomic, its updates are not.
type account struct {
	mu      sync.Mutex
	name    string
	balance atomic.Int64
}

func (a *account) deposit(cents int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.add(cents)
}

func (a *account) withdraw(cents int64) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.balance.Load() < cents {
		return false
	}
	a.add(-cents)
	return true
}

// add needs the lock of the account.
func (a *account) add(cents int64) {
	a.balance.Store(a.balance.Load() + cents)
}

// transfer moves money from a to another account.
func (a *account) transfer(to *account, cents int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.balance.Load() < cents {
		return
	}
	a.add(-cents)
	to.add(cents)
}

// A bank has accounts and a journal.
type bank struct {
	accounts []*account
	journal  chan string
	entries  int
}

func newBank(names ...string) *bank {
	b := &bank{journal: make(chan string, 16)}
	for _, name := range names {
		a := &account{name: name}
		a.balance.Store(1000)
		b.accounts = append(b.accounts, a)
	}
	return b
}

// write is the goroutine that keeps the journal.
func (b *bank) write(done chan<- struct{}) {
	for range b.journal {
		b.entries++
	}
	close(done)
}

// salary pays into an account.
func (b *bank) salary(to int, cents int64) {
	b.journal <- "salary to " + b.accounts[to].name
	b.accounts[to].deposit(cents)
}

// rent pays from one account to another.
func (b *bank) rent(from, to int, cents int64) {
	b.journal <- "rent from " + b.accounts[from].name
	b.accounts[from].transfer(b.accounts[to], cents)
}

// cash takes money out.
func (b *bank) cash(from int, cents int64) {
	if b.accounts[from].withdraw(cents) {
		b.journal <- "cash from " + b.accounts[from].name
	}
}

func (b *bank) total() (sum int64) {
	for _, a := range b.accounts {
		a.mu.Lock()
		sum += a.balance.Load()
		a.mu.Unlock()
	}
	return sum
}

// day runs the work of one day and returns the total.
func (b *bank) day() int64 {
	done := make(chan struct{})
	go b.write(done)
	var wg sync.WaitGroup
	for _, work := range []func(){
		func() { b.salary(0, 500) },
		func() { b.rent(0, 1, 300) },
		func() { b.salary(1, 700) },
		func() { b.rent(1, 2, 200) },
		func() { b.cash(2, 100) },
	} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			work()
		}()
	}
	wg.Wait()
	close(b.journal)
	<-done
	return b.total()
}
