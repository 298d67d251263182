package right

import (
	"strconv"
	"sync"
	"testing"
)

// batch runs tasks; drain waits until none is left.
type batch struct {
	mu      sync.Mutex
	empty   *sync.Cond
	pending int
	stopped bool
	results []string
}

func newBatch() *batch {
	b := new(batch)
	b.empty = sync.NewCond(&b.mu)
	return b
}

func (b *batch) add(n int) {
	b.mu.Lock()
	b.pending++
	b.mu.Unlock()
	go b.run(n)
}

func (b *batch) run(n int) {
	text := strconv.Itoa(n * n)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.pending--
	if b.stopped {
		b.empty.Broadcast()
		return
	}
	b.results = append(b.results, text)
	if b.pending == 0 {
		b.empty.Broadcast()
	}
}

func (b *batch) stop() {
	b.mu.Lock()
	b.stopped = true
	b.mu.Unlock()
}

func (b *batch) drain() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.pending > 0 {
		b.empty.Wait()
	}
	return b.results
}

func TestNoSignal(t *testing.T) {
	b := newBatch()
	for i := range 3 {
		b.add(i)
	}
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		total := 0
		for i := range 10_000_000 {
			total += i % 7
		}
		if total > 0 {
			b.stop()
		}
	}()
	if got := b.drain(); len(got) > 3 {
		t.Fatalf("results %v", got)
	}
	wg.Wait()
}
