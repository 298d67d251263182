package explore_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestPrintedReplay: the command that a finding prints needs no more flags, whatever wrapper and linker flags the user
// gave. A file that names others than the user did is not followed.
func TestPrintedReplay(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "wrapped")
	const wrapper, linker = "-exec=env 'MINE=a b'", "-ldflags=-X 'example.com/m.stamp=two words'"
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=50", wrapper, linker, ".")
	if status != report.ExitFindings || len(doc.Findings) != 1 {
		t.Fatalf("exit status %d\n%s", status, stderr)
	}
	file := strings.TrimPrefix(doc.Findings[0].Replay, "deadlocklint replay ")
	var errs strings.Builder
	err := runtest.Call(&errs, &errs, "replay", "-C="+dir, file)
	if command.Status(err) != report.ExitFindings || !strings.Contains(errs.String(), "1 of 2 are counted") {
		t.Errorf("%v\n%s", err, &errs)
	}
	for words, change := range map[string]func(s *schedule.Schedule){
		`the wrapper "touch"`:               func(s *schedule.Schedule) { s.Prefix[0] = "touch" },
		`the wrapper "env", the build flag`: func(s *schedule.Schedule) { s.Prefix = append(s.Prefix, "x") },
	} {
		s, err := schedule.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		change(s)
		if err := runtest.NotFollowed(t, "replay", "-C="+dir, foreign(t, s)); !strings.Contains(err, words) {
			t.Errorf("%s: %v", words, err)
		}
	}
	for _, flag := range []string{wrapper, linker} {
		if doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=50", flag, "."); status != report.ExitClean || len(doc.Findings) > 0 {
			t.Errorf("only %s: exit status %d\n%s", flag, status, stderr)
		}
	}
}
