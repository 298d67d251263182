// Both tests count goroutines as checkers for leaks do. The second one leaves a goroutine
// behind in each run, which the next run must not see.
package m

import (
	"runtime"
	"strings"
	"testing"
)

func count(t *testing.T, when string) {
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	if n := strings.Count("\n"+string(stacks), "\ngoroutine "); n != 2 || runtime.NumGoroutine() != 2 {
		t.Errorf("%s: %d stacks, %d goroutines:\n%s", when, n, runtime.NumGoroutine(), stacks)
	}
}

func TestCountsWell(t *testing.T) {
	count(t, "begin")
	c := make(chan bool)
	go func() { c <- true }()
	<-c
	for runtime.NumGoroutine() > 2 {
		runtime.Gosched()
	}
	count(t, "end")
}

func TestLeavesOne(t *testing.T) {
	count(t, "begin")
	go func() { make(chan bool) <- true }()
}
