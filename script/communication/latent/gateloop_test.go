package latent

import (
	"sync"
	"testing"
)

// A stream gives what was published to one reader, who stops it.
type stream struct {
	mu     sync.Mutex
	closed bool
	items  chan int
	lost   int
}

func (f *stream) publish(list []int) {
	for _, v := range list {
		for n := range 5_000_000 { // makes the item
			_ = n
		}
		f.mu.Lock()
		closed := f.closed
		f.mu.Unlock()
		if closed {
			f.lost++
			continue
		}
		f.items <- v
	}
}

func (f *stream) stop() {
	f.mu.Lock()
	f.closed = true
	f.mu.Unlock()
}

// TestGateLoop: the reader stops between the look at closed and the send of some round.
func TestGateLoop(t *testing.T) {
	f := &stream{items: make(chan int)}
	var wg sync.WaitGroup
	wg.Add(2)
	sum := 0
	go func() {
		defer wg.Done()
		f.publish([]int{1, 2, 3, 4, 5})
	}()
	go func() {
		defer wg.Done()
		for range 3 {
			sum += <-f.items
		}
		f.stop()
	}()
	wg.Wait()
	if sum != 6 || f.lost != 2 {
		t.Fatalf("sum %d, lost %d", sum, f.lost)
	}
}
