package m

import (
	"sync"
	"testing"
	"time"
)

func TestCross(t *testing.T) {
	var a, b sync.Mutex
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		a.Lock()
		b.Lock()
		b.Unlock()
		a.Unlock()
	}()
	time.Sleep(time.Millisecond)
	b.Lock()
	a.Lock()
	a.Unlock()
	b.Unlock()
	wg.Wait()
}

func TestCounts(t *testing.T) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	for range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			time.Sleep(time.Millisecond)
			mu.Unlock()
		}()
	}
	wg.Wait()
}
