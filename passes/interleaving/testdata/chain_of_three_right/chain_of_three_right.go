// Package chain_of_three_right gives the lock back before it waits.
package chain_of_three_right

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
	mu.Unlock()
	wg.Wait()
}
