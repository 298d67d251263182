package m

import (
	"math/rand"
	"os"
	"sync"
	"testing"
)

func TestTwo(t *testing.T) {
	var mu sync.Mutex
	done := make(chan bool)
	go func() { mu.Lock(); mu.Unlock(); close(done) }()
	mu.Lock()
	mu.Unlock()
	<-done
}

func TestDraws(t *testing.T) {
	done, a, b := make(chan bool), make(chan int, 1), make(chan int, 1)
	go func() { close(done) }()
	a <- 1
	b <- 2
	select {
	case <-a:
	case <-b:
	}
	<-done
}

func TestNumber(t *testing.T) {
	done := make(chan bool)
	go func() { close(done) }()
	if rand.Int() == 5 {
		t.Error("five")
	}
	<-done
}

func TestExits(t *testing.T) {
	last := 0
	var mu sync.Mutex
	done := make(chan bool)
	go func() { mu.Lock(); last = 1; mu.Unlock(); close(done) }()
	mu.Lock()
	last = 2
	mu.Unlock()
	<-done
	if last == 2 {
		os.Exit(7)
	}
}
