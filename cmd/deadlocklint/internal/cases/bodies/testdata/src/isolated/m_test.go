// Package m has tests whose runs depend on those before, each in another way.
package m

import (
	"sync"
	"testing"
)

var (
	mu       sync.Mutex
	calls    int
	licences = make(chan bool, 1)
	closed   = make(chan bool)
)

// pair has a choice.
func pair() {
	var wg sync.WaitGroup
	wg.Go(func() { mu.Lock(); mu.Unlock() })
	wg.Go(func() { mu.Lock(); mu.Unlock() })
	wg.Wait()
}

// TestEndWell uses something up.
func TestEndWell(t *testing.T) {
	pair()
	select {
	case licences <- true:
	default:
		t.Error("no licence is left")
	}
}

// TestStepsWell cleans up at every third call.
func TestStepsWell(t *testing.T) {
	pair()
	if calls++; calls%3 == 0 {
		mu.Lock()
		mu.Unlock()
	}
}

// TestCloseWell panics when it runs again.
func TestCloseWell(t *testing.T) {
	pair()
	close(closed)
}

// TestAlikeWell keeps a sum that decides nothing.
func TestAlikeWell(t *testing.T) {
	pair()
	calls++
}
