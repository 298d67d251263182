package m

import (
	"sync"
	"testing"
)

type pipe struct{ x, y, z chan int }

func TestSelect(t *testing.T) {
	x, y, z := &pipe{x: make(chan int)}, &pipe{y: make(chan int)}, &pipe{z: make(chan int)}
	var mu sync.Mutex
	go func() { mu.Lock(); mu.Unlock() }()
	select {
	case <-x.x:
	case y.y <- 1:
	case <-z.z:
	}
}

func TestAnswered(t *testing.T) {
	a, b := make(chan int, 1), make(chan int)
	go func() { a <- 1 }()
	select {
	case <-a:
	case <-b:
	}
}
