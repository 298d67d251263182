// Package ordersfailing has a test that fails under the base schedule alone, its twin, and a broken one.
package ordersfailing

import (
	"sync"
	"sync/atomic"
	"testing"
)

// last is which of two goroutines stores last. Natively it is the first one, which computes something before.
func last() int64 {
	var n atomic.Int64
	var all sync.WaitGroup
	all.Go(func() {
		sum := 1
		for i := range 2_000_000 {
			sum |= i
		}
		n.Store(int64(min(sum, 1)))
	})
	all.Go(func() { n.Store(2) })
	all.Wait()
	return n.Load()
}

func TestFails(t *testing.T) {
	if n := last(); n != 1 {
		t.Error(n)
	}
}

func TestRight(t *testing.T) {
	if n := last(); n != 1 && n != 2 {
		t.Error(n)
	}
}

func TestBroken(t *testing.T) {
	if n := last(); n != 3 {
		t.Error(n)
	}
}
