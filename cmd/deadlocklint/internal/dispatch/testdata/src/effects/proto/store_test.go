package proto

import (
	"runtime"
	"sync"
	"testing"
)

func TestStore(t *testing.T) {
	s := &Store{}
	var wg sync.WaitGroup
	wg.Add(2)
	before := runtime.NumGoroutine()
	go func() { defer wg.Done(); s.Put(); s.Put() }()
	go func() { defer wg.Done(); comesLate(before); s.Close() }()
	wg.Wait()
}
