package dispatch

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/confirm"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// program is built once for all tests of this file.
var program = struct {
	sync.Once
	binary string
}{}

func builtProgram(t *testing.T) string {
	t.Helper()
	program.Do(func() {
		dir := moduletest.Source(t, "program")
		built, err := os.MkdirTemp("", "deadlocklint-test-")
		if err != nil {
			t.Fatal(err)
		}
		program.binary = filepath.Join(built, "program")
		if err := os.Rename(moduletest.Build(t, dir), program.binary); err != nil {
			t.Fatal(err)
		}
	})
	return program.binary
}

// recorded records one run of the program.
func recorded(t *testing.T, stdin string, args ...string) (dir string, o outcome) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "rec")
	line := append([]string{"record", "-keep", dir, "--", builtProgram(t)}, args...)
	return dir, callReading(t, strings.NewReader(stdin), line...)
}

// TestPredictOnly: what is only predicted is no deadlock, and no failure.
func TestPredictOnly(t *testing.T) {
	t.Parallel()
	dir, _ := recorded(t, "", "children")
	o := call(t, "confirm", "-tries=0", "-json", dir)
	o.want(t, "predict", 0)
	if o.types(report.StatusPredicted) != "exits plain" || o.Stats.Tries != 0 || o.Stats.Processes != 4 {
		t.Errorf("%+v", o.Document)
	}
	call(t, "confirm", "-tries=0", "-fail-on=predicted", dir).want(t, "predict -fail-on", 3, "untried", "exits.a")
	call(t, "confirm", "-time=1ns", dir).want(t, "confirm -time=1ns", 0, "raise -time")
	if o := call(t, "confirm", "-json", "-time=0", dir); o.confirmed() != "exits plain" {
		t.Errorf("-time=0 is no limit, but confirmed is %q", o.confirmed())
	}
}

// TestMovedRecording: a recording is read where it is, not where it was made.
func TestMovedRecording(t *testing.T) {
	t.Parallel()
	dir, _ := recorded(t, "cross\n", "stdin")
	moved := filepath.Join(t.TempDir(), "moved [1]")
	if err := os.Rename(dir, moved); err != nil {
		t.Fatal(err)
	}
	if o := call(t, "confirm", "-json", moved); o.confirmed() != "reads" {
		t.Errorf("confirmed %q: %s", o.confirmed(), o.out)
	}
}

// TestSpent: a trace that is full says so, and what is in it counts.
func TestSpent(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "rec")
	cmd := process(t, t.TempDir(), []string{boundary.EnvMegabytes + "=0"}, "record", "-keep", dir, "--", builtProgram(t), "cross")
	runProcess(t, cmd).want(t, "record", 0)
	o := call(t, "confirm", "-tries=0", "-json", dir)
	if o.Stats.Lost == 0 && len(o.Stats.Limits) == 0 {
		t.Errorf("nothing is said about what is missing: %s%s", o.out, o.message)
	}
}

// TestProgram is record and confirm with everything a program may do.
func TestProgram(t *testing.T) {
	for _, c := range []struct {
		args, stdin string
		record      int // exit status
		confirm     int
		types       string
	}{
		{"cross", "", 0, 3, "plain"},
		{"nothing", "", 0, 0, ""},
		{"exit", "", 1, 3, "exits"},
		{"panic", "", 1, 3, "panics"},
		{"stdin", "cross\n", 0, 3, "reads"},
		{"stdin", "other", 0, 0, ""},
		{"server 1", "", 0, 3, "serves"},
		{"children", "", 0, 3, "exits plain"},
		{"pause", "", 0, 0, ""},
		{"handoff", "", 0, 0, ""},
	} {
		t.Run(c.args+c.stdin, func(t *testing.T) {
			t.Parallel()
			dir, o := recorded(t, c.stdin, strings.Fields(c.args)...)
			o.want(t, "record", c.record, "next: deadlocklint confirm "+dir)
			o = call(t, "confirm", "-json", dir)
			o.want(t, "confirm", c.confirm)
			if o.confirmed() != c.types {
				t.Errorf("confirmed %q, want %q", o.confirmed(), c.types)
			}
			replayAll(t, o.Document)
		})
	}
}

// TestVariants is every variant of figure 9.6 with both strategies.
func TestVariants(t *testing.T) {
	for name := range confirm.Variants() {
		for _, strategy := range []confirm.Strategy{confirm.Parallel, confirm.Serial} {
			t.Run(fmt.Sprint(name, "/", strategy), func(t *testing.T) {
				t.Parallel()
				dir, _ := recorded(t, "", "cross")
				o := call(t, "confirm", "-json", "-x=abstraction="+name, "-x=pausing="+string(strategy), dir)
				o.want(t, "confirm", 3)
				replayAll(t, o.Document)
			})
		}
	}
}

// TestShell records a command line with several programs in it.
func TestShell(t *testing.T) {
	t.Parallel()
	bin, dir := builtProgram(t), filepath.Join(t.TempDir(), "rec")
	o := call(t, "record", "-keep", dir, "--", "sh", "-c", bin+" cross; "+bin+" exit; "+bin+" nothing")
	o.want(t, "record", 0)
	o = call(t, "confirm", "-json", dir)
	o.want(t, "confirm", 3)
	if o.confirmed() != "exits plain" || o.Stats.Processes != 3 {
		t.Errorf("confirmed %q in %d processes", o.confirmed(), o.Stats.Processes)
	}
	replayAll(t, o.Document)
}

// TestNegativeControl looks closer at the program in which only a pause
// blocks: it must have been tried, or the test shows nothing.
func TestNegativeControl(t *testing.T) {
	t.Parallel()
	dir, _ := recorded(t, "", "pause")
	o := call(t, "confirm", "-json", "-tries=2", dir)
	if o.types(report.StatusNotReached) != "paused" {
		t.Fatalf("not tried: %s", o.out)
	}
	if reason := o.Findings[0].Dynamic.Reason; !strings.Contains(reason, " ended because no other goroutine") && !strings.Contains(reason, " ended for lasting") {
		t.Errorf("nobody was paused: %s", reason)
	}
}
