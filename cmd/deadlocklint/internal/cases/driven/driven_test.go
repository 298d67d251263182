package driven_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestMain lets the test binary be the program that the go command calls.
func TestMain(m *testing.M) { os.Exit(runtest.Main(m)) }

// TestSources: the programs of the tests are as gofmt writes them, and go vet finds nothing in them.
func TestSources(t *testing.T) { moduletest.Vet(t) }

// lines are where packages hang. Those with the suffix _fixed do not.
var lines = map[string]string{
	"keptlock": "doublelock keptlock/keptlock.go:15", "crossed": "lockorder crossed/crossed.go:2", "answers": "leaked answers/answers.go:11",
	"generic": "doublelock generic/generic.go:", "ends": "doublelock ends/ends.go:18",
	"viewed": "doublelock viewed/viewed.go:30", "gate": "doublelock gate/gate.go:14",
}

// drives drives packages: each is found at its line, and its twin is silent. Nothing is written into the module.
func drives(t *testing.T, packages ...string) (stderr string) {
	t.Helper()
	dir := moduletest.Source(t, "driven")
	before := names(t, dir)
	args := []string{"explore", "-C=" + dir, "-json", "-v", "-drive"}
	for _, p := range packages {
		args = append(args, "./"+p)
	}
	doc, _, stderr := runtest.Invoke(t, args...)
	found := map[string]string{}
	for _, f := range doc.Findings {
		pkg, _, _ := strings.Cut(f.Pos, "/")
		found[pkg] = string(f.Check) + " " + f.Pos
		if f.Driver == nil || f.Driver.Contract == "" || !strings.Contains(f.Driver.Test, "func TestDriven") || f.Replay != "" {
			t.Errorf("%s has driver %v and replay %q", f.Pos, f.Driver, f.Replay)
		}
	}
	for _, p := range packages {
		if want := lines[p]; want == "" && found[p] != "" || !strings.HasPrefix(found[p], want) {
			t.Errorf("%s: found %q, want %q\n%s", p, found[p], want, stderr)
		}
	}
	if after := names(t, dir); !slices.Equal(before, after) {
		t.Errorf("the module has the files %q, and had %q", after, before)
	}
	return stderr
}

func TestDriven(t *testing.T) {
	t.Parallel()
	stderr := drives(t, "keptlock", "keptlock_fixed", "lacks_fixed")
	if want := "not called: lacks_fixed.Use, for want of *inner"; !strings.Contains(stderr, want) {
		t.Errorf("no %s in\n%s", want, stderr)
	}
}

// names are the files of a directory.
func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		list = append(list, name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// The test that a report shows hangs under explore where the user puts it, with nothing else beside it.
func TestPasted(t *testing.T) {
	t.Parallel()
	dir := moduletest.Copy(t, "driven")
	doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-drive", "./crossed")
	if len(doc.Findings) != 1 {
		t.Fatalf("%d findings\n%s", len(doc.Findings), stderr)
	}
	f := doc.Findings[0]
	if err := os.WriteFile(filepath.Join(dir, "crossed", "driven_test.go"), []byte(f.Driver.Test), 0o600); err != nil {
		t.Fatal(err)
	}
	again, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "./crossed")
	if status != report.ExitFindings || len(again.Findings) != 1 || again.Findings[0].ID != f.ID || again.Findings[0].Status != report.StatusConfirmed {
		t.Errorf("exit status %d, findings %v, want %s\n%s", status, again.Findings, f.ID, stderr)
	}
}

// What cannot be driven is refused in a line that says what to do.
func TestRefuses(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "driven")
	for _, c := range []struct{ arg, want string }{
		{"-i", "leave it out"}, {"-merge", "leave it out"}, {"-run=TestX", "-drive generates them"}, {"-resume=file", "-drive generates them"}, {"-race", "leave -race out"},
	} {
		if err := runtest.Refused(t, "explore", "-C="+dir, "-drive", c.arg, "./keptlock"); !strings.Contains(err, c.want) || strings.Contains(err, "\n") {
			t.Errorf("%s: %s", c.arg, err)
		}
	}
}
