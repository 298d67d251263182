// Two goroutines add to a variable, which is plain memory. In TestCausal they read it before they
// lock; its twin reads it under the lock. TestCausalStores has stores that nobody reads.
package m

import (
	"sync"
	"sync/atomic"
	"testing"
)

var count int

func adds(mu *sync.Mutex, wg *sync.WaitGroup, early bool) {
	defer wg.Done()
	old := 0
	if early {
		old = count
	}
	mu.Lock()
	if !early {
		old = count
	}
	count = old + 1
	mu.Unlock()
}

func counts(t *testing.T, early bool) {
	count = 0
	var mu sync.Mutex
	var wg sync.WaitGroup
	wg.Add(2)
	for range 2 {
		go adds(&mu, &wg, early)
	}
	wg.Wait()
	if count != 2 {
		t.Errorf("count is %d", count)
	}
}

func TestCausal(t *testing.T)     { counts(t, true) }
func TestCausalWell(t *testing.T) { counts(t, false) }

func TestCausalStores(t *testing.T) {
	var x atomic.Int32
	var wg sync.WaitGroup
	wg.Add(3)
	for i := range 3 {
		go func() { x.Store(int32(i)); x.Store(int32(i)); wg.Done() }()
	}
	wg.Wait()
}

// A Wait that the first Done ends may not be back when Add is called: then it panics.
func TestCausalReused(t *testing.T) {
	var wg sync.WaitGroup
	done := make(chan bool)
	wg.Add(1)
	go func() { wg.Done(); wg.Add(1); wg.Done(); close(done) }()
	wg.Wait()
	<-done
}
