package driver

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// unconfirmedModule is a module whose trace program shows what no run can do.
func unconfirmedModule(t *testing.T) string {
	t.Helper()
	ar, err := txtar.ParseFile(filepath.Join("..", "..", "testdata", "send_after_pipe.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range ar.Files {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestUnconfirmed: what trace programs show and no run confirms is counted,
// listed when that is asked for, and never looked for with -condvar=false.
func TestUnconfirmed(t *testing.T) {
	t.Parallel()
	dir := unconfirmedModule(t)
	const one = "lock-across-channel"
	for _, c := range []struct {
		args        string
		status      int
		listed      report.Status // "" for not
		unconfirmed int
	}{
		{"", report.ExitClean, "", 1},
		{"-v", report.ExitClean, report.StatusNotReached, 0},
		{"-tries=0", report.ExitClean, report.StatusPredicted, 0},
		{"-fail-on=not-reached", report.ExitFindings, report.StatusNotReached, 0},
		{"-condvar=false", report.ExitClean, "", 0},
	} {
		args := append([]string{"run", "-json", "-static=false", "-tries=1", "-C=" + dir}, strings.Fields(c.args)...)
		o := call(t, append(args, ".")...)
		o.want(t, c.args, c.status)
		switch {
		case o.Stats.Unconfirmed != c.unconfirmed:
			t.Errorf("%q: %d counted, want %d", c.args, o.Stats.Unconfirmed, c.unconfirmed)
		case c.listed == "" && len(o.Findings) > 0:
			t.Errorf("%q: %s is listed", c.args, o.Findings[0].Check)
		case c.listed != "" && (len(o.Findings) != 1 || o.Findings[0].Check != one || o.Findings[0].Status != c.listed):
			t.Errorf("%q: no %s %s: %s", c.args, c.listed, one, o.out)
		}
	}
	o := call(t, "run", "-static=false", "-tries=1", "-C="+dir, ".")
	if !strings.Contains(o.out, "nothing found\n1 possible ") {
		t.Errorf("not counted in the text:\n%s", o.out)
	}
}

// TestSearchBudget: without time nothing is searched, and the report says so.
func TestSearchBudget(t *testing.T) {
	t.Parallel()
	o := call(t, "run", "-json", "-static=false", "-tries=0", "-budget=1ns", "-C="+unconfirmedModule(t), ".")
	if len(o.Findings) > 0 || len(o.Stats.Limits) != 1 || !strings.Contains(o.Stats.Limits[0], "1 of 1 trace programs") || !strings.Contains(o.Stats.Limits[0], "-budget") {
		t.Errorf("%d findings, limits %q", len(o.Findings), o.Stats.Limits)
	}
}
