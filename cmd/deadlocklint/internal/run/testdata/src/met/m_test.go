package m

import (
	"sync"
	"testing"
)

func pair(one, other func()) {
	var wg sync.WaitGroup
	wg.Go(one)
	wg.Go(other)
	wg.Wait()
}

func TestMetWell(t *testing.T) {
	var a, b sync.Mutex
	both := func() {
		a.Lock()
		b.Lock()
		b.Unlock()
		a.Unlock()
	}
	pair(both, both)
}

func TestMet(t *testing.T) {
	var a, b sync.Mutex
	var held sync.WaitGroup
	held.Add(2)
	both := func(first, second *sync.Mutex) func() {
		return func() {
			first.Lock()
			held.Done()
			held.Wait()
			second.Lock()
			second.Unlock()
			first.Unlock()
		}
	}
	pair(both(&a, &b), both(&b, &a))
}
