package m

import (
	"sync"
	"testing"
)

var sink int

func TestNever(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		for {
			sink++
		}
	}()
	wg.Wait()
}

func TestWorksWell(t *testing.T) {
	for range 1000 {
		sink++
	}
}
