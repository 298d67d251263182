package m

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
)

var (
	table sync.Map
	drawn atomic.Int64
)

func init() {
	go func() {
		for range 1000 {
			drawn.Add(1 + rand.Int64N(9))
		}
	}()
	for drawn.Load() == 0 {
	}
	for i := range 64 {
		table.Store(i, i)
	}
}

func TestFirst(t *testing.T) {
	for i := range 64 {
		table.LoadOrStore(1000+i, i)
	}
	var mu sync.Mutex
	mu.Lock()
	mu.Lock()
}
