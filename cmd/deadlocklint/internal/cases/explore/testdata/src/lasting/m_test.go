// The tests whose names end in Well end, however long their loops are; the others have schedules that never do.
package m

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// counts on its stack, longer than any run
func TestStackCounterWell(t *testing.T) {
	var f atomic.Bool
	for i := 0; i < 3_000_000 && !f.Load(); i++ {
		if i%8 == 0 {
			runtime.Gosched()
		}
	}
}

type box struct{ tries int }

// counts in the heap
func TestHeapCounterWell(t *testing.T) {
	var f atomic.Bool
	b := &box{}
	keep = b
	for !f.Load() {
		if b.tries++; b.tries > 60000 {
			return
		}
		runtime.Gosched()
	}
}

var keep *box

func TestDeadlineWell(t *testing.T) {
	var f atomic.Bool
	end := time.Now().Add(24 * time.Hour)
	for !f.Load() && time.Now().Before(end) {
		runtime.Gosched()
	}
}

func TestTwoWell(t *testing.T) {
	var a atomic.Int32
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		for i := range int32(500) {
			for a.Load() != 2*i {
				runtime.Gosched()
			}
			a.Add(1)
		}
	}()
	go func() {
		defer wg.Done()
		for i := range int32(500) {
			for a.Load() != 2*i+1 {
				runtime.Gosched()
			}
			a.Add(1)
		}
	}()
	wg.Wait()
}

// the poller ends when both workers do; with the other order they wait for each other
func TestPollerBesideChannels(t *testing.T) {
	var closed atomic.Bool
	a, b := make(chan int), make(chan int)
	var first atomic.Int32
	go func() {
		for !closed.Load() {
			runtime.Gosched()
		}
	}()
	done := make(chan bool)
	go func() {
		if first.Add(1) == 2 {
			a <- 1
			<-b
		} else {
			b <- 1
			<-a
		}
		done <- true
	}()
	runtime.Gosched()
	time.Sleep(time.Millisecond)
	if first.Add(1) == 2 {
		<-b
		a <- 1
	} else {
		<-b
		a <- 1
	}
	<-done
	closed.Store(true)
}

// A lock of atomics that stays taken when its owner returns early.
func TestSpinLockKept(t *testing.T) {
	var held atomic.Int32
	var busy atomic.Bool
	var wg sync.WaitGroup
	work := func() {
		for !held.CompareAndSwap(0, 1) {
			runtime.Gosched()
		}
		if busy.Load() {
			return
		}
		held.Store(0)
		busy.Store(true)
		busy.Store(false)
	}
	for range 3 {
		wg.Go(work)
	}
	wg.Wait()
}
