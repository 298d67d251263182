package bank

import (
	"sync"
	"testing"
)

func TestTransfer(t *testing.T) {
	a, b := &Account{id: 1, balance: 10}, &Account{id: 2, balance: 10}
	var wg sync.WaitGroup
	wg.Go(func() { Transfer(a, b, 1) })
	wg.Go(func() { Transfer(b, a, 2) })
	wg.Wait()
}
