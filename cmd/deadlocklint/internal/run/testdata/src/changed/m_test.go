package m

import (
	"sync"
	"testing"
)

func TestQueue(t *testing.T) {
	var q Queue
	var s Stats
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range 4 {
				q.Push(&s, i+j)
			}
		}()
	}
	wg.Add(1)
	go func() { defer wg.Done(); s.Report(&q) }()
	wg.Wait()
	wg.Add(2)
	go func() { defer wg.Done(); s.Report(&q) }()
	go func() { defer wg.Done(); q.Drain(&s) }()
	wg.Wait()
}
