package render

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"honnef.co/go/tools/sarif"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

func sample() report.Finding {
	side := func(name, file string) report.Goroutine {
		return report.Goroutine{Name: name, Steps: []report.Step{
			{Op: "lock", Class: "p.T.a", Pos: file + ":3:2", Func: "p.F"},
			{Op: "request", Class: "p.T.b", Pos: file + ":4:2", Func: "p.F"},
		}}
	}
	return report.Finding{
		ID: "0123456789abcdef", Check: checks.LockOrder, Status: report.StatusConfirmed, Message: "locks taken in a cycle",
		Pos: "dir/a b.go:4:2", Goroutines: []report.Goroutine{side("1", "dir/a b.go"), side("2", "/go/src/x.go")},
		Dynamic: &report.Dynamic{Verdict: report.VerdictConfirmed, Reason: "made to happen"},
	}
}

func document(t *testing.T, opt SARIFOptions, findings ...report.Finding) (text string, doc log) {
	t.Helper()
	var b bytes.Buffer
	h := NewSARIF(&b, opt)
	for _, f := range findings {
		if err := h.Finding(f); err != nil {
			t.Fatal(err)
		}
	}
	if b.Len() > 0 {
		t.Error("written before it is closed")
	}
	if err := h.Close(report.Stats{}); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	return b.String(), doc
}

func TestBothSidesAreFlows(t *testing.T) {
	_, doc := document(t, SARIFOptions{Prefix: "sub"}, sample())
	r := doc.Runs[0].Results[0]
	if len(r.CodeFlows) != 1 || len(r.CodeFlows[0].ThreadFlows) != 2 || len(r.RelatedLocations) != 4 {
		t.Fatalf("got %+v", r)
	}
	if uri := r.Locations[0].PhysicalLocation.ArtifactLocation; uri.URI != "sub/dir/a%20b.go" || uri.URIBaseID != srcRoot {
		t.Errorf("relative file: %+v", uri)
	}
	if uri := r.CodeFlows[0].ThreadFlows[1].Locations[0].Location.PhysicalLocation.ArtifactLocation; uri.URI != "file:///go/src/x.go" || uri.URIBaseID != "" {
		t.Errorf("absolute file: %+v", uri)
	}
	if r.PartialFingerprints[Fingerprint] != "0123456789abcdef" {
		t.Errorf("fingerprints %v", r.PartialFingerprints)
	}
}

// TestFixesCountCharacters: the standard counts characters where Go counts bytes.
func TestFixesCountCharacters(t *testing.T) {
	source := func(file string) []byte {
		if file != "dir/a b.go" {
			return nil
		}
		return []byte("package p\n\n/* 𝔸é */ lock()\nunlock()\n")
	}
	f := sample()
	f.Pos = "dir/a b.go:3:14" // of lock
	at := len("package p\n\n/* 𝔸é */ lock()")
	f.Fixes = []report.Fix{
		{Message: "Defer it", Edits: []report.Edit{{File: "dir/a b.go", Start: at, End: at, New: "\ndefer unlock()"}, {File: "dir/a b.go", Start: at + 1, End: at + 10}}},
		{Message: "not here", Edits: []report.Edit{{File: "gone.go", Start: 3, End: 4}}},
	}
	_, doc := document(t, SARIFOptions{Source: source, Prefix: "sub"}, f)
	r := doc.Runs[0].Results[0]
	if col := r.Locations[0].PhysicalLocation.Region.StartColumn; col != 10 {
		t.Errorf("it is at column %d, want 10", col)
	}
	if len(r.Fixes) != 1 || r.Fixes[0].Description.Text != "Defer it" || len(r.Fixes[0].ArtifactChanges) != 2 {
		t.Fatalf("%+v", r.Fixes)
	}
	for i, want := range []sarif.Replacement{
		{DeletedRegion: sarif.Region{StartLine: 3, StartColumn: 16, EndLine: 3, EndColumn: 16}, InsertedContent: sarif.ArtifactContent{Text: "\ndefer unlock()"}},
		{DeletedRegion: sarif.Region{StartLine: 4, StartColumn: 1, EndLine: 5, EndColumn: 1}},
	} {
		c := r.Fixes[0].ArtifactChanges[i]
		if c.ArtifactLocation.URI != "sub/dir/a%20b.go" || len(c.Replacements) != 1 || c.Replacements[0] != want {
			t.Errorf("%+v, want %+v", c, want)
		}
	}
	if _, doc := document(t, SARIFOptions{}, f); len(doc.Runs[0].Results[0].Fixes) != 0 {
		t.Error("a fix of a file that nobody has")
	}
}

