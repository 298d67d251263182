// Package no_signal waits on a Cond after its only signal, in some order.
package no_signal

import "sync"

func Once() {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	go func() {
		mu.Lock()
		cond.Signal()
		mu.Unlock()
	}()
	mu.Lock()
	cond.Wait() // want `Once waits for a signal of the Cond of line 8`
	mu.Unlock()
}

func Never() {
	var mu sync.Mutex
	cond := sync.Cond{L: &mu}
	cond.L.Lock()
	cond.Wait() // want `Never waits for a signal of cond`
	cond.L.Unlock()
}
