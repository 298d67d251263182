package held

import (
	"sync"
	"testing"
)

type box struct {
	mu     sync.Mutex
	out    chan int
	inside chan bool
}

func (b *box) put(v int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	close(b.inside)
	b.out <- v
}

func (b *box) drain() {
	<-b.inside
	b.mu.Lock()
	b.mu.Unlock()
	<-b.out
}

func TestBefore(t *testing.T) {}

func TestPut(t *testing.T) {
	b := &box{
		out:    make(chan int),
		inside: make(chan bool),
	}
	go b.drain()
	b.put(1)
}
