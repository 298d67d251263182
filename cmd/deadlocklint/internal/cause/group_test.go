package cause

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

const deferringPackage = "example.com/deferred."

// deferring is the source of the package in testdata.
func deferring(file string) []byte {
	text, err := os.ReadFile(filepath.Join("testdata", "src", "deferred", file))
	if err != nil {
		return nil
	}
	return text
}

// TestDeferred: each comment names the groups whose Done is deferred there.
func TestDeferred(t *testing.T) {
	d := newDeferred(deferring)
	n := 0
	for i, line := range strings.Split(string(deferring("deferred.go")), "\n") {
		_, note, ok := strings.Cut(line, "// in ")
		if !ok {
			continue
		}
		n++
		fn, names, _ := strings.Cut(note, ":")
		want := strings.Fields(names)
		var got []string
		for _, class := range d.groups(report.Step{Op: "recv", Func: deferringPackage + fn, Pos: fmt.Sprintf("deferred.go:%d", i+1)}) {
			got = append(got, strings.TrimPrefix(class, deferringPackage))
		}
		if !slices.Equal(got, want) {
			t.Errorf("line %d: %q, want %q", i+1, got, want)
		}
	}
	if n < 10 {
		t.Errorf("%d comments", n)
	}
	if got := d.groups(report.Step{Func: deferringPackage + "work", Pos: "missing.go:3"}); got != nil {
		t.Errorf("of a file that is not there: %q", got)
	}
}

// TestJoinGroups: the wait for a group is a part of the finding about a goroutine that has deferred its Done, and of no other.
func TestJoinGroups(t *testing.T) {
	at := func(words string) string {
		for i, line := range strings.Split(string(deferring("deferred.go")), "\n") {
			if strings.Contains(line, words) {
				return fmt.Sprintf("deferred.go:%d", i+1)
			}
		}
		return ""
	}
	goroutine := func(op, class, pos, fn string) report.Goroutine {
		return report.Goroutine{Steps: []report.Step{{Op: op, Class: deferringPackage + class, Pos: pos, Func: deferringPackage + fn}}}
	}
	wait := report.Finding{ID: "wait", Status: report.StatusLeftBlocked, Tests: []string{"TestA"}, Goroutines: []report.Goroutine{goroutine("wgwait", "workers", "wait.go:9", "await")}}
	stuck := report.Finding{ID: "stuck", Status: report.StatusConfirmed, Tests: []string{"TestA"}, Goroutines: []report.Goroutine{goroutine("recv", "jobs", at("in work:"), "work")}}
	other := stuck
	other.Goroutines = []report.Goroutine{goroutine("recv", "jobs", at("in sometimes:"), "sometimes")}
	elsewhere, idle, start := stuck, stuck, wait
	elsewhere.Tests = []string{"TestB"}
	idle.Note = true
	start.Tests = nil
	for name, c := range map[string]struct {
		list []report.Finding
		want int
	}{
		"deferred": {[]report.Finding{wait, stuck}, 1}, "not always": {[]report.Finding{wait, other}, 2}, "another test": {[]report.Finding{wait, elsewhere}, 2},
		"of init": {[]report.Finding{stuck, start}, 1}, "idle": {[]report.Finding{wait, idle}, 2}, "alone": {[]report.Finding{wait}, 1},
	} {
		got := JoinGroups(c.list, deferring)
		if len(got) != c.want {
			t.Errorf("%s: %d findings, want %d", name, len(got), c.want)
		}
		if len(got) < len(c.list) && (got[0].ID != "stuck" || len(got[0].Also) != 1 || got[0].Also[0].ID != "wait") {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
