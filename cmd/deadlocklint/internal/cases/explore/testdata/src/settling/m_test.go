// What goes wrong in the first run of a process only, since a sync.Once of the package starts a goroutine.
package m

import (
	"sync"
	"sync/atomic"
	"testing"
)

var (
	starts, locks, well sync.Once
	inside              sync.Once
	value, other        atomic.Int64
	a, b, c             sync.Mutex
)

// TestLazy fails when the goroutine is first.
func TestLazy(t *testing.T) {
	starts.Do(func() { go func() { value.CompareAndSwap(0, 1) }() })
	value.CompareAndSwap(0, 2)
	if value.Load() == 1 {
		t.Error("the goroutine was first")
	}
}

// TestLazyLocks has a deadlock with the goroutine.
func TestLazyLocks(t *testing.T) {
	locks.Do(func() { go func() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock() }() })
	b.Lock()
	a.Lock()
	a.Unlock()
	b.Unlock()
}

// TestLazyInside takes the lock of its Once under another one, and has far more schedules than runs.
func TestLazyInside(t *testing.T) {
	var wg sync.WaitGroup
	get := func() { inside.Do(func() { c.Lock(); c.Unlock() }) }
	wg.Go(get)
	wg.Go(func() { c.Lock(); get(); c.Unlock() })
	wg.Wait()
}

// TestLazyWell goes well in each order.
func TestLazyWell(t *testing.T) {
	well.Do(func() { go func() { other.CompareAndSwap(0, 1) }() })
	other.CompareAndSwap(0, 2)
	if n := other.Load(); n != 1 && n != 2 {
		t.Error(n)
	}
}

// TestAlikeWell has no state beyond its runs.
func TestAlikeWell(t *testing.T) {
	var n atomic.Int64
	done := make(chan bool)
	go func() { n.Add(1); close(done) }()
	n.Add(1)
	<-done
}
