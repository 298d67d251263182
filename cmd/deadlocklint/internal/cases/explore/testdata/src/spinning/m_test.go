package m

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestSpinUntilTimerWell(t *testing.T) {
	var done atomic.Bool
	time.AfterFunc(time.Second, func() { done.Store(true) })
	for !done.Load() {
		runtime.Gosched()
	}
}

func TestSpinnersWhileMainSleepsWell(t *testing.T) {
	var done atomic.Bool
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for !done.Load() {
			}
		}()
	}
	for range 5 {
		time.Sleep(time.Second)
	}
	done.Store(true)
	wg.Wait()
}

func TestPollsUntilTimeoutWell(t *testing.T) {
	c := make(chan int)
	timeout := time.After(10 * time.Second)
	for {
		select {
		case <-c:
			t.Fatal("closed")
		case <-timeout:
			return
		default:
		}
	}
}

func TestTryLockUntilReleasedWell(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	go func() { time.Sleep(time.Minute); mu.Unlock() }()
	for !mu.TryLock() {
	}
}

func TestTryLocks(t *testing.T) {
	var a, b sync.Mutex
	var wg sync.WaitGroup
	take := func(first, second *sync.Mutex) {
		defer wg.Done()
		first.Lock()
		for !second.TryLock() {
			runtime.Gosched()
		}
		second.Unlock()
		first.Unlock()
	}
	wg.Add(2)
	go take(&a, &b)
	go take(&b, &a)
	wg.Wait()
}

// The worker takes many steps; the timeout is for a worker that hangs.
func TestWorkerBesidePollerWell(t *testing.T) {
	var done atomic.Bool
	var mu sync.Mutex
	n := 0
	go func() {
		for range 30000 {
			mu.Lock()
			n++
			mu.Unlock()
		}
		done.Store(true)
	}()
	timeout := time.After(5 * time.Second)
	for !done.Load() {
		select {
		case <-timeout:
			t.Fatal("timeout")
		default:
		}
		runtime.Gosched()
	}
}

func TestWorkerBesideSpinnerWell(t *testing.T) {
	var done atomic.Bool
	var mu sync.Mutex
	n := 0
	finished := make(chan bool)
	go func() {
		for range 30000 {
			mu.Lock()
			n++
			mu.Unlock()
		}
		done.Store(true)
	}()
	go func() {
		for !done.Load() {
		}
		close(finished)
	}()
	select {
	case <-finished:
	case <-time.After(5 * time.Second):
		t.Fatal("timeout")
	}
}

func TestSpinsInLock(t *testing.T) {
	var mu sync.Mutex
	var done atomic.Bool
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		mu.Lock()
		for !done.Load() {
		}
		mu.Unlock()
	}()
	go func() { defer wg.Done(); mu.Lock(); done.Store(true); mu.Unlock() }()
	wg.Wait()
}
