package m

import (
	"os"
	"sync"
	"testing"
)

func TestEndless(t *testing.T) {
	os.WriteFile("begun", nil, 0o600)
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 5 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 5 {
				mu.Lock()
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
}
