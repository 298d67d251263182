package ends

import (
	"sync"
	"testing"
)

func TestEnds(t *testing.T) {
	var mu sync.Mutex
	out := make(chan int)
	go func() {
		mu.Lock()
		mu.Unlock()
		out <- 1
	}()
	<-out
}
