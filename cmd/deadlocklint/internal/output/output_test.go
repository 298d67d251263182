package output

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/command"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

func TestCheckoutPrefix(t *testing.T) {
	dir := t.TempDir()
	below := filepath.Join(dir, "services", "api")
	if err := os.MkdirAll(below, 0o700); err != nil {
		t.Fatal(err)
	}
	moduletest.Write(t, dir, ".git", "gitdir: elsewhere\n") // as in a linked worktree
	if got := checkoutPrefix(below); got != "services/api" {
		t.Errorf("got %q", got)
	}
	if got := checkoutPrefix(dir); got != "" {
		t.Errorf("the root itself: %q", got)
	}
}

// TestColor: only the environment decides on a terminal, and without one there
// is no colour.
func TestColor(t *testing.T) {
	for _, c := range []struct {
		noColor, term string
		want          bool
	}{{"", "xterm", true}, {"1", "xterm", false}, {"0", "xterm", false}, {"", "dumb", false}, {"", "", true}} {
		env := map[string]string{"NO_COLOR": c.noColor, "TERM": c.term}
		if got := colorAllowed(func(k string) string { return env[k] }); got != c.want {
			t.Errorf("NO_COLOR=%q TERM=%q: %t", c.noColor, c.term, got)
		}
	}
	f, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if (&Output{Streams: command.Streams{Out: f}}).textOptions().Color {
		t.Error("a file gets colours")
	}
}

// TestNext: what somebody at a terminal is told to type.
func TestNext(t *testing.T) {
	confirmed := report.Finding{ID: "1", Status: report.StatusConfirmed}
	static := report.Finding{ID: "2", Check: checks.LockOrder, Status: report.StatusStatic}
	candidate := report.Finding{ID: "3", Status: report.StatusNotReached}
	silenced := confirmed
	silenced.Suppressed = true
	for _, c := range []struct {
		findings []report.Finding
		page     bool
		want     string
	}{
		{nil, false, ""},
		{[]report.Finding{silenced}, false, ""},
		{[]report.Finding{confirmed, static}, false, "the command above makes it happen again; -html report.html"},
		{[]report.Finding{static}, false, "deadlocklint help lockorder"},
		{[]report.Finding{confirmed, candidate}, true, "deadlocklint confirm -tries 10 3 ./..."},
		{[]report.Finding{{Status: report.StatusInfeasible}}, false, ""},
	} {
		if got := next(c.findings, c.page); !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%v: %q, want %q", c.findings, got, c.want)
		}
	}
}
