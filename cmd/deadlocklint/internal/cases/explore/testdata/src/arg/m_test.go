package m

import (
	"flag"
	"sync"
	"testing"
)

func TestDeep(t *testing.T) {
	if flag.Arg(0) != "deep" {
		return
	}
	var x, y sync.Mutex
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); x.Lock(); y.Lock(); y.Unlock(); x.Unlock() }()
	go func() { defer wg.Done(); y.Lock(); x.Lock(); x.Unlock(); y.Unlock() }()
	wg.Wait()
}
