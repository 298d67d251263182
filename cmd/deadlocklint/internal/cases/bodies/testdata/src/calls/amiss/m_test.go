package amiss

import (
	"os"
	"testing"

	"example.com/m/locks"
	"github.com/deadlocklint/deadlocklint/deadlocktest"
)

func TestFails(t *testing.T) {
	deadlocktest.Explore(t, func(t *testing.T) {
		locks.Ordered(t)
		t.Fail()
	})
}

func TestAround(t *testing.T) {
	deadlocktest.Explore(t, locks.Ordered)
	t.Fail()
}

func TestPanics(t *testing.T) {
	deadlocktest.Explore(t, locks.Ordered)
	panic("around")
}

func TestMissed(t *testing.T) {
	if os.Mkdir("first", 0o700) == nil {
		deadlocktest.Explore(t, locks.Ordered)
	}
}

func TestOption(t *testing.T) {
	deadlocktest.Explore(t, locks.Ordered, deadlocktest.Runs(0))
}
