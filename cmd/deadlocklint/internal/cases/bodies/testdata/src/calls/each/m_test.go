package each

import (
	"os"
	"sync"
	"testing"

	"example.com/m/locks"
	"github.com/deadlocklint/deadlocklint/deadlocktest"
)

func TestTwo(t *testing.T) {
	f, err := os.OpenFile("around", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString("x"); err != nil {
		t.Fatal(err)
	}
	deadlocktest.Explore(t, locks.Crossed, deadlocktest.Runs(40), deadlocktest.Strategy("pos"), deadlocktest.Seed(5))
	deadlocktest.Explore(t, locks.Ordered, deadlocktest.Strategy("random"))
}

func TestFailsSometimes(t *testing.T) {
	deadlocktest.Explore(t, func(t *testing.T) {
		last := 0
		var mu sync.Mutex
		locks.Pair(func() { mu.Lock(); last = 1; mu.Unlock() }, func() { mu.Lock(); last = 2; mu.Unlock() })
		if last == 1 {
			t.Fatal("the first one was last")
		}
	})
}

func TestLoop(t *testing.T) {
	for range 2 {
		t.Run("same", func(t *testing.T) {
			t.Parallel()
			deadlocktest.Explore(t, func(t *testing.T) {
				t.Run("inner", func(t *testing.T) {
					var a, b sync.RWMutex
					locks.Pair(func() { locks.Both(&a, &b) }, func() { locks.Both(&b, &a) })
				})
				deadlocktest.Explore(t, locks.Ordered)
			})
		})
	}
}
