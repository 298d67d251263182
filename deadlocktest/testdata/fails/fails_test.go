// Package fails has tests that are there to fail. TestFails of the module builds and runs them.
package fails

import (
	"testing"

	. "github.com/deadlocklint/deadlocklint/deadlocktest"
)

func TestFailingBody(t *testing.T) {
	Explore(t, func(t *testing.T) { t.FailNow() })
	t.Log("goes on")
}

func TestNoRuns(t *testing.T) {
	Explore(t, func(t *testing.T) {}, Runs(-1), Strategy("best"))
	t.Log("not reached")
}

func TestNoStrategy(t *testing.T) {
	Explore(t, func(t *testing.T) {}, Strategy("best"), Runs(-1))
	t.Log("not reached")
}

func TestNoBody(t *testing.T) {
	Explore(t, nil)
	t.Log("not reached")
}
