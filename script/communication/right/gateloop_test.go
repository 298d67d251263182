package right

import (
	"sync"
	"testing"
)

// A stream gives what was published to one reader, who stops it.
type stream struct {
	done  chan struct{}
	items chan int
	lost  int
}

func (f *stream) publish(list []int) {
	for _, v := range list {
		for n := range 5_000_000 { // makes the item
			_ = n
		}
		select {
		case f.items <- v:
		case <-f.done:
			f.lost++
		}
	}
}

func (f *stream) stop() {
	close(f.done)
}

// TestGateLoop: a send ends when the reader has stopped.
func TestGateLoop(t *testing.T) {
	f := &stream{items: make(chan int), done: make(chan struct{})}
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
