// The atomic variable keeps the two orders apart: no run comes to the deadlock.
package m

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestOrdered(t *testing.T) {
	var a, b sync.Mutex
	var over atomic.Bool
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		a.Lock()
		b.Lock()
		b.Unlock()
		a.Unlock()
		over.Store(true)
	}()
	go func() {
		defer wg.Done()
		for !over.Load() {
			time.Sleep(time.Millisecond)
		}
		b.Lock()
		a.Lock()
		a.Unlock()
		b.Unlock()
	}()
	wg.Wait()
}
