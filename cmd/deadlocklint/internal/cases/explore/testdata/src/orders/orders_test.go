// Package orders has tests whose orders are few enough to be visited, though their schedules are not.
package orders

import (
	"sync"
	"testing"
	"time"
)

// run starts goroutines and waits for them.
func run(n int, f func(i int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Add(1)
		go func() { defer wg.Done(); f(i) }()
	}
	wg.Wait()
}

// Two goroutines take two locks in one order.
func TestTwo(t *testing.T) {
	var a, b sync.Mutex
	n := 0
	run(2, func(int) {
		a.Lock()
		b.Lock()
		n++
		b.Unlock()
		a.Unlock()
	})
	if n != 2 {
		t.Error(n)
	}
}

// Two goroutines take two locks in turn.
func TestTurns(t *testing.T) {
	var a, b sync.Mutex
	run(2, func(int) {
		for range 2 {
			a.Lock()
			a.Unlock()
			b.Lock()
			b.Unlock()
		}
	})
}

// Three workers, of which one takes a lock of its own only.
func TestWorkers(t *testing.T) {
	var a, b sync.Mutex
	run(3, func(i int) {
		a.Lock()
		a.Unlock()
		if i > 0 {
			b.Lock()
			b.Unlock()
		}
	})
}

// Producers share a channel.
func TestProducers(t *testing.T) {
	c := make(chan int, 4)
	run(2, func(i int) { c <- i; c <- i })
	close(c)
	sum := 0
	for v := range c {
		sum += v
	}
	if sum != 2 {
		t.Error(sum)
	}
}

// Timers are set, and fire in time.
func TestSleepers(t *testing.T) {
	var a sync.Mutex
	run(2, func(int) {
		a.Lock()
		a.Unlock()
		time.Sleep(time.Millisecond)
		a.Lock()
		a.Unlock()
	})
}

// Two locks come in two orders: the search for all orders of the others finds no such thing.
func TestReversed(t *testing.T) {
	var a, b sync.Mutex
	run(2, func(i int) {
		x, y := &a, &b
		if i > 0 {
			x, y = y, x
		}
		x.Lock()
		y.Lock()
		y.Unlock()
		x.Unlock()
	})
}

// Nobody sees the end of this one.
func TestMany(t *testing.T) {
	var a, b sync.Mutex
	run(6, func(int) {
		for range 6 {
			a.Lock()
			a.Unlock()
			b.Lock()
			b.Unlock()
		}
	})
}

// One goroutine has one schedule.
func TestOne(t *testing.T) {
	var a sync.Mutex
	a.Lock()
	a.Unlock()
}
