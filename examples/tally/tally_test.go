package tally

import (
	"sync"
	"testing"
)

func TestTally(t *testing.T) {
	c := New()
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			c.Add("a")
			c.Close(1)
		})
	}
	wg.Wait()
	if c.total != 2 {
		t.Errorf("%d votes, want 2", c.total)
	}
}
