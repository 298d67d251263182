// Package depot moves goods between depots. It polls for the second lock while it holds the
// first one. So two movers in opposite directions run for ever, and no goroutine is blocked.
package depot

import (
	"runtime"
	"sync"
)

type Depot struct {
	mu    sync.Mutex
	id    int
	goods int
}

// Move moves n goods.
func Move(from, to *Depot, n int) {
	// fix: if from.id > to.id { from, to, n = to, from, -n }
	from.mu.Lock()
	defer from.mu.Unlock()
	for !to.mu.TryLock() {
		runtime.Gosched()
	}
	defer to.mu.Unlock()
	from.goods, to.goods = from.goods-n, to.goods+n
}
