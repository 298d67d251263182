package m

import (
	"sync"
	"sync/atomic"
	"testing"
)

func TestCycle(t *testing.T) {
	var a, b sync.Mutex
	done := make(chan bool)
	go func() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock(); done <- true }()
	b.Lock()
	a.Lock()
	a.Unlock()
	b.Unlock()
	<-done
}

func TestLeak(t *testing.T) {
	c := make(chan int)
	var stop atomic.Bool
	go func() {
		if !stop.Load() {
			c <- 1
		}
	}()
	stop.Store(true)
	select {
	case <-c:
	default:
	}
}

func TestPanics(t *testing.T) {
	var wg sync.WaitGroup
	var n atomic.Int32
	wg.Go(func() { n.Store(1) })
	var s []int
	if n.Load() == 1 {
		_ = s[0]
	}
	wg.Wait()
}

func TestFails(t *testing.T) {
	var wg sync.WaitGroup
	var n atomic.Int32
	wg.Go(func() { n.Store(1) })
	if n.Load() == 1 {
		t.Fatal("seen")
	}
	wg.Wait()
}

func TestRace(t *testing.T) {
	n := 0
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); n++ }()
	go func() { defer wg.Done(); n++ }()
	wg.Wait()
	if n != 2 {
		t.Fatal(n)
	}
}

func TestProtocol(t *testing.T) {
	c := make(chan int, 1)
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); c <- 1 }()
	go func() { defer wg.Done(); close(c) }()
	wg.Wait()
}

func TestSpin(t *testing.T) {
	var a, b atomic.Bool
	done := make(chan bool)
	lock := func(x *atomic.Bool) {
		for !x.CompareAndSwap(false, true) {
		}
	}
	go func() { lock(&a); lock(&b); b.Store(false); a.Store(false); done <- true }()
	lock(&b)
	lock(&a)
	a.Store(false)
	b.Store(false)
	<-done
}
