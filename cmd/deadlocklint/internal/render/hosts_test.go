package render

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// hostFindings has one finding of each sort that hosts tell apart.
func hostFindings() []report.Finding {
	waits := []report.Goroutine{{Name: "1", Steps: []report.Step{{Op: "request", Class: "p.T.a", Pos: "p/t.go:9:1"}}}}
	return []report.Finding{
		{ID: "01", Check: checks.LockOrder, Status: report.StatusConfirmed, Message: "50% of a & <b>, \x00\nreally", Pos: "p/t.go:9:1", Goroutines: waits, Replay: "deadlocklint replay x", Fixes: []report.Fix{{Message: "Defer it"}}},
		{ID: "02", Check: checks.LockOrder, Status: report.StatusStatic, Message: "static", Pos: "p/t:u,v.go:3:2", Static: &report.Static{Default: true}},
		{ID: "03", Check: checks.LockOrder, Status: report.StatusNotReached, Message: "candidate", Pos: "example.com/m@v1/a.go:5:6"},
		{ID: "04", Check: checks.LockOrder, Status: report.StatusInfeasible, Message: "infeasible", Pos: "p/t.go:1:1"},
		{ID: "05", Check: checks.LockOrder, Status: report.StatusConfirmed, Message: "silenced", Suppressed: true},
		{ID: "06", Check: checks.Typestate, Status: report.StatusHarmless, Message: "did no harm", Pos: "p/t.go:2:1"},
	}
}

func linked(check checks.Name) string { return "https://example.com/" + string(check) }

func rendered(t *testing.T, findings []report.Finding, handler func(io.Writer) report.Handler) string {
	t.Helper()
	var b bytes.Buffer
	h := handler(&b)
	for _, f := range findings {
		if err := h.Finding(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.Close(report.Stats{Unseen: []string{"cgo"}}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestJUnit(t *testing.T) {
	junit := func(w io.Writer) report.Handler { return NewJUnit(w, "example.com/m", linked) }
	text := rendered(t, hostFindings(), junit)
	var doc junitSuites
	if err := xml.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if len(doc.Suites) != 1 || doc.junitCounts != (junitCounts{Tests: 5, Failures: 2, Skipped: 1}) || doc.Suites[0].junitCounts != doc.junitCounts {
		t.Fatalf("counts: %+v", doc)
	}
	for i, want := range []struct{ failed, skipped bool }{{true, false}, {true, false}, {false, true}, {false, false}, {false, false}} {
		c := doc.Suites[0].Cases[i]
		if (c.Failure != nil) != want.failed || (c.Skipped != nil) != want.skipped {
			t.Errorf("%s: failed %t, skipped %t", c.Name, c.Failure != nil, c.Skipped != nil)
		}
	}
	first := doc.Suites[0].Cases[0]
	if first.File != "p/t.go" || first.Line != 9 || !strings.Contains(first.Failure.Text, "deadlocklint replay x") || !strings.Contains(first.Failure.Text, "fix      Defer it") || !strings.HasSuffix(first.Failure.Text, "\nhttps://example.com/lockorder") || !strings.Contains(first.Name, "<b>") {
		t.Errorf("%+v", first)
	}
	if !strings.Contains(doc.Suites[0].Out, "not modelled: cgo") || strings.Contains(text, "silenced") {
		t.Errorf("%s", text)
	}
	var b bytes.Buffer
	if err := NewJUnit(&b, "m", nil).Close(report.Stats{Incomplete: true}); err != nil || !strings.Contains(b.String(), `failures="1"`) || strings.Contains(b.String(), "nothing found") {
		t.Errorf("what could not be looked at passed: %v %s", err, &b)
	}
	if err := xml.Unmarshal([]byte(rendered(t, nil, junit)), &doc); err != nil || doc.Tests != 1 || doc.Failures != 0 {
		t.Errorf("nothing found: %v %+v", err, doc.junitCounts)
	}
}

func TestGitHub(t *testing.T) {
	got := rendered(t, hostFindings(), func(w io.Writer) report.Handler { return NewGitHub(w, "sub", linked) })
	want := "::error file=sub/p/t.go,line=9,title=deadlock confirmed (lockorder 01)::50%25 of a & <b>, \x00%0Areally%0Agoroutine 1 waits for p.T.a at p/t.go:9:1%0Afix: Defer it%0Adeadlocklint replay x%0Ahttps://example.com/lockorder\n" +
		"::warning file=sub/p/t%3Au%2Cv.go,line=3,title=static (lockorder 02)::static%0Ahttps://example.com/lockorder\n" +
		"::notice title=candidate%2C not reached (lockorder 03)::candidate%0Ahttps://example.com/lockorder\n"
	if got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
