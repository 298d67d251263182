// atomicsSource has tests whose goroutines share nothing but atomics until one waits for ever, or an update is lost. The
// tests that end with Well have the same operations in a right order.
package m

import (
	"runtime"
	"sync/atomic"
	"testing"
)

func wake(first, second func(ready *atomic.Bool, waiting *atomic.Bool) bool) {
	var ready, waiting atomic.Bool
	woken := make(chan struct{})
	go func() {
		if first(&ready, &waiting) {
			close(woken)
		}
	}()
	runtime.Gosched()
	if second(&ready, &waiting) {
		<-woken
	}
}

func TestWake(t *testing.T) {
	wake(func(ready, waiting *atomic.Bool) bool {
		asked := waiting.Load() // too early
		ready.Store(true)
		return asked
	}, func(ready, waiting *atomic.Bool) bool {
		if ready.Load() {
			return false
		}
		waiting.Store(true)
		return true
	})
}

func TestWakeWell(t *testing.T) {
	wake(func(ready, waiting *atomic.Bool) bool {
		ready.Store(true)
		return waiting.Load()
	}, func(ready, waiting *atomic.Bool) bool {
		waiting.Store(true)
		return !ready.Load()
	})
}

func count(t *testing.T, add func(n *atomic.Int32)) {
	var n, done atomic.Int32
	go func() { add(&n); done.Add(1) }()
	add(&n)
	for done.Load() == 0 {
		runtime.Gosched()
	}
	if n.Load() != 2 {
		t.Error("lost an update")
	}
}

func TestCount(t *testing.T) { count(t, func(n *atomic.Int32) { n.Store(n.Load() + 1) }) }

func TestCountWell(t *testing.T) { count(t, func(n *atomic.Int32) { n.Add(1) }) }
