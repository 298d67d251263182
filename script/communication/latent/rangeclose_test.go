package latent

import (
	"sync/atomic"
	"testing"
)

// feed joins the numbers of several sources in one channel.
type feed struct {
	numbers chan int
	active  atomic.Int32
}

func newFeed(sources ...[]int) *feed {
	f := &feed{numbers: make(chan int, 8)}
	f.active.Store(int32(len(sources)))
	for _, s := range sources {
		go f.copy(s)
	}
	return f
}

func (f *feed) copy(source []int) {
	for _, n := range source {
		if n%2 == 0 {
			f.numbers <- n
		}
	}
	if f.active.Load() == 1 { // the last one
		close(f.numbers)
	}
	f.active.Add(-1)
}

func numbers(n int) []int {
	var all []int
	for i := range n {
		all = append(all, i)
	}
	return all
}

func TestRange(t *testing.T) {
	f := newFeed(numbers(4), numbers(40))
	sum := 0
	for n := range f.numbers {
		sum += n
	}
	if sum != 2+380 {
		t.Fatalf("sum %d", sum)
	}
}
