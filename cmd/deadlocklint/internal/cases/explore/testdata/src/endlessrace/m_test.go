// The race does no harm, so all orders of it are tried.
package m

import (
	"os"
	"sync"
	"testing"
)

func TestEndless(t *testing.T) {
	os.WriteFile("begun", nil, 0o600)
	var n int
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() { defer wg.Done(); n = 1 }()
	}
	wg.Wait()
	_ = n
}
