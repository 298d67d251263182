package harmless

import (
	"sync"
	"testing"

	_ "example.com/effects/tell"
)

var last int

func TestHarmless(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Add(1)
		go func() { defer wg.Done(); last = i }()
	}
	wg.Wait()
}
