package run_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// deadlocktestDir is the folder of module deadlocktest.
func deadlocktestDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("..", "..", "..", "..", "deadlocktest"))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// calling writes a module whose tests call deadlocktest.Explore.
func calling(t *testing.T, tests string) string {
	t.Helper()
	const path = "github.com/deadlocklint/deadlocklint/deadlocktest"
	return moduletest.Module(t, "",
		"go.mod", "module example.com/m\n\ngo 1.24\n\nrequire "+path+" v0.0.0\n\nreplace "+path+" => "+deadlocktestDir(t)+"\n",
		"locks_test.go", moduletest.Text(t, "calls/locks_test.go"), "m_test.go", "package m\n\nimport (\n\t\"os\"\n\t\"sync\"\n\t\"testing\"\n\n\t\""+path+"\"\n)\n\n"+tests+"\n\nvar _ = os.Args\nvar _ sync.Mutex\n")
}

// explored are the lines that say what was explored, by test or call, without the package.
func explored(stderr string) map[string]string {
	lines := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^explored \S+ (\S+): (.*)$`).FindAllStringSubmatch(stderr, -1) {
		lines[m[1]] = m[2]
	}
	return lines
}

// A recorded test runs its bodies once and says nothing about it; a native one says what it
// leaves out.
func TestExploreCallsNative(t *testing.T) {
	t.Parallel()
	dir := calling(t, `
func TestWatched(t *testing.T) {
	deadlocktest.Explore(t, func(t *testing.T) {
		if t.Name() != "TestWatched/explore" {
			t.Error(t.Name())
		}
		ordered(t)
	})
}

func TestConfirmed(t *testing.T) {
	deadlocktest.Explore(t, func(t *testing.T) {
		var a, b sync.Mutex
		both(&a, &b)
		pair(func() { both(&a, &b) }, func() { both(&b, &a) })
	})
}
`)
	const note = "run deadlocklint explore to try others"
	doc, status, stderr := invoke(t, "test", "-C="+dir, "-json", "-v", ".")
	if status != report.ExitFindings || strings.Contains(stderr, note) {
		t.Errorf("exit status %d\n%s", status, stderr)
	}
	for _, f := range doc.Findings {
		if f.Status != report.StatusConfirmed || !slices.Equal(f.Tests, []string{"TestConfirmed/explore"}) {
			t.Errorf("%s %s %s", f.Status, f.Check, f.Tests)
		}
	}
	cmd := exec.Command("go", "test", "-v", "-run=Watched", ".")
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
