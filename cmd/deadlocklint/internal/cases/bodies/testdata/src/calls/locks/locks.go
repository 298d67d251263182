// Package locks takes two locks, in one order or in both.
package locks

import (
	"sync"
	"testing"
)

// Both takes two locks in their order.
func Both(first, second sync.Locker) {
	first.Lock()
	second.Lock()
	second.Unlock()
	first.Unlock()
}

// Pair waits for two goroutines.
func Pair(one, other func()) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); one() }()
	go func() { defer wg.Done(); other() }()
	wg.Wait()
}

// Crossed takes two locks in both orders.
func Crossed(*testing.T) {
	var a, b sync.Mutex
	Pair(func() { Both(&a, &b) }, func() { Both(&b, &a) })
}

// Ordered takes two locks in one order.
func Ordered(*testing.T) {
	var a, b sync.Mutex
	Pair(func() { Both(&a, &b) }, func() { Both(&a, &b) })
}
