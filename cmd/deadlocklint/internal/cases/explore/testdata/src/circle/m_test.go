// Two circles go through the line of both, of two and of three goroutines.
package m

import (
	"sync"
	"testing"
)

type node struct{ mu sync.Mutex }

func both(a, b *node) { a.mu.Lock(); b.mu.Lock(); b.mu.Unlock(); a.mu.Unlock() }

func beside(fs ...func()) {
	var wg sync.WaitGroup
	for _, f := range fs {
		wg.Add(1)
		go func() { defer wg.Done(); f() }()
	}
	wg.Wait()
}

func TestTwo(t *testing.T) {
	var a, b node
	beside(func() { both(&a, &b) }, func() { both(&b, &a) })
}

func TestThree(t *testing.T) {
	var a, b, c node
	beside(func() { both(&a, &b) }, func() { both(&b, &c) }, func() { both(&c, &a) })
}

func TestLocals(t *testing.T) {
	var x, y sync.Mutex
	beside(
		func() { x.Lock(); y.Lock(); y.Unlock(); x.Unlock() },
		func() { y.Lock(); x.Lock(); x.Unlock(); y.Unlock() },
	)
}

func TestOneOrder(t *testing.T) {
	var x, y sync.Mutex
	f := func() { x.Lock(); y.Lock(); y.Unlock(); x.Unlock() }
	beside(f, f)
}
