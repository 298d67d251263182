package m

import (
	"sync"
	"testing"
)

func TestFails(t *testing.T) {
	n := 0
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() { defer wg.Done(); n++ }()
	}
	wg.Wait()
	t.Fatal(n)
}

func TestAlone(t *testing.T) {
	n := 0
	n++
}
