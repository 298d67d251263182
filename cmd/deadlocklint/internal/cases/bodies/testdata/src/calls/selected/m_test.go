package selected

import (
	"testing"

	"example.com/m/locks"
	"github.com/deadlocklint/deadlocklint/deadlocktest"
)

func TestCalls(t *testing.T) {
	t.Run("one", func(t *testing.T) { deadlocktest.Explore(t, locks.Crossed) })
	t.Run("two", func(t *testing.T) { deadlocktest.Explore(t, locks.Ordered) })
	deadlocktest.Explore(t, locks.Ordered)
}
