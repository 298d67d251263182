// Package chain_of_three has waits in a circle over a lock, a channel and a WaitGroup.
package chain_of_three

import "sync"

func Circle() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	ready := make(chan int)
	wg.Add(1)
	go func() {
		defer wg.Done()
		ready <- 1
	}()
	go func() {
		mu.Lock()
		<-ready
		mu.Unlock()
	}()
	mu.Lock()
	wg.Wait() // want `waits for wg .*the goroutine of line 11 waits to send to ready .*the goroutine of line 15 waits to lock mu .*Circle locks mu`
	mu.Unlock()
}
