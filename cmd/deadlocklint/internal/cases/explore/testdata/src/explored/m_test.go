// The tests pass natively. Those whose names end in Well have no schedule that ends badly.
package m

import (
	"os"
	"path/filepath"
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

func pair(t *testing.T, one, other func()) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); one() }()
	go func() { defer wg.Done(); other() }()
	wg.Wait()
}

func TestCycle(t *testing.T) {
	var a, b sync.Mutex
	pair(t, func() { both(&a, &b) }, func() { time.Sleep(time.Hour); both(&b, &a) })
	pair(t, func() { both(&a, &b) }, func() { both(&b, &a) })
}

func TestOrderedWell(t *testing.T) {
	var a, b sync.Mutex
	pair(t, func() { both(&a, &b) }, func() { both(&a, &b) })
}

func TestFails(t *testing.T) {
	var mu sync.Mutex
	last := 0
	pair(t, func() { mu.Lock(); last = 1; mu.Unlock() }, func() { mu.Lock(); last = 2; mu.Unlock() })
	if last == 1 {
		t.Error("the first one was last")
	}
}

func TestSumWell(t *testing.T) {
	var mu sync.Mutex
	sum := 0
	pair(t, func() { mu.Lock(); sum++; mu.Unlock() }, func() { mu.Lock(); sum++; mu.Unlock() })
	if sum != 2 {
		t.Error(sum)
	}
}

func TestPanics(t *testing.T) {
	c := make(chan int, 1)
	pair(t, func() { c <- 1 }, func() { close(c) })
}

func TestClosedWell(t *testing.T) {
	c := make(chan int, 1)
	sent := make(chan bool)
	pair(t, func() { c <- 1; close(sent) }, func() { <-sent; close(c) })
}

func TestLeaks(t *testing.T) {
	result := make(chan int)
	go func() { result <- 1 }()
	select {
	case <-result:
	case <-time.After(time.Minute):
	}
	cancel := make(chan bool, 1)
	pair(t, func() { cancel <- true }, func() {
		select {
		case <-cancel:
		default:
			go func() { result <- 2 }()
		}
	})
}

func TestCleanedUpWell(t *testing.T) {
	stop := make(chan bool)
	t.Cleanup(func() { close(stop) })
	go func() { <-stop }()
	if err := os.WriteFile(filepath.Join(t.TempDir(), "f"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Run("sub", func(t *testing.T) {
		if t.Name() != "TestCleanedUpWell/sub" {
			t.Fatal(t.Name())
		}
	})
	ticks := time.NewTicker(time.Second)
	defer ticks.Stop()
	for range 3 {
		<-ticks.C
	}
}
