package m

import (
	"sync"
	"testing"
)

func locks(order [3][2]int) {
	var list [3]sync.Mutex
	var wg sync.WaitGroup
	for _, pair := range order {
		wg.Add(1)
		go func() {
			defer wg.Done()
			list[pair[0]].Lock()
			list[pair[1]].Lock()
			list[pair[1]].Unlock()
			list[pair[0]].Unlock()
		}()
	}
	wg.Wait()
}

func TestRing(t *testing.T)     { locks([3][2]int{{0, 1}, {1, 2}, {2, 0}}) }
func TestRingWell(t *testing.T) { locks([3][2]int{{0, 1}, {1, 2}, {0, 2}}) }
