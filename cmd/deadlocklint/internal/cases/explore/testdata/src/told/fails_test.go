package m

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

// A goroutine panics, recovers, and never answers.
func TestRecovers(t *testing.T) {
	var mu sync.Mutex
	list := map[string]int{}
	done := make(chan bool)
	go func() {
		defer func() { recover() }()
		mu.Lock()
		list["a"]++
		mu.Unlock()
		done <- true
	}()
	mu.Lock()
	list = nil
	mu.Unlock()
	<-done
}

// Both goroutines find the flag unset. The one that closes later panics, and WaitGroup.Go panics again for it.
func TestClosesTwice(t *testing.T) {
	c := make(chan int)
	var closed atomic.Bool
	stop := func() {
		if !closed.Load() {
			closed.Store(true)
			close(c)
		}
	}
	var wg sync.WaitGroup
	wg.Go(stop)
	wg.Go(stop)
	wg.Wait()
}

// An update is lost.
func TestLoses(t *testing.T) {
	var n int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { atomic.StoreInt32(&n, atomic.LoadInt32(&n)+1) })
	}
	wg.Wait()
	if n != 2 {
		t.Errorf("n is %d", n)
	}
}

// The last receiver of a queue gives up when nobody has sent yet. Package testing ends its goroutine.
func TestGivesUp(t *testing.T) {
	queue := make(chan int, 1)
	go func() { queue <- 1 }()
	var wg sync.WaitGroup
	wg.Go(func() {})
	wg.Wait()
	select {
	case <-queue:
	default:
		t.Fatal("nothing is in the queue")
	}
}

// A goroutine of a test ends itself, and its test with it.
func TestExits(t *testing.T) {
	var ready atomic.Bool
	go ready.Store(true)
	var wg sync.WaitGroup
	wg.Go(func() {})
	wg.Wait()
	if !ready.Load() {
		runtime.Goexit()
	}
}
