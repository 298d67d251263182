package lang

import (
	"sync"
	"testing"
)

// Sized has n goroutines that enter the same ranges.
func Sized(t *testing.T, n int) {
	x := newIndex()
	spans := []*span{{low: 1, high: 5}, {low: 6, high: 9}, {low: 10, high: 12}}
	var wg sync.WaitGroup
	for range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for _, s := range spans {
				x.put(s, "known")
			}
		}()
	}
	wg.Wait()
	for _, s := range spans {
		if x.get(s) != "known" {
			t.Errorf("no value for the range from %d to %d", s.low, s.high)
		}
	}
	if entries := x.size(); entries != len(spans) {
		t.Errorf("%d entries for %d ranges", entries, len(spans))
	}
}
