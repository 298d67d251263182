//go:build unix

package explore_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// A command that was interrupted says so, and carries on to what one without has. The program of the
// test interrupts a process.
func TestExploreResumes(t *testing.T) {
	t.Parallel()
	dir := moduletest.Copy(t, "interrupted")
	file := filepath.Join(t.TempDir(), "s.jsonl")
	args := []string{"explore", "-C=" + dir, "-json", "-x=strategy=icb", "-runs=2000", "."}
	one, want, told := runtest.Invoke(t, args...)
	if len(one.Findings) < 2 || one.Stats.Incomplete {
		t.Fatalf("findings %v\n%s", one.Findings, told)
	}
	if err := os.WriteFile(filepath.Join(dir, "interrupt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	doc, status, stderr := runtest.Invoke(t, append(slices.Clone(args[:len(args)-1]), "-results="+file, ".")...)
	if !doc.Stats.Incomplete || !strings.Contains(strings.Join(doc.Stats.Damaged, "\n"), "-resume "+file) || status == report.ExitClean || strings.Contains(stderr, "TestZLater") {
		t.Errorf("exit status %d, incomplete %q\n%s", status, doc.Stats.Damaged, stderr)
	}
	if err := runtest.Refused(t, "explore", "-C="+dir, "-runs=2001", "-x=strategy=icb", "-resume="+file, "."); !strings.Contains(err, "of different commands") {
		t.Error(err)
	}
	if err := runtest.Refused(t, "explore", "-C="+dir, "-runs=2000", "-x=strategy=icb", "-resume="+file); !strings.Contains(err, "the packages") {
		t.Error(err)
	}
	doc, status, stderr = runtest.Invoke(t, append(slices.Clone(args[:len(args)-1]), "-resume="+file, ".")...)
	if !slices.Equal(ids(doc), ids(one)) || status != want || doc.Stats.Incomplete {
		t.Errorf("exit status %d, findings %v, want %v; incomplete %q\n%s", status, ids(doc), ids(one), doc.Stats.Damaged, stderr)
	}
	if got, want := classes(doc), classes(one); !maps.Equal(got, want) || want["TestFails"] < 3 {
		t.Errorf("classes of runs %v, want %v", got, want)
	}
	for _, test := range []string{"TestCycle", "TestFails", "TestZLater"} {
		if got, want := count(t, stderr, test), count(t, told, test); got != want {
			t.Errorf("%s has %s schedules, want %s", test, got, want)
		}
	}
}
