// Command protoprog uses a store from two goroutines.
package main

import (
	"sync"

	"example.com/effects/proto"
)

func main() {
	s := &proto.Store{}
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); s.Put() }()
	go func() { defer wg.Done(); s.Close() }()
	wg.Wait()
}
