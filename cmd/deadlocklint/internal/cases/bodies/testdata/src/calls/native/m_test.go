package native

import (
	"sync"
	"testing"

	"example.com/m/locks"
	"github.com/deadlocklint/deadlocklint/deadlocktest"
)

func TestWatched(t *testing.T) {
	deadlocktest.Explore(t, func(t *testing.T) {
		if t.Name() != "TestWatched/explore" {
			t.Error(t.Name())
		}
		locks.Ordered(t)
	})
}

func TestConfirmed(t *testing.T) {
	deadlocktest.Explore(t, func(t *testing.T) {
		var a, b sync.Mutex
		locks.Both(&a, &b)
		locks.Pair(func() { locks.Both(&a, &b) }, func() { locks.Both(&b, &a) })
	})
}
