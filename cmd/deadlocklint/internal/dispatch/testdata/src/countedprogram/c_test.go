package main

import (
	"sync"
	"testing"
)

func TestPair(t *testing.T) {
	var p pair
	var wg sync.WaitGroup
	wg.Go(p.ab)
	wg.Go(p.ba)
	wg.Wait()
}
