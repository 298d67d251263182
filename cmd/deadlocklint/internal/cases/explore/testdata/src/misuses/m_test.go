// Each test misuses an object under some schedules and not under the base schedule; its twin,
// whose name ends in Well, does so under none.
package m

import (
	"sync"
	"testing"
)

func pair(one, other func()) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); one() }()
	go func() { defer wg.Done(); other() }()
	wg.Wait()
}

func TestUnlock(t *testing.T) {
	var mu sync.Mutex
	pair(func() { mu.Lock(); mu.Unlock() }, func() { mu.TryLock(); mu.Unlock() })
}

func TestUnlockWell(t *testing.T) {
	var mu sync.Mutex
	pair(func() { mu.Lock(); mu.Unlock() }, func() {
		if mu.TryLock() {
			mu.Unlock()
		}
	})
}

func TestRUnlock(t *testing.T) {
	var mu sync.RWMutex
	pair(func() { mu.Lock(); mu.Unlock() }, func() { mu.TryRLock(); mu.RUnlock() })
}

func TestRUnlockWell(t *testing.T) {
	var mu sync.RWMutex
	pair(func() { mu.Lock(); mu.Unlock() }, func() {
		if mu.TryRLock() {
			mu.RUnlock()
		}
	})
}

func TestNegative(t *testing.T) {
	var wg sync.WaitGroup
	pair(func() { wg.Add(1) }, func() { wg.Done() })
}

func TestNegativeWell(t *testing.T) {
	var wg sync.WaitGroup
	added := make(chan bool)
	pair(func() { wg.Add(1); close(added) }, func() { <-added; wg.Done() })
}

// Whether the body waits already when the counter is zero decides what Wait sees later.
func TestReuse(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	pair(func() { wg.Wait() }, func() { wg.Done(); wg.Add(1); wg.Done() })
}

func TestReuseWell(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	waited := make(chan bool)
	pair(func() { wg.Wait(); close(waited) }, func() { wg.Done(); <-waited; wg.Add(1); wg.Done() })
}

func TestClose(t *testing.T) {
	c := make(chan bool)
	once := func() {
		select {
		case <-c:
		default:
			close(c)
		}
	}
	pair(once, once)
}

func TestCloseWell(t *testing.T) {
	c := make(chan bool)
	var once sync.Once
	pair(func() { once.Do(func() { close(c) }) }, func() { once.Do(func() { close(c) }) })
}

func TestSend(t *testing.T) {
	c := make(chan bool, 1)
	pair(func() { c <- true }, func() { close(c) })
}

func TestSendWell(t *testing.T) {
	c := make(chan bool, 1)
	var mu sync.Mutex
	closed := false
	pair(func() {
		mu.Lock()
		defer mu.Unlock()
		if !closed {
			c <- true
		}
	}, func() { mu.Lock(); closed = true; close(c); mu.Unlock() })
}
