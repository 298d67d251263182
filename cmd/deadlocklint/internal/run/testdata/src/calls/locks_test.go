package m

import (
	"sync"
	"testing"
)

func both(first, second sync.Locker) {
	first.Lock()
	second.Lock()
	second.Unlock()
	first.Unlock()
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
