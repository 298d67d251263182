package m

import (
	"sync"
	"testing"
)

func TestBodyPanics(t *testing.T) {
	c := make(chan int, 1)
	go func() { c <- 1 }()
	var mu sync.Mutex
	for range 5 {
		mu.Lock()
		mu.Unlock()
	}
	select {
	case <-c:
		panic("there is an answer")
	default:
	}
}
