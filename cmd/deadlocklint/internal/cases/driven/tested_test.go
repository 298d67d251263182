package driven_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// crosses drives packages that have sequential tests. A package without the suffix _fixed gets stuck in two calls of its tests. Nothing is
// written into the module.
func crosses(t *testing.T, packages ...string) (stderr string) {
	t.Helper()
	dir := moduletest.Source(t, "tested")
	before := names(t, dir)
	args := []string{"explore", "-C=" + dir, "-json", "-v", "-drive"}
	for _, p := range packages {
		args = append(args, "./"+p)
	}
	doc, _, stderr := runtest.Invoke(t, args...)
	found := map[string]bool{}
	for _, f := range doc.Findings {
		pkg, _, _ := strings.Cut(f.Pos, "/")
		if strings.HasSuffix(pkg, "_fixed") {
			t.Errorf("%s: %s %s", f.Pos, f.Check, f.Status)
		}
		if f.Driver == nil || !strings.Contains(f.Driver.Test, "func Test") || f.Replay != "" {
			t.Errorf("%s has driver %v and replay %q", f.Pos, f.Driver, f.Replay)
		}
		found[pkg] = found[pkg] || f.Status == report.StatusConfirmed
	}
	for _, p := range packages {
		crossed := regexp.MustCompile(`explored example\.com/tested/` + p + ` TestCrossed.* ends: deadlock`).MatchString(stderr)
		if wrong := !strings.HasSuffix(p, "_fixed"); wrong != crossed || wrong && !found[p] {
			t.Errorf("%s: two calls of its tests get stuck: %t; a finding: %t\n%s", p, crossed, found[p], stderr)
		}
	}
	if after := names(t, dir); !slices.Equal(before, after) {
		t.Errorf("the module has the files %q, and had %q", after, before)
	}
	return stderr
}

// A half of one test crosses itself, and halves of two tests cross each other.
func TestTested(t *testing.T) {
	t.Parallel()
	stderr := crosses(t, "merged", "merged_fixed", "apart")
	for _, want := range []string{
		"tests of example.com/tested/merged: 1 lock dependencies, 1 pairs cross, 1 of them in 1 drivers; 1 got stuck",
		"tests of example.com/tested/merged_fixed: 1 lock dependencies, 1 pairs cross, 1 of them in 1 drivers; 0 got stuck",
	} {
		if !strings.Contains(stderr, want) {
			t.Errorf("no %s in\n%s", want, stderr)
		}
	}
}

// A pair of calls goes against the words of their type, too. It is possible then, and does not count.
func TestTestedWords(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "tested")
	want := report.Words{About: "concurrent use", Text: "A Set is not safe for concurrent use.", Pos: "single/single.go:6:1"}
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-drive", "./single")
	crossed := 0
	for _, f := range doc.Findings {
		if f.Driver == nil || !slices.Equal(f.Driver.Against, []report.Words{want}) {
			t.Errorf("%s has driver %v", f.Pos, f.Driver)
		} else if strings.Contains(f.Driver.Test, "TestCrossed") {
			crossed++
		}
	}
	if status != report.ExitClean || crossed == 0 {
		t.Errorf("exit status %d, %d findings of %d are of pairs\n%s", status, crossed, len(doc.Findings), stderr)
	}
}

// A pair is written as a file of its own, which the next command does not record, and writes again.
func TestTestedWritten(t *testing.T) {
	t.Parallel()
	dir := moduletest.Copy(t, "tested")
	for range 2 {
		_, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-drive", "-write=zz_deadlock_test.go", "./merged")
		for _, want := range []string{"1 lock dependencies, 1 pairs cross", "wrote merged/zz_deadlock_crossed1a_test.go: TestCrossed1A"} {
			if !strings.Contains(stderr, want) {
				t.Errorf("no %s in\n%s", want, stderr)
			}
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "merged", "zz_deadlock_crossed1a_test.go"))
	if err != nil || !strings.Contains(string(text), "few.Merge(many)") {
		t.Errorf("%v\n%s", err, text)
	}
}
