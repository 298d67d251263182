package bodies_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// deadlocktestDir is the folder of module deadlocktest.
func deadlocktestDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("..", "..", "..", "..", "..", "deadlocktest"))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// calling copies the module whose tests call deadlocktest.Explore.
func calling(t *testing.T) string {
	t.Helper()
	dir := moduletest.Copy(t, "calls")
	const there = "../../../../../../../../deadlocktest"
	moduletest.Write(t, dir, "go.mod", strings.Replace(moduletest.Text(t, "calls/go.mod"), there, deadlocktestDir(t), 1))
	return dir
}

// A recorded test runs its bodies once and says nothing about it; a native one says what it
// leaves out.
func TestExploreCallsNative(t *testing.T) {
	t.Parallel()
	dir := calling(t)
	const note = "run deadlocklint explore to try others"
	doc, status, stderr := runtest.Invoke(t, "test", "-C="+dir, "-json", "-v", "./native")
	if status != report.ExitFindings || strings.Contains(stderr, note) {
		t.Errorf("exit status %d\n%s", status, stderr)
	}
	for _, f := range doc.Findings {
		if f.Status != report.StatusConfirmed || !slices.Equal(f.Tests, []string{"TestConfirmed/explore"}) {
			t.Errorf("%s %s %s", f.Status, f.Check, f.Tests)
		}
	}
	cmd := exec.Command("go", "test", "-v", "-run=Watched", "./native")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), note) || strings.Count(string(out), "=== RUN") != 2 {
		t.Errorf("%v\n%s", err, out)
	}
}

// Module deadlocktest tests itself, and knows the strategies.
func TestDeadlocktest(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("go", "test", "./...")
	cmd.Dir = deadlocktestDir(t)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	text, err := os.ReadFile(filepath.Join(cmd.Dir, "option.go"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`const strategies = "(.*)"`).FindSubmatch(text)
	if m == nil {
		t.Fatal("no strategies")
	}
	got, want := strings.Fields(string(m[1])), strings.Fields(explore.Names)
	want = slices.DeleteFunc(want, func(name string) bool { return name == "capp" }) // a revision is an option of the command
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("strategies %q, want %q", got, want)
	}
}

// A call that fails by itself, one that is not made again, and an option without sense are said,
// and are no findings.
func TestExploreCallsAmiss(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"TestFails":  "TestFails/explore: 60 schedules",
		"TestAround": "fails under the base schedule, and natively, too",
		"TestPanics": "panic: around",
		"TestMissed": "did not come to this call again",
		"TestOption": "fails under the base schedule, and natively, too",
	} {
		t.Run(name, func(t *testing.T) {
			doc, status, stderr := runtest.Invoke(t, "explore", "-C="+calling(t), "-json", "-runs=60", "-run=^"+name+"$", "./amiss")
			if status != report.ExitFailed || len(doc.Findings) != 0 || !strings.Contains(stderr+strings.Join(doc.Stats.Damaged, "\n"), want) {
				t.Errorf("exit status %d, findings %v\n%s", status, doc.Findings, stderr)
			}
		})
	}
}

// Each call is explored for itself, with its own options, and made to happen again. The
// work around it is done once in each process.
func TestExploreCalls(t *testing.T) {
	t.Parallel()
	dir := calling(t)
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=60", "./each")
	if status != report.ExitFindings {
		t.Errorf("exit status %d\n%s", status, stderr)
	}
	var got []string
	for _, f := range doc.Findings {
		got = append(got, strings.Join(f.Tests, " ")+" "+string(f.Check))
	}
	slices.Sort(got)
	// The two subtests have one finding, which names the first.
	if want := []string{"TestFailsSometimes/explore schedule", "TestLoop/same/explore/inner lockorder", "TestTwo/explore lockorder"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q\n%s", got, want, stderr)
	}
	lines := runtest.Lines(stderr)
	for name, want := range map[string]string{
		"TestTwo/explore": "40 schedules", "TestTwo/explore#01": "60 schedules", "TestFailsSometimes/explore": "schedules",
		"TestLoop/same/explore": "deadlock", "TestLoop/same#01/explore": "deadlock",
	} {
		if !strings.Contains(lines[name], want) {
			t.Errorf("%s: %q, want %q", name, lines[name], want)
		}
	}
	if strings.Contains(lines["TestTwo/explore#01"], "ends") || len(lines) != 5 {
		t.Errorf("%q", lines)
	}
	// The first run, two calls whose base schedules are recorded, an ending that was made
	// smaller, tried as a first run of a process, and then recorded, and the processes of the
	// search for all orders of what a call explores.
	if b, err := os.ReadFile(filepath.Join(dir, "each", "around")); err != nil || len(b) != 11 {
		t.Errorf("%d times around, %v", len(b), err)
	}
	for _, f := range doc.Findings {
		file := strings.TrimPrefix(f.Replay, "deadlocklint replay ")
		if f.Check == report.CheckSchedule {
			var errs strings.Builder
			err := runtest.Call(&errs, &errs, "replay", "-C="+dir, file)
			if command.Status(err) != report.ExitFindings || !strings.Contains(errs.String(), f.Tests[0]+" fails") {
				t.Errorf("%v\n%s", err, &errs)
			}
			continue
		}
		again, status, stderr := runtest.Invoke(t, "replay", "-json", "-C="+dir, file)
		if len(again.Findings) != 1 || again.Findings[0].ID != f.ID || status != report.ExitFindings {
			t.Errorf("replay of %s: exit status %d, findings %v\n%s", f.Tests, status, again.Findings, stderr)
		}
	}
}

// Nothing is claimed of bodies that end well beside what the test does around them.
func TestExploreCallsWell(t *testing.T) {
	t.Parallel()
	dir := calling(t)
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-x=strategy=pos", "-runs=10", "./well")
	if status != report.ExitClean || len(doc.Findings) != 0 {
		t.Errorf("exit status %d, findings %v\n%s", status, doc.Findings, stderr)
	}
	lines := runtest.Lines(stderr)
	for _, name := range []string{"TestGoroutines/explore", "TestGoroutines/explore#01", "TestGoroutines/explore#02", "TestWithin/explore", "TestUsesTheResult/explore#01", "TestServed/explore"} {
		if !strings.Contains(lines[name], "schedules") || strings.Contains(lines[name], "ends") {
			t.Errorf("%s: %q\n%s", name, lines[name], stderr)
		}
	}
}

// The body of another call fails whatever the schedule: that is not said of this one.
func TestExploreCallsBesideFailure(t *testing.T) {
	t.Parallel()
	dir := calling(t)
	doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=60", "./beside")
	if len(doc.Findings) != 1 || doc.Findings[0].Status != report.StatusLeaked || !strings.Contains(runtest.Lines(stderr)["TestMixed/explore"], "fails under the base schedule") {
		t.Fatalf("findings %v\n%s", doc.Findings, stderr)
	}
	again, status, stderr := runtest.Invoke(t, "replay", "-json", "-C="+dir, strings.TrimPrefix(doc.Findings[0].Replay, "deadlocklint replay "))
	if len(again.Findings) != 1 || again.Findings[0].ID != doc.Findings[0].ID || status != report.ExitFindings {
		t.Errorf("exit status %d, findings %v\n%s", status, again.Findings, stderr)
	}
}
