// Package m has a table that the first use fills, so that a first run has more steps than those after it.
package m

import (
	"sync"
	"sync/atomic"
	"testing"
)

var (
	fill  sync.Once
	mu    sync.Mutex
	table = map[int]int{}
)

func look(i int) int {
	fill.Do(func() {
		for i := range 10 {
			mu.Lock()
			table[i] = i * i
			mu.Unlock()
		}
	})
	mu.Lock()
	defer mu.Unlock()
	return table[i]
}

func both(f func()) {
	var wg sync.WaitGroup
	wg.Go(f)
	wg.Go(f)
	wg.Wait()
}

// TestLostSum looks up between the read and the write of a sum.
func TestLostSum(t *testing.T) {
	var sum atomic.Int64
	both(func() {
		before := sum.Load()
		sum.Store(before + int64(look(3)))
	})
	if n := sum.Load(); n != 18 {
		t.Errorf("the sum is %d", n)
	}
}

func TestSumWell(t *testing.T) {
	var sum atomic.Int64
	both(func() { sum.Add(int64(look(3))) })
	if n := sum.Load(); n != 18 {
		t.Errorf("the sum is %d", n)
	}
}
