package latent

import (
	"sync"
	"testing"

	"golang.org/x/sync/errgroup"
)

// TestSetLimit: a task adds a task of its own group. It waits for a slot, and so may all
// the tasks that have one.
func TestSetLimit(t *testing.T) {
	var g errgroup.Group
	g.SetLimit(3)
	var mu sync.Mutex
	seen := map[int]bool{}
	for i := range 3 {
		g.Go(func() error {
			mu.Lock()
			seen[i] = true
			mu.Unlock()
			g.Go(func() error {
				mu.Lock()
				defer mu.Unlock()
				seen[i+10] = true
				return nil
			})
			return nil
		})
		for n := range 2_000_000 {
			_ = n
		}
	}
	if err := g.Wait(); err != nil || len(seen) != 6 {
		t.Fatalf("%d seen, %v", len(seen), err)
	}
}
