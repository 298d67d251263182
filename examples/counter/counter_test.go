package counter

import (
	"sync"
	"testing"
	"time"
)

func TestCounter(t *testing.T) {
	c := New()
	var wg sync.WaitGroup
	wg.Go(func() { c.Wait(1) })
	wg.Go(func() { time.Sleep(10 * time.Millisecond); c.Wait(2) })
	time.Sleep(20 * time.Millisecond)
	c.Next()
	c.Next()
	wg.Wait()
}
