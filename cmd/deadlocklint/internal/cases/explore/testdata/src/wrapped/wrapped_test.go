package wrapped

import (
	"sync"
	"testing"
)

func TestAdd(t *testing.T) {
	var c cell
	var wg sync.WaitGroup
	wg.Go(c.add)
	wg.Go(c.add)
	wg.Wait()
	if c.n != 2 {
		t.Errorf("%d of 2 are counted", c.n)
	}
}
