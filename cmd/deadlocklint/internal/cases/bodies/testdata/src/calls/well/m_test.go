package well

import (
	"sync"
	"testing"

	"example.com/m/locks"
	"github.com/deadlocklint/deadlocklint/deadlocktest"
)

func TestServed(t *testing.T) {
	requests := make(chan chan int)
	go func() {
		for c := range requests {
			c <- 1
		}
	}()
	defer close(requests)
	deadlocktest.Explore(t, func(t *testing.T) {
		c := make(chan int)
		requests <- c
		<-c
	}, deadlocktest.Runs(5))
}

func TestServedBySubtest(t *testing.T) {
	requests := make(chan chan int)
	done := make(chan bool)
	go func() {
		defer close(done)
		t.Run("server", func(t *testing.T) {
			for c := range requests {
				c <- 1
			}
		})
	}()
	deadlocktest.Explore(t, func(t *testing.T) {
		c := make(chan int)
		requests <- c
		<-c
	}, deadlocktest.Runs(5))
	close(requests)
	<-done
}

func TestGoroutines(t *testing.T) {
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			deadlocktest.Explore(t, locks.Ordered, deadlocktest.Runs(5))
		}()
	}
	wg.Wait()
}

func TestWithin(t *testing.T) {
	t.Parallel()
	deadlocktest.Explore(t, func(t *testing.T) {
		deadlocktest.Explore(t, locks.Ordered)
		deadlocktest.Explore(t, func(t *testing.T) {
			t.Parallel()
			if t.Name() != "TestWithin/explore/explore#01" {
				t.Error(t.Name())
			}
		})
	}, deadlocktest.Runs(5))
}

func TestUsesTheResult(t *testing.T) {
	var got *int
	deadlocktest.Explore(t, func(t *testing.T) { got = new(int) }, deadlocktest.Runs(5))
	*got++
	deadlocktest.Explore(t, func(t *testing.T) { *got++; t.Cleanup(func() { *got-- }) }, deadlocktest.Runs(5))
	if *got != 1 {
		t.Error(*got)
	}
}

func TestSkips(t *testing.T) {
	deadlocktest.Explore(t, func(t *testing.T) { t.Skip() }, deadlocktest.Runs(5))
}
