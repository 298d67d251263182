package m

import (
	"sync"
	"testing"
)

var a, b sync.Mutex

func TestPair(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		a.Lock() // one
		b.Lock()
		b.Unlock()
		a.Unlock()
	}()
	go func() {
		defer wg.Done()
		b.Lock() // other
		a.Lock()
		a.Unlock()
		b.Unlock()
	}()
	wg.Wait()
}

func TestOther(t *testing.T) {}
