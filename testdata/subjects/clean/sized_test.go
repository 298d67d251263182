package clean

import (
	"sync"
	"testing"
)

// Sized has n tasks, two by two. More tasks at one event would miss events of the repaired
// subject, too.
func Sized(t *testing.T, n int) {
	var wg sync.WaitGroup
	for range n / 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if lines := run(3); lines != 6 {
				t.Errorf("%d lines in the journal, want 6", lines)
			}
		}()
	}
	wg.Wait()
}
