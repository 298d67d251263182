package explore_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestExploreTells: the steps of schedules say how a TryLock ends and which number was drawn, and each place has a column.
func TestExploreTells(t *testing.T) {
	t.Parallel()
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+moduletest.Source(t, "told"), "-json", ".")
	if status != report.ExitFindings {
		t.Errorf("exit status %d\n%s", status, stderr)
	}
	var said strings.Builder
	for _, f := range doc.Findings {
		said.WriteString(string(f.Check) + " " + f.Message + " at " + f.Pos + "\n")
		for _, g := range f.Goroutines {
			for _, s := range g.Steps {
				said.WriteString(s.Waiting() + " " + s.Pos + "\n")
			}
		}
		if f.Explored == nil {
			continue
		}
		for _, s := range f.Explored.Steps {
			said.WriteString(s.Words() + " " + s.Pos + "\n")
		}
	}
	for _, want := range []string{
		"tries example.com/m.TestTries.mu and goes on without it told_test.go:21:17",
		"draws 999 from math/rand.Intn told_test.go:34:20",
		"starts a goroutine told_test.go:13:7",
		"waits for example.com/m.TestMethodValue.mu told_test.go:46:9",
		"waits to receive from example.com/m.TestMethodValue.lists[] told_test.go:48:6",
		"1 goroutine started at fails_test.go:15 panicked at fails_test.go:18 and has ended at fails_test.go:25:2",
		"panics fails_test.go:35",
		"passes under the base schedule: panic: close of closed channel at fails_test.go:35",
		"calls sync/atomic.(*Bool).Load of closed fails_test.go:33:18",
		"calls sync/atomic.StoreInt32 of n fails_test.go:49:35",
		"passes under the base schedule at fails_test.go:53:11",
		"TestGivesUp fails under some schedules, and passes under the base schedule at fails_test.go:67:10",
		"TestExits fails under some schedules, and passes under the base schedule at fails_test.go:79:17",
	} {
		if !strings.Contains(said.String(), want+"\n") {
			t.Errorf("nothing says %q", want)
		}
	}
	if strings.Contains(said.String(), "of object") || strings.Contains(said.String(), "panics 2 times") {
		t.Error("an object has no name, or a panic is told twice")
	}
	if t.Failed() {
		t.Logf("%s", said.String())
	}
}
