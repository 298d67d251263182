package m

import (
	"sync"
	"sync/atomic"
	"testing"
)

func both(first, second func()) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); first() }()
	go func() { defer wg.Done(); second() }()
	wg.Wait()
}

func TestFails(t *testing.T) {
	var last atomic.Int32
	both(func() { last.Store(1) }, func() { last.Store(2) })
	if last.Load() == 1 {
		t.Error("the first is last")
	}
}

func TestCycle(t *testing.T) {
	var a, b sync.Mutex
	locks := func(x, y *sync.Mutex) func() {
		return func() { x.Lock(); y.Lock(); y.Unlock(); x.Unlock() }
	}
	both(locks(&a, &b), locks(&b, &a))
}

func TestWell(t *testing.T) {
	var last atomic.Int32
	both(func() { last.Add(1) }, func() { last.Add(2) })
	if last.Load() != 3 {
		t.Error(last.Load())
	}
}
