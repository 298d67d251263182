// Package m has locks that are taken in two orders, where few schedules come to the deadlock.
package m

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

// work takes and gives back a lock that others use, too.
func work(mu *sync.Mutex, n int) {
	for range n {
		mu.Lock()
		mu.Unlock()
	}
}

// both takes two locks, far from the begin and the end of its goroutine.
func both(x, y, rest *sync.Mutex, before, behind int) {
	work(rest, before)
	x.Lock()
	y.Lock()
	y.Unlock()
	x.Unlock()
	work(rest, behind)
}

// TestFar: one goroutine is at its locks early, and the other one late.
func TestFar(t *testing.T) {
	var a, b, rest sync.Mutex
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			switch i {
			case 0:
				both(&a, &b, &rest, 300, 1)
			case 5:
				both(&b, &a, &rest, 1, 300)
			default:
				work(&rest, 100)
			}
		}()
	}
	wg.Wait()
}

// TestFarWell: the same with one order.
func TestFarWell(t *testing.T) {
	var a, b, rest sync.Mutex
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			switch i {
			case 0:
				both(&a, &b, &rest, 300, 1)
			case 5:
				both(&a, &b, &rest, 1, 300)
			default:
				work(&rest, 100)
			}
		}()
	}
	wg.Wait()
}

// TestGatedWell: a third lock around both orders.
func TestGatedWell(t *testing.T) {
	var a, b, gate, rest sync.Mutex
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			switch i {
			case 0:
				gate.Lock()
				both(&a, &b, &rest, 30, 1)
				gate.Unlock()
			case 5:
				gate.Lock()
				both(&b, &a, &rest, 1, 30)
				gate.Unlock()
			default:
				work(&rest, 10)
			}
		}()
	}
	wg.Wait()
}

// TestTurnWell: an atomic variable lets the second goroutine begin behind the first one.
func TestTurnWell(t *testing.T) {
	var a, b, rest sync.Mutex
	var over atomic.Bool
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		both(&a, &b, &rest, 3, 3)
		over.Store(true)
	}()
	go func() {
		defer wg.Done()
		for !over.Load() {
			runtime.Gosched()
		}
		both(&b, &a, &rest, 3, 3)
	}()
	wg.Wait()
}
