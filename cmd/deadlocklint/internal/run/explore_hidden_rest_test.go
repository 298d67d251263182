//go:build rest

package run_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// Both tests count goroutines as checkers for leaks do. The second one leaves a goroutine
// behind in each run, which the next run must not see.
const countingTests = `package m

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
`

// A test sees the goroutines that it would see without the exploration.
func TestExploreCounted(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, "", "m_test.go", countingTests)
	doc, status, stderr := invoke(t, "explore", "-C="+dir, "-json", "-runs=30", ".")
	if status != report.ExitFindings || strings.Contains(stderr, "fails") {
		t.Errorf("exit status %d\n%s", status, stderr)
	}
	for _, f := range doc.Findings {
		if f.Status != report.StatusLeaked || strings.Join(f.Tests, " ") != "TestLeavesOne" {
			t.Errorf("%s %s: %s", f.Status, f.Tests, f.Message)
		}
	}
}
