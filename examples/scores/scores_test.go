package scores

import (
	"sync"
	"testing"
	"time"
)

func TestMean(t *testing.T) {
	s := new(Scores)
	s.Add(3)
	var wg sync.WaitGroup
	wg.Go(func() { s.Mean() })
	wg.Go(func() { time.Sleep(20 * time.Millisecond); s.Add(5) })
	wg.Wait()
}
