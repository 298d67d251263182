package right

import (
	"sync"
	"testing"
	"time"
)

// valve lets goroutines pass while it is open.
type valve struct {
	mu     sync.Mutex
	opened *sync.Cond
	open   bool
	times  int
}

func newValve() *valve {
	v := new(valve)
	v.opened = sync.NewCond(&v.mu)
	return v
}

func (v *valve) set(open bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.open = open
	if open {
		v.times++
		v.opened.Broadcast()
	}
}

func (v *valve) pass(seen int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for !v.open && v.times == seen {
		v.opened.Wait()
	}
}

func TestFalsified(t *testing.T) {
	v := newValve()
	var wg sync.WaitGroup
	var mu sync.Mutex
	var order []int
	for i := range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			v.pass(0)
			mu.Lock()
			order = append(order, i)
			mu.Unlock()
		}()
	}
	v.set(true)
	time.Sleep(2 * time.Millisecond) // the batch of this tick goes through
	v.set(false)
	wg.Wait()
	if len(order) != 2 {
		t.Fatalf("passed: %v", order)
	}
}
