package dispatch

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestRest: tests that deadlock cost the others nothing, and what the user skips stays
// skipped. The test that waits for its turn beside others has it in the end.
func TestRest(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "rest")
	o := call(t, "test", "-C="+dir, "-json", "-v", "-static=false", "-tries=0", "-fail-on=predicted", "-skip=^TestSkipped$")
	o.want(t, "test", 3, "this test is deadlocked", "run in a process of their own")
	if n := strings.Count(o.err, "run in a process of their own"); n != 2 {
		t.Errorf("%d processes besides the first, want 2", n)
	}
	for _, words := range []string{"--- PASS: TestBetween", "--- PASS: TestLast", "--- PASS: TestWaits", "--- PASS: TestBefore"} {
		if strings.Count(o.out, words) != 1 {
			t.Errorf("%q is there %d times, want once", words, strings.Count(o.out, words))
		}
	}
	if got := o.types(report.StatusPredicted); got != "between last late" {
		t.Errorf("predicted for %s", got)
	}
	if strings.Contains(o.err, "it was not to run") {
		t.Error("a test that is skipped has run")
	}
}

// TestNoRest is the twin: nothing follows the last test, and nothing where a test
// fails fast.
func TestNoRest(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "rest")
	for _, args := range [][]string{{"-run=^(TestBefore|TestTwice)$"}, {"-run=^(TestTwice|TestLast)$", "-failfast"}} {
		o := call(t, append([]string{"test", "-C=" + dir, "-json", "-static=false", "-tries=0"}, args...)...)
		o.want(t, args[0], 3, "this test is deadlocked")
		if strings.Contains(o.err, "run in a process of their own") {
			t.Errorf("%q: %s", args, o.err)
		}
	}
}
