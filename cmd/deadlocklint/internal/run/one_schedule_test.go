package run_test

import (
	"path/filepath"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestOneSchedule: a deadlock that was confirmed is met again by the runs that explore. It keeps the one schedule that its
// finding names.
func TestOneSchedule(t *testing.T) {
	t.Parallel()
	dir, keep := moduletest.Source(t, "asleepforced"), t.TempDir()
	doc, status, errs := runtest.Invoke(t, "test", "-C="+dir, "-json", "-static=false", "-keep="+keep, ".")
	if len(doc.Findings) != 1 || status != report.ExitFindings {
		t.Fatalf("%d findings, exit status %d\n%s", len(doc.Findings), status, errs)
	}
	schedules, err := filepath.Glob(filepath.Join(keep, "schedule-*"))
	if err != nil {
		t.Fatal(err)
	}
	if want := "deadlocklint replay " + filepath.Join(keep, "schedule-"+doc.Findings[0].ID+".json"); len(schedules) != 1 || doc.Findings[0].Replay != want {
		t.Errorf("schedules %q, the finding names %q, want %q", schedules, doc.Findings[0].Replay, want)
	}
}
