package driver

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

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
	if (&output{streams: Streams{Out: f}}).textOptions().Color {
		t.Error("a file gets colours")
	}
}

// TestNoTerminal: a device that forgets what is written to it is no terminal, so that
// nobody is told there what to type next.
func TestNoTerminal(t *testing.T) {
	f, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if isTerminal(f) && runtime.GOOS != "windows" || width(f) != 0 {
		t.Errorf("%s is a terminal, %d columns wide", os.DevNull, width(f))
	}
}

// TestNext: what somebody at a terminal is told to type.
func TestNext(t *testing.T) {
	confirmed := report.Finding{ID: "1", Status: report.StatusConfirmed}
	static := report.Finding{ID: "2", Check: "cycle", Status: report.StatusStatic}
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
		{[]report.Finding{static}, false, "deadlocklint help cycle"},
		{[]report.Finding{confirmed, candidate}, true, "deadlocklint confirm -tries 10 3 ./..."},
		{[]report.Finding{{Status: report.StatusInfeasible}}, false, ""},
	} {
		if got := next(c.findings, c.page); !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%v: %q, want %q", c.findings, got, c.want)
		}
	}
}

// TestHosts: the other forms that a run can be asked for at once.
func TestHosts(t *testing.T) {
	t.Parallel()
	dir, _ := recorded(t, "", "cross")
	junit := filepath.Join(t.TempDir(), "junit.xml")
	o := call(t, "predict", "-q", "-github", "-junit", junit, dir)
	if n := strings.Count(o.out, "\n"); strings.Contains(o.out, "goroutine 1") || n > 0 && !strings.Contains(o.out, "deadlock feasible") {
		t.Errorf("-q wrote %s", o.out)
	}
	if !strings.Contains(o.err, "::error ") && !strings.Contains(o.err, "::notice ") {
		t.Errorf("-github wrote %s", o.err)
	}
	b, err := os.ReadFile(junit)
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Tests int `xml:"tests,attr"`
	}
	if err := xml.Unmarshal(b, &doc); err != nil || doc.Tests == 0 {
		t.Errorf("%v: %s", err, b)
	}
}

// TestQuietSilence: -q says nothing when there is nothing to say.
func TestQuietSilence(t *testing.T) {
	t.Parallel()
	dir, _ := recorded(t, "", "nothing")
	if o := call(t, "predict", "-q", dir); o.out != "" || o.status != 0 {
		t.Errorf("exit status %d, %q", o.status, o.out)
	}
}
