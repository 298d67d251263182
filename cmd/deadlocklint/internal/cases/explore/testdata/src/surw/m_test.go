package m

import (
	"sync"
	"testing"
)

func locks(first, second *sync.Mutex, before int, wg *sync.WaitGroup) {
	defer wg.Done()
	var own sync.Mutex
	for range before {
		own.Lock()
		own.Unlock()
	}
	first.Lock()
	second.Lock()
	second.Unlock()
	first.Unlock()
}

func both(crossed bool) {
	var a, b sync.Mutex
	var wg sync.WaitGroup
	wg.Add(2)
	go locks(&a, &b, 60, &wg)
	if crossed {
		go locks(&b, &a, 0, &wg)
	} else {
		go locks(&a, &b, 0, &wg)
	}
	wg.Wait()
}

func TestSURW(t *testing.T)     { both(true) }
func TestSURWWell(t *testing.T) { both(false) }
