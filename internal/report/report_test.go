package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/checks"
)

// written is what a handler writes for all samples.
func written(t *testing.T, h Handler, buf *bytes.Buffer) string {
	t.Helper()
	for _, f := range samples() {
		if err := h.Finding(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.Close(sampleStats()); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

func text(t *testing.T, opt TextOptions) string {
	var buf bytes.Buffer
	return written(t, NewText(&buf, opt), &buf)
}

func TestText(t *testing.T) {
	golden(t, "wide.txt", text(t, TextOptions{Source: sampleSource}))
	golden(t, "narrow.txt", text(t, TextOptions{Width: 60, Source: sampleSource}))
	golden(t, "verbose.txt", text(t, TextOptions{Width: 160, Verbose: true}))
	golden(t, "color.txt", text(t, TextOptions{Color: true, Source: sampleSource}))
}

func TestNoColorUnlessAsked(t *testing.T) {
	evil := func(string, int) string { return "x := \"\x1b[31m\"\r" }
	if got := text(t, TextOptions{Source: evil}); strings.ContainsAny(got, "\x1b\r") {
		t.Errorf("control characters reach the terminal: %q", got)
	}
}

func TestTextKeepsWidth(t *testing.T) {
	for _, width := range []int{40, 79, 80, 100, 140} {
		for line := range strings.Lines(text(t, TextOptions{Width: width, Source: sampleSource})) {
			whole := strings.HasPrefix(line, "    deadlocklint") || strings.HasPrefix(line, "1 deadlock confirmed,")
			if n := runes(strings.TrimSuffix(line, "\n")); n > width && !whole {
				t.Errorf("width %d: line of %d: %s", width, n, line)
			}
		}
	}
}

func TestSideBySideOnlyWhenWide(t *testing.T) {
	for width, want := range map[int]bool{79: false, 80: true, 200: true} {
		if got := strings.Contains(text(t, TextOptions{Width: width}), separator); got != want {
			t.Errorf("width %d: side by side: %t, want %t", width, got, want)
		}
	}
}

func TestCandidatesAreNotCalledDeadlocks(t *testing.T) {
	for _, f := range samples() {
		var buf bytes.Buffer
		if err := NewText(&buf, TextOptions{}).Finding(f); err != nil {
			t.Fatal(err)
		}
		header, _, _ := strings.Cut(buf.String(), ":")
		if called := strings.Contains(header, "deadlock"); called != (f.IsDeadlock() && !f.Suppressed) {
			t.Errorf("%s: header %q, deadlock %t", f.Message, header, f.IsDeadlock())
		}
	}
}

func TestJSON(t *testing.T) {
	var buf bytes.Buffer
	got := written(t, NewJSON(&buf), &buf)
	golden(t, "report.json", got)
	if strings.Contains(got, ":null") && strings.Count(got, ":null") != strings.Count(got, `"static":null`)+strings.Count(got, `"dynamic":null`) {
		t.Error("a list is null")
	}
	doc, err := ReadDocument(strings.NewReader(got))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(got, "\n"); n != len(samples())+1 {
		t.Errorf("%d lines for %d findings", n, len(samples()))
	}
	if len(doc.Findings) != len(samples()) || doc.Version != Version || doc.Stats.Events != 34567 {
		t.Errorf("decoded %d findings, version %d, %+v", len(doc.Findings), doc.Version, doc.Stats)
	}
}

func TestJSONOfNothing(t *testing.T) {
	var buf bytes.Buffer
	if err := NewJSON(&buf).Close(Stats{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(buf.String(), `"findings":[]`) {
		t.Errorf("no empty list: %s", buf.String())
	}
}

// TestReadDocument: output that was cut off is no document, whatever its lines say.
func TestReadDocument(t *testing.T) {
	const sums = `{"version":1,"complete":true,"findings":[],"stats":{"tests":3}}`
	for text, ok := range map[string]bool{
		sums:          true,
		sums + "\n\n": true,
		`{"Action":"run","Test":"TestX"}` + "\n" + sums + "\n": true,
		"":                                   false,
		`{"Action":"run","Test":"TestX"}`:    false,
		`{"version":1,"finding":{"id":"1"}}`: false,
		sums[:40]:                            false,
	} {
		doc, err := ReadDocument(strings.NewReader(text))
		if (err == nil) != ok || ok && doc.Stats.Tests != 3 {
			t.Errorf("%q: %+v, %v", text, doc, err)
		}
	}
}

// TestJSONFields pins the contract: these names, all of them, in this order.
func TestJSONFields(t *testing.T) {
	data, err := json.Marshal(Finding{Static: &Static{}, Dynamic: &Dynamic{}, Goroutines: []Goroutine{{Steps: []Step{{}}}}})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	dec := json.NewDecoder(bytes.NewReader(data))
	for tok, err := dec.Token(); err == nil; tok, err = dec.Token() {
		if s, ok := tok.(string); ok && s != "" {
			names = append(names, s)
		}
	}
	want := strings.Fields(`id check status message pos static default reason
		dynamic verdict reason assumption tries bound tests suppressed
		goroutines name steps op object class pos func replay`)
	if !slices.Equal(names, want) {
		t.Errorf("fields\n%s\nwant\n%s", names, want)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestWriteErrorsAreReported(t *testing.T) {
	for _, h := range []Handler{NewJSON(brokenWriter{}), NewText(brokenWriter{}, TextOptions{})} {
		if err := errors.Join(h.Finding(staticOrder()), h.Close(Stats{})); err == nil {
			t.Errorf("%T lost a write error", h)
		}
	}
}

func TestSummary(t *testing.T) {
	for want, findings := range map[string][]Finding{
		"nothing found":                                   nil,
		"1 deadlock confirmed":                            {confirmedTransfer()},
		"2 deadlocks confirmed":                           {confirmedTransfer(), confirmedTransfer()},
		"1 deadlock feasible, 2 not reached (candidates)": {ringNotReached(), feasibleRead(), ringNotReached()},
		"1 confirmed but suppressed":                      {suppressedOne()},
		"1 static finding, 1 possible static finding":     {{Status: StatusStatic, Static: &Static{Default: true}}, {Status: StatusStatic, Static: &Static{}}},
	} {
		if got := Summary(findings); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestExitStatus(t *testing.T) {
	off := staticOrder()
	off.Static = &Static{}
	for _, c := range []struct {
		name   string
		f      []Finding
		failed bool
		failOn []Status
		want   int
	}{
		{"nothing", nil, false, nil, ExitClean},
		{"tool failed", nil, true, nil, ExitFailed},
		{"confirmed", []Finding{confirmedTransfer()}, false, nil, ExitFindings},
		{"findings win over failure", []Finding{confirmedTransfer()}, true, nil, ExitFindings},
		{"feasible", []Finding{feasibleRead()}, false, nil, ExitFindings},
		{"feasible under an assumption", []Finding{untriedSend()}, false, nil, ExitClean},
		{"static", []Finding{staticOrder()}, false, nil, ExitFindings},
		{"static, not on by default", []Finding{off}, false, nil, ExitClean},
		{"candidates", []Finding{ringNotReached(), gateInfeasible()}, false, nil, ExitClean},
		{"candidates and failure", []Finding{ringNotReached()}, true, nil, ExitFailed},
		{"candidates with fail-on", []Finding{ringNotReached()}, false, []Status{StatusNotReached}, ExitFindings},
		{"suppressed", []Finding{suppressedOne()}, false, []Status{StatusConfirmed}, ExitClean},
	} {
		if got := ExitStatus(c.f, c.failed, c.failOn...); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

func TestSort(t *testing.T) {
	fs := samples()
	slices.Reverse(fs)
	Sort(fs)
	var got []string
	for _, f := range fs {
		got = append(got, string(f.Status))
	}
	want := []string{"confirmed", "confirmed", "predicted", "predicted", "not-reached", "static", "infeasible"}
	if !slices.Equal(got, want) || !fs[2].IsDeadlock() {
		t.Errorf("sorted as %q", got)
	}
	if comparePos("a.go:9:1", "a.go:10:1") >= 0 || comparePos("a.go:9:1", "b.go:1:1") >= 0 {
		t.Error("positions are compared as text")
	}
}

func TestSplitPos(t *testing.T) {
	for pos, want := range map[string]struct {
		file      string
		line, col int
	}{
		"a.go:1:2":                  {"a.go", 1, 2},
		"a.go:1":                    {"a.go", 1, 0},
		"a.go":                      {"a.go", 0, 0},
		"":                          {"", 0, 0},
		`C:\x\a.go:3:4`:             {`C:\x\a.go`, 3, 4},
		"example.com/m@v1/a.go:5:6": {"example.com/m@v1/a.go", 5, 6},
	} {
		if file, line, col := SplitPos(pos); file != want.file || line != want.line || col != want.col {
			t.Errorf("%q: %q %d %d", pos, file, line, col)
		}
	}
}

func TestWrapOnlyWhereThereIsAWidth(t *testing.T) {
	if got := Wrap("aaaa bbbb cccc", 9); len(got) != 2 || got[0] != "aaaa bbbb" {
		t.Errorf("%q", got)
	}
	if got := Wrap("aaaa bbbb cccc", 0); len(got) != 1 {
		t.Errorf("%q", got)
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []string
	}{
		{"", []string{""}},
		{"short", []string{"short"}},
		{"one two three", []string{"one two", "three"}},
		{"github.com/x/y", []string{"github.", "com/x/y"}},
		{"a bcdefghij", []string{"a", "bcdefghi", "j"}}, // the name begins on a line of its own
		{"abcde/f.g/h", []string{"abcde/", "f.g/h"}},
		{"abcdefghijkl", []string{"abcdefgh", "ijkl"}},
		{"ääääääääää", []string{"ääääääää", "ää"}},
	} {
		if got := wrap(c.in, 8); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
	}
}

// TestManyInfeasible: a text report describes some and counts the rest.
func TestManyInfeasible(t *testing.T) {
	f := Finding{Check: checks.LockOrder, Status: StatusInfeasible, Dynamic: &Dynamic{Verdict: VerdictInfeasible, Reason: "one goroutine"}}
	write := func(n int, opt TextOptions) string {
		var buf bytes.Buffer
		h := NewText(&buf, opt)
		for range n {
			if err := h.Finding(f); err != nil {
				t.Fatal(err)
			}
		}
		if err := h.Close(Stats{}); err != nil {
			t.Fatal(err)
		}
		return buf.String()
	}
	for _, c := range []struct {
		n, described int
		verbose      bool
		says         string
	}{
		{maxQuiet, maxQuiet, false, "5 infeasible"},
		{maxQuiet + 3, maxQuiet, false, "infeasible, not seen or harmless: 3 more, which -v shows"},
		{maxQuiet + 3, maxQuiet + 3, true, "8 infeasible"},
	} {
		out := write(c.n, TextOptions{Verbose: c.verbose})
		if got := strings.Count(out, "one goroutine"); got != c.described || !strings.Contains(out, c.says) {
			t.Errorf("%d findings, %d described:\n%s", c.n, got, out)
		}
	}
	if out := write(maxQuiet, TextOptions{}); strings.Contains(out, "more") {
		t.Errorf("more than there are:\n%s", out)
	}
}

// A static finding is described once; its other places are a line each.
func TestSameAgain(t *testing.T) {
	f := Finding{ID: "1f", Check: checks.DoubleLock, Status: StatusStatic, Message: "p.T.mu is locked again", Pos: "p.go:3:1"}
	other := f
	other.Pos = "p.go:9:1"
	for _, verbose := range []bool{false, true} {
		var b strings.Builder
		h := NewText(&b, TextOptions{Verbose: verbose})
		for _, f := range []Finding{f, other} {
			if err := h.Finding(f); err != nil {
				t.Fatal(err)
			}
		}
		if n := strings.Count(b.String(), "is locked again"); (n == 2) != verbose {
			t.Errorf("described %d times, verbose is %t", n, verbose)
		}
		if !strings.Contains(b.String(), "p.go:9:1") {
			t.Errorf("the second place is missing:\n%s", &b)
		}
	}
}

// TestProtocolsAreNoDeadlocks words what was confirmed about a protocol.
func TestProtocolsAreNoDeadlocks(t *testing.T) {
	f := Finding{Check: checks.Typestate, Status: StatusConfirmed}
	if got := f.Heading(); got != "protocol violation confirmed" {
		t.Error(got)
	}
	if got := Summary([]Finding{f, {Check: checks.LockOrder, Status: StatusConfirmed}}); got != "1 deadlock confirmed, 1 protocol violation confirmed" {
		t.Error(got)
	}
}
