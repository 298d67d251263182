package m

import (
	"sync"
	"testing"
)

func both(a, b *sync.Mutex) {
	a.Lock()
	b.Lock()
	b.Unlock()
	a.Unlock()
}

func pair(one, other func()) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); one() }()
	go func() { defer wg.Done(); other() }()
	wg.Wait()
}

func crossed(t *testing.T) {
	var a, b sync.Mutex
	pair(func() { both(&a, &b) }, func() { both(&b, &a) })
}

func ordered(t *testing.T) {
	var a, b sync.Mutex
	pair(func() { both(&a, &b) }, func() { both(&a, &b) })
}

func TestTop(t *testing.T) {
	t.Run("crossed", crossed)
	t.Run("ordered", ordered)
	t.Run("deep", func(t *testing.T) { t.Run("crossed", crossed) })
}
