// Package m has a server of TestMain, which counts requests and answers each one on its own channel.
package m

import (
	"os"
	"sync"
	"testing"
)

var (
	in   = make(chan chan int)
	quit = make(chan bool)
)

func TestMain(m *testing.M) {
	var wg sync.WaitGroup
	wg.Go(func() {
		n := 0
		for {
			select {
			case answer := <-in:
				n++
				answer <- n
			case <-quit:
				return
			}
		}
	})
	status := m.Run()
	close(quit)
	wg.Wait()
	os.Exit(status)
}

func ask() int {
	answer := make(chan int)
	in <- answer
	return <-answer
}

func both(f func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(f)
	wg.Wait()
}

// TestOrder takes it that the numbers come to the lock in their order.
func TestOrder(t *testing.T) {
	var mu sync.Mutex
	last := 0
	both(func() {
		n := ask()
		mu.Lock()
		defer mu.Unlock()
		if n < last {
			t.Errorf("%d after %d", n, last)
		}
		last = n
	})
}

// TestHeldWell asks with the lock held.
func TestHeldWell(t *testing.T) {
	var mu sync.Mutex
	last := 0
	both(func() {
		mu.Lock()
		defer mu.Unlock()
		n := ask()
		if n < last {
			t.Errorf("%d after %d", n, last)
		}
		last = n
	})
}
