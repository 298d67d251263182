package cases

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// RunAll runs the cases of this build ([Part]), each in a test of its name, in parallel.
func RunAll(t *testing.T, files []string) {
	for _, file := range Part(t, files) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			run(t, file)
		})
	}
}

// run takes a case through the whole pipeline: the real toolchain, a recorded run,
// prediction, confirmation, and the replay of each confirmed finding.
func run(t *testing.T, file string) {
	c := Extract(t, file)
	want := parseExpectation(t, c.Expect)
	doc, status, stderr := record(t, c, want)
	for range 2 {
		if !endedInDeadlock(doc) {
			break
		}
		t.Log("the recorded run was deadlocked by itself, which is what the two sides keep apart by time to avoid; recorded again")
		doc, status, stderr = record(t, c, want)
	}
	checkCase(t, want, doc, status)
	for _, words := range want.says {
		if !strings.Contains(stderr, words) {
			t.Errorf("%q is not said", words)
		}
	}
	if t.Failed() {
		t.Logf("stderr: %s", stderr)
		for _, f := range doc.Findings {
			t.Logf("%s %s %s %+v", f.Check, f.Status, f.Message, f.Dynamic)
		}
	}
	replayAll(t, c.Dir, doc)
}

// record is one session of a case.
func record(t *testing.T, c Case, want expectation) (doc report.Document, status int, stderr string) {
	t.Helper()
	command, tries := "run", "-tries=1" // a harmless program is not tried for long
	if c.Tests {
		command = "test"
	}
	if want.verdict == "confirmed" {
		tries = "-tries=10"
	}
	args := []string{command, "-C=" + c.Dir, "-json", tries, "-keep=" + filepath.Join(t.TempDir(), "rec")}
	return Invoke(t, append(append(args, want.args...), ".")...)
}

// endedInDeadlock reports whether what was to be predicted happened while it was
// recorded: the rest of the program is not in the recording then.
func endedInDeadlock(doc report.Document) bool {
	return slices.ContainsFunc(doc.Findings, func(f report.Finding) bool {
		return f.Dynamic != nil && strings.HasPrefix(f.Dynamic.Reason, "it happened in the recorded run")
	})
}

// replayAll makes every confirmed deadlock happen again from its schedule. The schedule of an
// exploration does not name its module.
func replayAll(t *testing.T, dir string, doc report.Document) {
	for _, f := range doc.Findings {
		if f.Status != report.StatusConfirmed || f.Replay == "" {
			continue
		}
		file := strings.TrimPrefix(f.Replay, "deadlocklint replay ")
		args := []string{"replay", "-json", "-tries=10", file}
		if strings.HasPrefix(filepath.Base(file), "explored-") {
			args = []string{"replay", "-json", "-C=" + dir, file}
		}
		again, status, _ := Invoke(t, args...)
		if status != report.ExitFindings || len(again.Findings) != 1 || again.Findings[0].ID != f.ID {
			t.Errorf("replay of %s: exit status %d", f.ID, status)
		}
	}
}
