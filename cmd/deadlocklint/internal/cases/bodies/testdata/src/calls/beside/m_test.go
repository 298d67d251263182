package beside

import (
	"sync"
	"testing"

	"example.com/m/locks"
	"github.com/deadlocklint/deadlocklint/deadlocktest"
)

func TestMixed(t *testing.T) {
	deadlocktest.Explore(t, func(t *testing.T) { t.Fail() })
	deadlocktest.Explore(t, func(t *testing.T) {
		c := make(chan int)
		var mu sync.Mutex
		last := 0
		locks.Pair(func() { mu.Lock(); last = 1; mu.Unlock() }, func() { mu.Lock(); last = 2; mu.Unlock() })
		if last == 1 {
			go func() { c <- 1 }()
		}
	})
}
