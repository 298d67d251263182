package explore_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/matrix"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestReplayTakesOneProcess: runs under the base schedule are alike in each process, however busy the machine is, also where
// goroutines spin until a sleep ends. A replay starts another process when they are not; the wrapper counts them.
func TestReplayTakesOneProcess(t *testing.T) {
	t.Parallel()
	dir, count := moduletest.Source(t, "lasting"), filepath.Join(t.TempDir(), "count")
	wrapper := `-exec=sh -c 'echo >> ` + count + `; exec "$@"' sh`
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-keep="+t.TempDir(), "-runs=20", "-run=TestPollerBesideChannels", wrapper, ".")
	if status != report.ExitFindings || len(doc.Findings) != 1 {
		t.Fatalf("exit status %d\n%s", status, stderr)
	}
	if err := os.Remove(count); err != nil {
		t.Fatal(err)
	}
	n := matrix.Count(3, 150)
	for range n {
		var errs strings.Builder
		err := runtest.Call(&errs, &errs, "replay", "-C="+dir, strings.TrimPrefix(doc.Findings[0].Replay, "deadlocklint replay "))
		if command.Status(err) != report.ExitFindings {
			t.Errorf("replay: %v\n%s", err, &errs)
		}
	}
	if b, err := os.ReadFile(count); err != nil || len(b) != n {
		t.Errorf("%d replays took %d processes, %v", n, len(b), err)
	}
}

// TestExploreBesideSpinningMain: a goroutine that never parks while another one runs the tests holds no run up.
func TestExploreBesideSpinningMain(t *testing.T) {
	t.Parallel()
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+moduletest.Source(t, "mainspins"), "-json", "-runs=100", ".")
	if status != report.ExitFindings || len(doc.Findings) != 1 || doc.Findings[0].Status != report.StatusConfirmed {
		t.Errorf("exit status %d\n%s", status, stderr)
	}
}
