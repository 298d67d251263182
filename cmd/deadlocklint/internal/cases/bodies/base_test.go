package bodies_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

func TestExploreWrongAtBase(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "wrongatbase")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-skip=TestBroken", ".")
	found := map[string]report.Finding{}
	for _, f := range doc.Findings {
		found[f.Tests[0]] = f
	}
	if status != report.ExitFindings || len(doc.Findings) != 4 {
		t.Errorf("exit status %d, %d findings\n%s", status, len(doc.Findings), stderr)
	}
	for test, says := range map[string]string{
		"TestDial": " fails under", "TestTable": "nil pointer dereference", "TestLeaves": "exit status 9", "TestQueue": " fails under",
	} {
		f, ok := found[test]
		switch {
		case !ok:
			t.Errorf("%s is not found\n%s", test, stderr)
			continue
		case f.Status != report.StatusConfirmed || !strings.Contains(f.Message, says) || !strings.Contains(f.Message, "passes natively: the goroutine started last runs first there"):
			t.Errorf("%s: %s: %s", test, f.Status, f.Message)
		case test != "TestLeaves" && f.Output == "" && f.Dump == "":
			t.Errorf("%s has no output", test)
		}
		runtest.ReplaysAgain(t, dir, f)
	}
}

// A test that fails natively as well fails by itself.
func TestExploreBrokenTest(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "wrongatbase")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-run=TestBroken", ".")
	if status != report.ExitFailed || len(doc.Findings) != 0 || !strings.Contains(stderr, "fails under the base schedule, and natively, too") {
		t.Errorf("exit status %d, findings %v\n%s", status, doc.Findings, stderr)
	}
}
