package m

import (
	"sync"
	"sync/atomic"
	"testing"
)

func both(f func()) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			f()
		}()
	}
	wg.Wait()
}

func TestGood(t *testing.T) {
	var n atomic.Int64
	both(func() { n.Store(n.Load() + 1) })
}

func TestLost(t *testing.T) {
	var n atomic.Int64
	both(func() { n.Store(n.Load() + 1) })
	if n.Load() != 2 {
		t.Error("an addition is lost")
	}
}
