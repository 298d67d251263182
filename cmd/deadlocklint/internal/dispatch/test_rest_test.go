//go:build rest

package dispatch

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
)

// TestTestStatus is the exit status without a deadlock, and what is said.
func TestTestStatus(t *testing.T) {
	t.Parallel()
	dir := moduletest.Module(t, `
-- clean/clean_test.go --
package clean

import "testing"

func TestClean(t *testing.T) {}
-- fails/fails_test.go --
package fails

import "testing"

func TestFails(t *testing.T) { t.Error("by itself") }
-- broken/broken_test.go --
package broken

import "testing"

func TestBroken(t *testing.T) { undefined() }
-- vetted/vetted_test.go --
package vetted

import (
	"fmt"
	"testing"
)

func TestVetted(t *testing.T) { fmt.Printf("%d", "no number") }
-- without/without.go --
package without
`)
	for _, c := range []struct {
		args   string
		status int
		words  string
	}{
		{"./clean ./without", 0, "nothing found"},
		{"-run=Nothing ./clean", 0, "no tests to run"},
		{"./fails ./clean", 1, "by itself"},
		{"./broken", 1, "undefined: undefined"},
		{"./clean ./broken", 1, "undefined: undefined"},
		{"./vetted", 1, "has arg \"no number\" of wrong type"},
		{"./without", 1, "no test was run, so nothing was recorded; name packages that have tests"},
		{"./gone", 1, "directory not found"},
		{"-vet=off -tries=0 ./vetted", 0, "nothing found"},
		{"./clean -mine", 1, "flag provided but not defined: -mine"},
	} {
		args := append([]string{"test", "-C=" + dir}, strings.Fields(c.args)...)
		call(t, args...).want(t, c.args, c.status, c.words)
	}
}

// TestUncached: our runs really happen, and leave the cache of go test alone.
func TestUncached(t *testing.T) {
	t.Parallel()
	ran := filepath.Join(t.TempDir(), "ran")
	dir := moduletest.Module(t, "", "a_test.go", `package a

import (
	"os"
	"testing"
)

func TestRan(t *testing.T) {
	f, err := os.OpenFile(`+"`"+ran+"`"+`, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString("x"); err != nil {
		t.Fatal(err)
	}
}
`)
	ours := func() string { return call(t, "test", "-C="+dir, ".").out }
	theirs := func() string {
		cmd := exec.Command("go", "test", ".")
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return string(out)
	}
	for i, step := range []struct {
		run    func() string
		cached bool
		times  int
	}{{ours, false, 1}, {ours, false, 2}, {theirs, false, 3}, {ours, false, 4}, {theirs, true, 4}} {
		out := step.run()
		if cached := strings.Contains(out, "(cached)"); cached != step.cached {
			t.Errorf("step %d: cached: %t, %s", i, cached, out)
		}
		if b, err := os.ReadFile(ran); err != nil || len(b) != step.times {
			t.Errorf("step %d: the test ran %d times, want %d, %v", i, len(b), step.times, err)
		}
	}
}
