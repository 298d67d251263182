package noisy

import (
	"sync"
	"testing"

	_ "example.com/effects/tell"
)

// TestNoisy fails with many lines when the second goroutine is the first one.
func TestNoisy(t *testing.T) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	first := 0
	for i := range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			if first == 0 {
				first = i + 1
			}
		}()
	}
	wg.Wait()
	if first == 2 {
		for line := range 60 {
			t.Error("line", line)
		}
	}
}
