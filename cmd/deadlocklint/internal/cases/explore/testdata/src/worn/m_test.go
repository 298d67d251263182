package m

import (
	"sync"
	"testing"
)

func pair(one, other func()) {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { defer wg.Done(); one() }()
	go func() { defer wg.Done(); other() }()
	wg.Wait()
}

var mu sync.Mutex

func TestTokens(t *testing.T) {
	pair(func() { take(t, &tokens) }, func() { mu.Lock(); mu.Unlock() })
}

var tokens = 3

func take(t *testing.T, left *int) {
	mu.Lock()
	defer mu.Unlock()
	if *left--; *left < 0 {
		t.Error("no token is left")
	}
}

var many = 40

func TestManyTokens(t *testing.T) {
	pair(func() { take(t, &many) }, func() { mu.Lock(); mu.Unlock() })
}

var results = make(chan int, 3)

func TestResults(t *testing.T) {
	pair(func() { results <- 1 }, func() { mu.Lock(); mu.Unlock() })
}

func TestOrder(t *testing.T) {
	last := 0
	pair(func() { mu.Lock(); last = 1; mu.Unlock() }, func() { mu.Lock(); last = 2; mu.Unlock() })
	take(t, &tokens2)
	if last == 1 {
		t.Error("the first one is last")
	}
}

var tokens2 = 3
