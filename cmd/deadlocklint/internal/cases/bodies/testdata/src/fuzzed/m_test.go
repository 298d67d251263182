package m

import (
	"sync"
	"testing"
)

// pay takes two amounts out of an account at once, and reports what is left. Each looks first whether it has enough.
func pay(account, x, y int) int {
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, n := range []int{x, y} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			enough := account >= n
			mu.Unlock()
			if !enough {
				return
			}
			mu.Lock()
			account -= n
			mu.Unlock()
		}()
	}
	wg.Wait()
	return account
}

// FuzzSeeds fails with its second seed, under some schedules.
func FuzzSeeds(f *testing.F) {
	f.Add(3, 4)
	f.Add(7, 6)
	f.Add(1, 1)
	f.Fuzz(func(t *testing.T, x, y int) {
		if left := pay(10, x, y); left < 0 {
			t.Errorf("overdrawn: %d", left)
		}
	})
}

// FuzzCorpus has a lock order cycle with the entry of its corpus, and none with its seed.
func FuzzCorpus(f *testing.F) {
	f.Add("")
	f.Fuzz(func(t *testing.T, s string) {
		var a, b sync.Mutex
		var wg sync.WaitGroup
		wg.Add(1)
		go func() {
			defer wg.Done()
			a.Lock()
			defer a.Unlock()
			b.Lock()
			b.Unlock()
		}()
		if s != "" {
			b.Lock()
			a.Lock()
			a.Unlock()
			b.Unlock()
		}
		wg.Wait()
	})
}

// FuzzRight is right with each seed: they are parallel, and have subtests.
func FuzzRight(f *testing.F) {
	f.Add(1)
	f.Add(2)
	f.Fuzz(func(t *testing.T, n int) {
		t.Parallel()
		c := make(chan int)
		go func() { c <- n }()
		if <-c != n {
			t.Error("another number")
		}
		t.Run("of", func(t *testing.T) {})
	})
}

func FuzzNoSeeds(f *testing.F) { f.Fuzz(func(t *testing.T, n int) {}) }

func FuzzSkips(f *testing.F) { f.Skip("today") }

func FuzzFails(f *testing.F) { f.Fatal("no") }
