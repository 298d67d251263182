package depot

import (
	"sync"
	"testing"
)

func TestMove(t *testing.T) {
	north, south := &Depot{id: 1, goods: 5}, &Depot{id: 2}
	var wg sync.WaitGroup
	wg.Go(func() { Move(north, south, 2) })
	wg.Go(func() { Move(south, north, 1) })
	wg.Wait()
}
