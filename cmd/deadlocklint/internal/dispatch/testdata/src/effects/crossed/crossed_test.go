package crossed

import (
	"sync"
	"testing"

	_ "example.com/effects/tell"
)

var a, b sync.Mutex

func TestCrossed(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); in(&a, &b) }()
	go func() { defer wg.Done(); in(&b, &a) }()
	wg.Wait()
}

func in(first, second *sync.Mutex) {
	first.Lock()
	second.Lock()
	second.Unlock()
	first.Unlock()
}
