package m

import (
	"sync"
	"testing"
)

func TestPair(t *testing.T) {
	var p pair
	var wg sync.WaitGroup
	wg.Go(p.along)
	wg.Go(func() {
		if how != "along" && !testing.Short() {
			p.across()
		}
	})
	wg.Wait()
}

func TestOther(t *testing.T) {}
