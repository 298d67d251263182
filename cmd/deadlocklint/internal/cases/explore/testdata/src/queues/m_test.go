package m

import (
	"sync"
	"testing"
)

func TestQueue(t *testing.T) {
	c := make(chan int, 2)
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Add(1)
		go func() { defer wg.Done(); c <- i; c <- i + 10 }()
	}
	go func() { wg.Wait(); close(c) }()
	sum := 0
	for v := range c {
		sum += v
	}
	if sum != 22 {
		t.Error(sum)
	}
}

func TestUnread(t *testing.T) {
	c := make(chan int, 4)
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Add(1)
		go func() { defer wg.Done(); c <- i }()
	}
	wg.Wait()
}

func TestStuck(t *testing.T) {
	c, d := make(chan int, 1), make(chan int, 1)
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); c <- 1; d <- 1; <-c; <-d }()
	go func() { defer wg.Done(); d <- 1; c <- 1; <-d; <-c }()
	wg.Wait()
}

func TestMixed(t *testing.T) {
	c := make(chan int, 1)
	done := make(chan bool, 1)
	go func() { c <- 1; c <- 2; done <- true }()
	select {
	case <-c:
	case <-done:
	}
	<-c
	<-done
}
