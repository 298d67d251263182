package latent

import (
	"sync"
	"testing"
)

// barrier holds n goroutines back until all have come, again and again.
type barrier struct {
	mu   sync.Mutex
	all  *sync.Cond
	n    int
	here int
}

func newBarrier(n int) *barrier {
	b := &barrier{n: n}
	b.all = sync.NewCond(&b.mu)
	return b
}

func (b *barrier) await() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.here++
	if b.here == b.n {
		b.here = 0
		b.all.Broadcast()
		return
	}
	for b.here != 0 {
		b.all.Wait()
	}
}

func TestBarrier(t *testing.T) {
	const size, rounds = 2, 3
	b := newBarrier(size)
	grid := make([]int, size)
	var wg sync.WaitGroup
	for i := range grid {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for r := range rounds {
				for j := range 1_000_000 {
					grid[i] += (j * r) % 3
				}
				b.await()
			}
		}()
	}
	wg.Wait()
	if grid[0] != grid[1] {
		t.Fatalf("grid %v", grid)
	}
}
