// Command same_class_transfer locks two accounts in the order of its arguments.
package main

import "sync"

type Account struct {
	mu      sync.Mutex
	balance int
}

func transfer(from, to *Account, n int) {
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	from.balance -= n
	to.balance += n
}

func main() {
	a, b := &Account{balance: 10}, &Account{balance: 10}
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { // want lockorder
		defer wg.Done()
		transfer(a, b, 1)
	}()
	go func() {
		defer wg.Done()
		transfer(b, a, 1)
	}()
	wg.Wait()
}
