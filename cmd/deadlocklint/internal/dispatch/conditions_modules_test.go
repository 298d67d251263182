package dispatch

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestConditionsOfOtherModules: conditions in other modules are counted and the
// report says that they are not known; without any it says nothing.
func TestConditionsOfOtherModules(t *testing.T) {
	t.Parallel()
	for _, elsewhere := range []bool{true, false} {
		dir := moduletest.Source(t, map[bool]string{true: "waitselsewhere", false: "waitshere"}[elsewhere])
		o := call(t, "run", "-json", "-static=false", "-C="+dir, ".")
		o.want(t, "run", report.ExitClean)
		c := o.Stats.Conditions
		if c == nil || c.Inferred != 1 || c.GivenUp != 0 || len(c.Elsewhere) > 0 != elsewhere {
			t.Errorf("waits elsewhere: %v: %+v", elsewhere, c)
		}
		notes := strings.Join(o.Stats.Notes(), "\n")
		if strings.Contains(notes, "queue.go:21") != elsewhere {
			t.Errorf("waits elsewhere: %v: the report says\n%s", elsewhere, notes)
		}
	}
}

// TestRecordingWithoutConditions: what was recorded without them has no trace
// program, and the report says so; with them it says nothing.
func TestRecordingWithoutConditions(t *testing.T) {
	t.Parallel()
	for _, with := range []bool{false, true} {
		keep := filepath.Join(t.TempDir(), "recording")
		args := []string{"run", "-json", "-static=false", "-tries=0", "-keep=" + keep, "-C=" + moduletest.Unpack(t, unconfirmed), "."}
		if !with {
			args = append(args[:1:1], append([]string{"-condvar=false"}, args[1:]...)...)
		}
		call(t, args...).want(t, "run", report.ExitClean)
		o := call(t, "confirm", "-tries=0", "-json", keep)
		said := strings.Contains(strings.Join(o.Stats.Limits, "\n"), "without -condvar")
		if said == with {
			t.Errorf("recorded with conditions: %v; the report says %q", with, o.Stats.Limits)
		}
	}
}
