//go:build rest

package dispatch

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestGoTest is one session with all kinds of tests and most flags of go test.
func TestGoTest(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "kinds")
	keep := filepath.Join(t.TempDir(), "rec")
	o := call(t, "test", "-C="+dir, "-json", "-explore=false", "-keep", keep, "-tags=mine", "-run=^(Test[^N]|Fuzz|Example)", "-bench=.", "-benchtime=1x",
		"-count=2", "-timeout=5m", "-shuffle=off", "-cpu=1,2", "-v", "-failfast", "-p", "1", "-short", "-cover", "./...", "-args", "mine")
	o.want(t, "test", 3,
		"=== RUN   TestPlain", // -v
		"BenchmarkOne-2",      // -bench, -cpu
		"-count=2: the tests are recorded once",
		"--- FAIL: TestFails",
		"by itself")
	if n := strings.Count(o.err, "ran here"); n != 2 {
		t.Errorf("a test ran %d times, want once with each -cpu", n)
	}
	const want = "argued before bench child example inSub outlives plain seeds sharing tagged variables"
	if o.confirmed() != want {
		t.Errorf("confirmed\n\t%s\nwant\n\t%s", o.confirmed(), want)
	}
	tests := map[string]string{
		"plain": "TestPlain TestWaitsForOutlived", "inSub": "TestSub/one/a_b", "sharing": "TestParallelOne TestParallelTwo",
		"seeds": "FuzzSeeds/seed#0", "child": "TestChild", "outlives": "TestOutlived", "before": "TestBefore",
	}
	for _, f := range o.Findings {
		if want := tests[typeOf(f)]; want != "" && !strings.Contains(want, strings.Join(f.Tests, " ")) {
			t.Errorf("%s: seen in %q, want %q", typeOf(f), f.Tests, want)
		}
		checkFields(t, f)
	}
	if s := o.Stats; o.Version != report.Version || s.Processes != 4 /* the child ran with each -cpu */ || s.Tests < 10 || s.Events == 0 || s.Tries < 12 || s.Limits == nil || s.Unseen == nil {
		t.Errorf("%+v", s)
	}
	replayAll(t, o.Document)
}

// checkFields looks at what a reader of the document relies on.
func checkFields(t *testing.T, f report.Finding) {
	t.Helper()
	if f.ID == "" || f.Check == "" || f.Message == "" || f.Dynamic == nil || f.Tests == nil || f.Suppressed {
		t.Errorf("%+v", f)
		return
	}
	if f.Status != report.StatusConfirmed {
		return
	}
	if f.Dynamic.Verdict != report.VerdictConfirmed || f.Dynamic.Tries < 1 || f.Dynamic.Reason == "" || !strings.HasPrefix(f.Replay, "deadlocklint replay ") {
		t.Errorf("%s: %+v, replay %q", typeOf(f), f.Dynamic, f.Replay)
	}
	for _, g := range f.Goroutines {
		last := g.Steps[len(g.Steps)-1]
		if g.Name == "" || last.Op != "request" || last.Class == "" || last.Func == "" || !strings.Contains(last.Pos, "types_test.go:") || filepath.IsAbs(last.Pos) {
			t.Errorf("%s: %+v", typeOf(f), g)
		}
	}
}
