package m

import (
	"sync"
	"testing"
)

func TestLost(t *testing.T) {
	n := 0
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() { defer wg.Done(); n++ }()
	}
	wg.Wait()
	if n != 2 {
		t.Error(n)
	}
}
