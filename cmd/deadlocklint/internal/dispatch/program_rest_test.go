//go:build rest

package dispatch

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/confirm"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

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
	if reason := o.Findings[0].Dynamic.Reason; !strings.Contains(reason, "pauses ended because") {
		t.Errorf("nobody was paused: %s", reason)
	}
}