func TestLevels(t *testing.T) {
	for status, want := range map[report.Status]string{
		report.StatusConfirmed: "fail error", report.StatusStatic: "fail warning", report.StatusPredicted: "fail warning",
		report.StatusNotReached: "fail warning", report.StatusInfeasible: "pass none",
		report.StatusNotSeen: "review none", report.StatusHarmless: "pass none",
	} {
		f := sample()
		f.Status, f.Dynamic = status, nil
		_, doc := document(t, SARIFOptions{}, f)
		if r := doc.Runs[0].Results[0]; r.Kind+" "+r.Level != want {
			t.Errorf("%s: %s %s, want %s", status, r.Kind, r.Level, want)
		}
	}
}

func TestRulesHaveHelp(t *testing.T) {
	link := func(check checks.Name) string { return "https://example.com/" + string(check) }
	help := func(check checks.Name) (string, string) {
		return "about " + string(check), "all about " + string(check)
	}
	_, doc := document(t, SARIFOptions{Help: help, Link: link}, sample(), sample())
	rules := doc.Runs[0].Tool.Driver.Rules
	if len(rules) != 1 || rules[0].ID != "lockorder" || rules[0].ShortDescription.Text != "about lockorder" || rules[0].Help.Text != "all about lockorder" || rules[0].HelpURI != "https://example.com/lockorder" {
		t.Errorf("rules %+v", rules)
	}
}

func TestSuppressed(t *testing.T) {
	f := sample()
	text, _ := document(t, SARIFOptions{}, f)
	if !strings.Contains(text, `"suppressions": []`) {
		t.Error("no empty list of suppressions")
	}
	for by, kind := range map[string]string{"comment: why not": "inSource", "baseline": "external"} {
		f.Suppressed, f.SuppressedBy = true, by
		_, doc := document(t, SARIFOptions{}, f)
		if s := doc.Runs[0].Results[0].Suppressions; len(s) != 1 || s[0].Kind != kind || s[0].Justification != by {
			t.Errorf("%s: %+v", by, s)
		}
	}
}

// TestRulesHaveFullDescriptions: of the documentation the title and the first paragraph, which is no heading.
func TestRulesHaveFullDescriptions(t *testing.T) {
	for text, want := range map[string]string{
		"title\n\n# kind\n\nOne\ntwo:\n\n\tcode":   "title. One two.",
		"title":                                    "title",
		"title\n\nA line.\n":                       "title. A line.",
		"title\n\n" + strings.Repeat("long ", 300): "title",
	} {
		help := func(checks.Name) (string, string) { return "title", text }
		written, doc := document(t, SARIFOptions{Help: help}, sample())
		if got := doc.Runs[0].Tool.Driver.Rules[0].FullDescription.Text; got != want || !strings.Contains(written, `"fullDescription"`) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Nothing found is a list without results, not null.
func TestNothingFound(t *testing.T) {
	if text, _ := document(t, SARIFOptions{}); !strings.Contains(text, `"results": []`) {
		t.Error(text)
	}
}

// TestNoColumn: a place without a column is its line, not the first column of it.
func TestNoColumn(t *testing.T) {
	source := text("package p\n\n\tä.Lock() \n")
	for _, c := range []struct {
		t         text
		line, col int
		want      sarif.Region
	}{
		{source, 3, 0, sarif.Region{StartLine: 3, StartColumn: 2, EndLine: 3, EndColumn: 10}},
		{source, 3, 5, sarif.Region{StartLine: 3, StartColumn: 4}},
		{source, 2, 0, sarif.Region{StartLine: 2, StartColumn: 1}},
		{nil, 3, 0, sarif.Region{StartLine: 3, StartColumn: 1}},
	} {
		if got := c.t.placed(c.line, c.col); got != c.want {
			t.Errorf("line %d, column %d: %+v, want %+v", c.line, c.col, got, c.want)
		}
	}
}
