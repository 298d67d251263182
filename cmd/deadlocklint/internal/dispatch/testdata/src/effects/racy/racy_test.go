package racy

import (
	"sync"
	"testing"

	_ "example.com/effects/tell"
)

func TestRacy(t *testing.T) {
	var wg sync.WaitGroup
	n := 0
	for range 2 {
		wg.Add(1)
		go func() { defer wg.Done(); n++ }()
	}
	wg.Wait()
	if n != 2 {
		for line := range 60 {
			t.Error("line", line)
		}
	}
}
