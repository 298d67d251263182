package m

import (
	"math/rand"
	"sync"
	"testing"
)

// The second goroutine cannot have the lock at once, and then waits for it with its own.
func TestTries(t *testing.T) {
	var mu, own sync.Mutex
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.Lock()
		own.Lock()
		own.Unlock()
		mu.Unlock()
	})
	wg.Go(func() {
		own.Lock()
		if !mu.TryLock() {
			mu.Lock()
		}
		mu.Unlock()
		own.Unlock()
	})
	wg.Wait()
}

// The last of a thousand numbers has no answer.
func TestDraws(t *testing.T) {
	answers := make(chan int)
	go func() {
		if n := rand.Intn(1000); n != 999 {
			answers <- n
		}
	}()
	<-answers
}

// Goroutines that a value of a method starts have no line of their own.
func TestMethodValue(t *testing.T) {
	var mu sync.Mutex
	lock := mu.Lock
	lock()
	go lock()
	lists := map[string]chan int{"a": make(chan int)}
	for range lists["a"] {
	}
}
