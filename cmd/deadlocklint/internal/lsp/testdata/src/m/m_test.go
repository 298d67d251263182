package m

import (
	"sync"
	"testing"
	"time"
)

func helper(t *testing.T) {}

func TestCross(t *testing.T) {
	x := new(T)
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); x.AB() }()
	go func() { defer wg.Done(); time.Sleep(50 * time.Millisecond); x.BA() }()
	wg.Wait()
}
