package m

import (
	"sync"
	"testing"
	"time"
)

func both(first, second sync.Locker) {
	first.Lock()
	second.Lock()
	second.Unlock()
	first.Unlock()
}

func pair(one, other func()) {
	var wg sync.WaitGroup
	wg.Add(3)
	go func() { defer wg.Done(); time.Sleep(time.Millisecond) }()
	go func() { defer wg.Done(); one() }()
	go func() { defer wg.Done(); other() }()
	wg.Wait()
}

func TestCycle(t *testing.T) {
	var a, b sync.Mutex
	pair(func() { both(&a, &b) }, func() { both(&b, &a) })
}

func TestFails(t *testing.T) {
	var mu sync.Mutex
	last := 0
	pair(func() { mu.Lock(); last = 1; mu.Unlock() }, func() { mu.Lock(); last = 2; mu.Unlock() })
	if last == 1 {
		t.Error("the first one was last")
	}
}
