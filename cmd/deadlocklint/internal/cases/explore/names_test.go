package explore_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A deadlock has one id in explore, test and replay. Two circles through one line have two, and a
// schedule each. The test that takes its locks in one order has none.
func TestExploreNamesAsTest(t *testing.T) {
	t.Parallel()
	dir, keep := moduletest.Source(t, "circle"), t.TempDir()
	found, _, _ := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=1000", "-keep="+keep, ".")
	tested, _, _ := runtest.Invoke(t, "test", "-C="+dir, "-json", ".")
	ids := map[string]string{}
	for _, f := range tested.Findings {
		ids[strings.Join(f.Tests, " ")] = f.ID
	}
	seen := map[string]bool{}
	for _, f := range found.Findings {
		name := strings.Join(f.Tests, " ")
		if f.Status != report.StatusConfirmed || seen[f.ID] || ids[name] != f.ID {
			t.Errorf("%s: %s %s, and test says %s", name, f.Status, f.ID, ids[name])
		}
		seen[f.ID] = true
		file := filepath.Join(keep, schedule.FileName(f.ID))
		s, err := schedule.Read(file)
		if err != nil || s.Choices == nil || s.Choices.Test != name || s.Finding.ID != f.ID {
			t.Errorf("%s has another schedule: %v", name, err)
			continue
		}
		again, _, _ := runtest.Invoke(t, "replay", "-C="+dir, "-json", file)
		if len(again.Findings) != 1 || again.Findings[0].ID != f.ID {
			t.Errorf("%s: the replay has %+v", name, again.Findings)
		}
	}
	if len(seen) != 3 {
		t.Errorf("%d deadlocks", len(seen))
	}
}

// A static finding is joined to a goroutine that is left at its own operation, and to none at
// another one in its line.
func TestStaticAtItsOperation(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "relay")
	doc, _, _ := runtest.Invoke(t, "test", "-C="+dir, "-json", ".")
	joined := 0
	for _, f := range doc.Findings {
		if f.Static == nil || !f.IsBlocked() {
			continue
		}
		joined++
		for op, words := range map[string]string{"send": "nobody receives", "recv": "nobody sends"} {
			if strings.Contains(f.Static.Reason, words) && f.Goroutines[0].Steps[len(f.Goroutines[0].Steps)-1].Op != op {
				t.Errorf("%s is joined to %q", f.Message, f.Static.Reason)
			}
		}
	}
	if joined == 0 {
		t.Errorf("nothing is joined: %+v", doc.Findings)
	}
}

// Locks of subtests that come one after the other are no candidate of test, as they are no finding
// of explore. Those of parallel ones deadlock.
func TestSubtestsBehind(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "subtest")
	doc, _, _ := runtest.Invoke(t, "test", "-C="+dir, "-json", "-static=false", "-condvar=false", ".")
	confirmed := 0
	for _, f := range doc.Findings {
		if f.IsCandidate() {
			t.Errorf("a candidate: %+v", f)
		}
		if f.Status == report.StatusConfirmed {
			confirmed++
		}
	}
	if confirmed != 1 {
		t.Errorf("%d deadlocks: %+v", confirmed, doc.Findings)
	}
}

// A select without an answer is one finding, with one id in explore and in test.
func TestSelectIsOneFinding(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "select")
	found, _, _ := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=300", ".")
	tested, _, _ := runtest.Invoke(t, "test", "-C="+dir, "-json", ".")
	if len(found.Findings) != 1 || len(tested.Findings) != 1 || found.Findings[0].ID != tested.Findings[0].ID {
		t.Errorf("explore has %+v\ntest has %+v", found.Findings, tested.Findings)
	}
}

// A replay has the arguments of the test that follow -args. With -no-input none are kept.
func TestExploreKeepsArguments(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "arg")
	for _, flag := range []string{"", "-no-input"} {
		keep := t.TempDir()
		args := []string{"explore", "-C=" + dir, "-json", "-runs=300", "-keep=" + keep, flag, ".", "-args", "deep"}
		doc, _, _ := runtest.Invoke(t, slices.DeleteFunc(args, func(s string) bool { return s == "" })...)
		if len(doc.Findings) != 1 {
			t.Fatalf("%q: %+v", flag, doc.Findings)
		}
		file := filepath.Join(keep, schedule.FileName(doc.Findings[0].ID))
		s, err := schedule.Read(file)
		if err != nil || slices.Contains(s.Args, "deep") != (flag == "") {
			t.Fatalf("%q: %v\n%+v", flag, err, s)
		}
		if flag != "" {
			continue
		}
		again, _, _ := runtest.Invoke(t, "replay", "-C="+dir, "-json", file)
		if len(again.Findings) != 1 || again.Findings[0].ID != doc.Findings[0].ID {
			t.Errorf("the replay has %+v", again.Findings)
		}
	}
}
