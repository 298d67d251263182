package m

import (
	"sync"
	"testing"
)

func TestBox(t *testing.T) {
	b := &Box[int]{}
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); b.Put(1) }()
	go func() { defer wg.Done(); b.Take() }()
	wg.Wait()
}
