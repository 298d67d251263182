package html

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// write makes the page of findings.
func write(t *testing.T, findings []report.Finding, stats report.Stats) string {
	t.Helper()
	var b bytes.Buffer
	h := New(&b, Options{
		Title: "example.com/bank", Version: "v1.2.3",
		Source: func(file string) []byte {
			if file != "bank/account.go" {
				return nil
			}
			return []byte(strings.Repeat("// one of thirty\n", 30) + "\tfrom.mu.Lock()\n\tdefer from.mu.Unlock()\n\tto.mu.Lock() // <here>\n")
		},
		Help: func(check checks.Name) (string, string) { return "all about " + string(check), "It & its <kind>." },
	})
	for _, f := range findings {
		if err := h.Finding(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.Close(stats); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// An element is a start tag of the page with the text inside it.
type element struct {
	name  string
	attrs map[string]string
	text  string
	depth int
}

// parse reads the page as a browser would, and fails when tags do not match.
func parse(t *testing.T, page string) []element {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	var list []element
	var open, begin []int
	var text strings.Builder
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("the page cannot be parsed: %v", err)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			e := element{name: tok.Name.Local, attrs: map[string]string{}, depth: len(open)}
			for _, a := range tok.Attr {
				e.attrs[a.Name.Local] = a.Value
			}
			open, begin = append(open, len(list)), append(begin, text.Len())
			list = append(list, e)
		case xml.CharData:
			text.Write(tok)
		case xml.EndElement:
			last := len(open) - 1
			list[open[last]].text = text.String()[begin[last]:]
			open, begin = open[:last], begin[:last]
		}
	}
	if len(open) > 0 {
		t.Fatalf("%s is not closed", list[open[len(open)-1]].name)
	}
	return list
}

// all returns the elements of one name.
func all(list []element, name string) (out []element) {
	for _, e := range list {
		if e.name == name {
			out = append(out, e)
		}
	}
	return out
}

const account = "example.com/bank.Account.mu"

// transfer is a cycle of two goroutines with what they did in the recorded run.
func transfer() report.Finding {
	at := func(op, object, pos string) report.Step {
		return report.Step{Op: op, Object: object, Class: account, Pos: pos, Func: "example.com/bank.transfer"}
	}
	created := report.Step{Op: "go", Pos: "bank/account.go:14:2", Func: "example.com/bank.TestTransfer"}
	const first, second = "bank/account.go:31:1", "bank/account.go:33:1"
	f := report.Finding{
		ID: "1b7776643c45", Check: checks.LockOrder, Status: report.StatusConfirmed,
		Message: "locks taken in a cycle", Pos: second, Tests: []string{"TestTransfer"},
		Dynamic: &report.Dynamic{Verdict: report.VerdictConfirmed, Reason: "made to happen in run 1", Tries: 1},
		Goroutines: []report.Goroutine{
			{Name: "1", Steps: []report.Step{created, at("lock", "#1", first), at("request", "#2", second)}},
			{Name: "2", Steps: []report.Step{created, at("lock", "#2", first), at("request", "#1", second)}},
		},
		Replay: "deadlocklint replay transfer.json", Dump: "goroutine 7 [sync.Mutex.Lock]:\n",
	}
	f.Timeline = &report.Timeline{Omitted: 3, Paths: [][]report.Call{{{Func: "example.com/bank.transfer", Pos: first}, {Func: "example.com/bank.TestTransfer", Pos: "bank/account.go:14:2"}}}}
	for g, locks := range [][2]string{{"#1", "#2"}, {"#2", "#1"}} {
		for _, s := range []report.Step{at("lock", locks[0], first), at("lock", locks[1], second), at("unlock", locks[1], ""), at("unlock", locks[0], "")} {
			m := report.Moment{Goroutine: g, Seq: uint64(len(f.Timeline.Moments)), Step: s}
			if s.Pos == first {
				m.Path = 1
			}
			f.Timeline.Moments = append(f.Timeline.Moments, m)
		}
	}
	return f
}

// lostSignal is a goroutine that waits for what nobody holds.
func lostSignal() report.Finding {
	return report.Finding{
		ID: "77aa0badc0de", Check: checks.MissedSignal, Status: report.StatusNotReached, Message: "a signal can come before its wait",
		Dynamic: &report.Dynamic{Verdict: report.VerdictNotReached, Reason: "never reached", Tries: 3, Bound: "no bound"},
		Goroutines: []report.Goroutine{
			{Name: "waiter", Steps: []report.Step{{Op: "wait", Class: "example.com/bank.Queue.ready", Pos: "bank/queue.go:9:2", Func: "f"}}},
			{Name: "signaller", Steps: []report.Step{{Op: "signal", Class: "example.com/bank.Queue.ready", Pos: "bank/queue.go:19:2", Func: "g"}}},
		},
	}
}

func gate() report.Finding {
	return report.Finding{ID: "1732c3cbf9b7", Check: checks.LockOrder, Status: report.StatusInfeasible, Message: "a common gate",
		Dynamic: &report.Dynamic{Verdict: report.VerdictInfeasible, Reason: "both hold gate"}}
}

func silenced() report.Finding {
	f := transfer()
	f.ID, f.Message, f.Suppressed, f.SuppressedBy = "silenced", "is not to be seen", true, "baseline"
	return f
}

func stats() report.Stats {
	return report.Stats{Tests: 12, Processes: 2, Events: 1234567, Tries: 4, Unseen: []string{"cgo"},
		LockOrder: []report.OrderEdge{{Held: account, Wanted: account, Count: 7}, {Held: account, Wanted: "example.com/bank.log", Count: 1}},
		Protocols: []report.Protocol{file()}}
}

// TestOutline compares what a reader meets, in order, with a golden file.
func TestOutline(t *testing.T) {
	list := parse(t, write(t, []report.Finding{transfer(), lostSignal(), misuse(), gate(), silenced()}, stats()))
	var b strings.Builder
	for _, e := range list {
		switch e.name {
		case "title", "h1", "h2", "h3", "h4", "summary", "dt", "dd", "li", "figcaption", "label", "tr", "path", "button", "a":
			fmt.Fprintf(&b, "%s%s: %s\n", strings.Repeat(" ", e.depth), e.name, strings.Join(strings.Fields(e.text), " "))
		case "svg", "details", "article", "nav", "main", "header", "table":
			fmt.Fprintf(&b, "%s%s %s%s\n", strings.Repeat(" ", e.depth), e.name, e.attrs["id"], e.attrs["aria-label"])
		}
	}
	golden(t, "outline.txt", b.String())
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; if the page is right, run: go test ./cmd/deadlocklint/internal/render/html -update\n%s", file, got)
	}
}

// TestFix: a suggested fix is shown as the lines it removes and adds.
func TestFix(t *testing.T) {
	t.Parallel()
	f := transfer()
	lines := len("// one of thirty\n") * 30
	deferred := lines + len("\tfrom.mu.Lock()\n")
	f.Fixes = []report.Fix{{Message: "Unlock & go", Edits: []report.Edit{
		{File: "bank/account.go", Start: deferred, End: deferred + len("\tdefer from.mu.Unlock()\n")},
		{File: "bank/account.go", Start: lines + len("\tfrom.mu.Lock()"), End: lines + len("\tfrom.mu.Lock()"), New: "\n\tfrom.mu.Unlock()"},
		{File: "bank/account.go", Start: 1 << 20, End: 1 << 20, New: "outside"},
		{File: "nosuch.go", New: "elsewhere"},
	}}}
	page := write(t, []report.Finding{f}, report.Stats{})
	list := parse(t, page)
	if got := texts(all(list, "del")); !slices.Equal(got, []string{"removed: −    defer from.mu.Unlock()\n"}) {
		t.Errorf("removed: %q", got)
	}
	if got := texts(all(list, "ins")); !slices.Equal(got, []string{"added: +    from.mu.Unlock()\n"}) {
		t.Errorf("added: %q", got)
	}
	if !strings.Contains(page, "Suggested fix: Unlock &amp; go") || strings.Contains(page, "elsewhere") || strings.Contains(page, "outside") {
		t.Error("the fix has no title, or more than its lines")
	}
	if page := write(t, []report.Finding{transfer()}, report.Stats{}); strings.Contains(page, "Suggested fix") {
		t.Error("a fix where there is none")
	}
}

func texts(list []element) (out []string) {
	for _, e := range list {
		out = append(out, e.text)
	}
	return out
}

// TestPlaceAlone: a static finding that names no goroutine shows its place, and one of a
// single step tells no story of it.
func TestPlaceAlone(t *testing.T) {
	t.Parallel()
	alone := report.Finding{ID: "1", Check: checks.DoubleClose, Status: report.StatusStatic, Message: "closed again", Pos: "bank/account.go:31:2"}
	page := write(t, []report.Finding{alone}, report.Stats{})
	if !strings.Contains(page, "<h3>Source</h3>") || !strings.Contains(page, "here: </span>    from.mu.Lock()") {
		t.Error("there is no excerpt")
	}
	alone.Pos = "nosuch.go:1:1"
	if page := write(t, []report.Finding{alone}, report.Stats{}); strings.Contains(page, "<h3>Source</h3>") {
		t.Error("an excerpt of nothing")
	}
	wait := report.Step{Op: "wait", Class: "p.T.cond", Pos: "bank/account.go:31:2", Func: "p.F"}
	alone.Goroutines = []report.Goroutine{{Name: "1", Steps: []report.Step{wait}}}
	if page := write(t, []report.Finding{alone}, report.Stats{}); strings.Contains(page, "Who waits for whom") || strings.Contains(page, "How it would happen") || !strings.Contains(page, "here: </span>    from.mu.Lock()") {
		t.Error("a story of one step, or no place of it")
	}
	alone.Status = report.StatusPredicted
	if page := write(t, []report.Finding{alone}, report.Stats{}); !strings.Contains(page, "Who waits for whom") {
		t.Error("a run saw a goroutine wait, and nobody draws it")
	}
}

// TestOnce: who waits inside of a Once for itself is drawn as one that waits for itself.
func TestOnce(t *testing.T) {
	t.Parallel()
	step := func(op string) report.Step {
		return report.Step{Op: op, Class: "p.T.once", Pos: "bank/account.go:31:2", Func: "p.F"}
	}
	f := report.Finding{ID: "1", Check: checks.Once, Status: report.StatusStatic, Message: "entered again", Goroutines: []report.Goroutine{{Name: "1", Steps: []report.Step{step("once"), step("once")}}}}
	page := write(t, []report.Finding{f}, report.Stats{})
	if !strings.Contains(page, "is inside A") || !strings.Contains(page, "which is waited for inside of it") || strings.Contains(page, "held by none") {
		t.Error("nobody is inside of the Once")
	}
}

// inRun is the cycle of transfer, with the run in which an exploration met it.
func inRun() report.Finding {
	f := transfer()
	step := func(g, n int, op, object string) report.ExploredStep {
		return report.ExploredStep{Goroutine: g, Number: n, Count: 1, Call: "sync.(*Mutex).Lock", Step: report.Step{Op: op, Object: object, Class: account, Pos: "bank/account.go:31:1"}}
	}
	x := &report.Explored{Test: "TestTransfer", Schedule: 5, Length: 40, Preempted: 1, Switched: 2}
	x.Goroutines = []report.ExploredGoroutine{
		{Name: "g0", End: report.EndCut},
		{Name: "g1", Finding: "1", Pos: "bank/account.go:14:2", End: report.EndBlocked}, {Name: "g2", Finding: "2", Pos: "bank/account.go:14:2", End: report.EndBlocked},
		{Name: "g3", Pos: "bank/account.go:15:2", End: report.EndDone}, {Name: "g4", Pos: "bank/account.go:15:2", End: report.EndDone},
	}
	start := report.ExploredStep{Number: 1, Count: 1, Step: report.Step{Op: "go", Pos: "bank/account.go:14:2"}}
	others := report.ExploredStep{Goroutine: -1, Number: 2, Count: 30, Folded: true}
	taken, other := step(1, 32, "request", "#1"), step(2, 33, "request", "#2")
	other.Preempts = true
	blocked, also := step(2, 34, "request", "#1"), step(1, 35, "request", "#2")
	blocked.Waits, blocked.Last, also.Waits, also.Last = true, true, true, true
	x.Steps = []report.ExploredStep{start, others, taken, other, blocked, also}
	f.Explored = x
	return f
}

// TestSchedule: each step of a schedule is a row, in which every goroutine has its lane.
func TestSchedule(t *testing.T) {
	t.Parallel()
	list := parse(t, write(t, []report.Finding{inRun()}, report.Stats{}))
	var rows []string
	for _, tr := range all(list, "tr") {
		rows = append(rows, strings.Join(strings.Fields(tr.text), " "))
	}
	want := []string{
		"stepg0g1g2g3g4what happens", "1g0 starts a goroutine// one of thirty bank/account.go:14:2", "2–3130 steps of several goroutines",
		"32g1 A locks bank.Account.mu #1from.mu.Lock() bank/account.go:31:1",
		"33preempts g1g2 B locks bank.Account.mu #2from.mu.Lock() bank/account.go:31:1",
		"34g2 A locks bank.Account.mu #1, blockedfrom.mu.Lock() bank/account.go:31:1",
		"35g1 B locks bank.Account.mu #2, blockedfrom.mu.Lock() bank/account.go:31:1",
	}
	if first := slices.Index(rows, want[0]); first < 0 || len(rows) < first+len(want) || !slices.Equal(rows[first:first+len(want)], want) {
		t.Errorf("rows %q, want %q", rows, want)
	}
	if !slices.ContainsFunc(all(list, "li"), func(e element) bool { return strings.HasPrefix(e.text, "g3 to g4 started at bank/account.go:15:2") }) {
		t.Error("goroutines that are alike are not told together")
	}
	if page := write(t, []report.Finding{transfer()}, report.Stats{}); strings.Contains(page, "step by step") {
		t.Error("a schedule where there is none")
	}
}

// TestLanes: a lane begins with the go statement, is dotted where its goroutine waits, and
// ends with it.
func TestLanes(t *testing.T) {
	t.Parallel()
	x := inRun().Explored
	x.Steps[4].Last, x.Goroutines[1].End = false, report.EndDone
	x.Steps = append(x.Steps, report.ExploredStep{Goroutine: 2, Number: 36, Count: 1, Last: true})
	v := newSchedule(x, letters(transfer()), newSource(func(string) []byte { return nil }))
	var got []string
	for _, r := range v.Rows {
		var states []string
		for _, c := range r.Cells[:3] {
			states = append(states, c.State)
		}
		got = append(got, strings.Join(states, ","))
	}
	want := []string{"runs,,", "ready,ready,", "ready,runs,", "ready,ready,runs", "ready,ready,runs", "ready,runs,waits", "ready,,runs"}
	if !slices.Equal(got, want) {
		t.Errorf("lanes %q, want %q", got, want)
	}
}

// TestGrowth: a curve begins at no class and ends at the last schedule; without points there
// is nothing to draw.
func TestGrowth(t *testing.T) {
	t.Parallel()
	c := report.Coverage{Test: "TestTransfer", Schedules: 2000, Classes: 4, Points: []report.Point{{Schedules: 0, Classes: 1}, {Schedules: 500, Classes: 4}}}
	g := newGrowth(c)
	if want := "M 44.0 108.0 L 44.0 84.0 L 110.0 12.0 L 308.0 12.0"; g.Path != want || g.Words != "2\u202f000 schedules, 4 classes; the last new one came with schedule 500" {
		t.Errorf("%s: %s, want %s", g.Words, g.Path, want)
	}
	c.More = true
	if g := newGrowth(c); strings.Contains(g.Path, "308.0") || !strings.Contains(g.Words, "up to schedule 500") {
		t.Errorf("%s: %s", g.Words, g.Path)
	}
	if g := newGrowth(report.Coverage{Test: "TestTransfer"}); g.Path != "" {
		t.Errorf("%s: %s", g.Words, g.Path)
	}
	list := parse(t, write(t, nil, report.Stats{Coverage: []report.Coverage{c, {Test: "TestNone"}}}))
	if n := len(all(list, "svg")); n != 2 { // one is that of the arrow heads
		t.Errorf("%d pictures", n)
	}
	if page := write(t, []report.Finding{transfer()}, report.Stats{}); strings.Contains(page, "What was explored") {
		t.Error("a curve where nothing was explored")
	}
}

// TestSilence: nothing found, and nothing shown of what is silenced.
func TestSilence(t *testing.T) {
	page := write(t, nil, report.Stats{})
	parse(t, page)
	if !strings.Contains(page, "nothing found") {
		t.Error("an empty report does not say so")
	}
	page = write(t, []report.Finding{silenced()}, report.Stats{})
	if strings.Contains(page, "is not to be seen") || !strings.Contains(page, "1 confirmed but suppressed") {
		t.Error("a silenced finding is shown, or not counted")
	}
}

// TestThousandsOfSteps: the rows of a long timeline are all there, in closed
// parts but for the last ones.
func TestThousandsOfSteps(t *testing.T) {
	f := transfer()
	base := f.Timeline.Moments
	for len(f.Timeline.Moments) < 6000 {
		f.Timeline.Moments = append(f.Timeline.Moments, base...)
	}
	page := write(t, []report.Finding{f}, stats())
	list := parse(t, page)
	rows := 0
	for _, tr := range all(list, "tr") {
		if strings.Contains(tr.text, "unlocks bank.Account.mu") {
			rows++
		}
	}
	if rows != 3000 {
		t.Errorf("%d of 3000 unlocks are in the page", rows)
	}
	closed := 0
	for _, d := range all(list, "details") {
		if d.attrs["class"] == "earlier" {
			closed++
			if _, open := d.attrs["open"]; open {
				t.Error("an earlier part is open")
			}
		}
	}
	if want := (6000 - maxRows + partRows - 1) / partRows; closed != want {
		t.Errorf("%d closed parts, want %d", closed, want)
	}
	if perRow := len(page) / 6000; perRow > 1200 {
		t.Errorf("%d bytes a row", perRow)
	}
}

// TestDamaged: a finding that was read from a file somebody else wrote.
func TestDamaged(t *testing.T) {
	f := transfer()
	f.Timeline.Moments[0].Goroutine, f.Timeline.Moments[1].Goroutine = 99, -1
	f.Timeline.Moments[2].Path, f.Timeline.Moments[3].Path = 99, -1
	f.Goroutines = append(f.Goroutines, report.Goroutine{Name: "empty"})
	f.Goroutines[0].Steps[1].Pos = "bank/account.go:999999:1"
	f.Protocol = &report.Protocol{States: []report.ProtocolState{{Edges: []report.ProtocolEdge{{Method: "a", To: 7}, {Method: "b", To: -3}, {Method: "c"}}}}}
	f.Protocol.Calls = []report.ProtocolCall{{Method: "c"}, {Method: "a"}, {Method: "c"}}
	f.Explored = inRun().Explored
	f.Explored.Steps[3].Goroutine = 99
	g := inRun()
	g.Explored.Steps[0].Preempts, g.Explored.Steps[1].Last, g.Explored.Goroutines[1].End = true, true, "nowhere"
	coverage := []report.Coverage{{Schedules: -1, Classes: -7, Points: []report.Point{{Schedules: -1 << 40, Classes: 1 << 40}}}, {Schedules: 1, Classes: 1, Points: []report.Point{{Schedules: -1 << 40, Classes: 1 << 40}}}}
	parse(t, write(t, []report.Finding{f, g, {}}, report.Stats{LockOrder: []report.OrderEdge{{}}, Coverage: coverage}))
}

// TestLongMessage: the title is cut, and nothing is lost.
func TestLongMessage(t *testing.T) {
	f := gate()
	f.Message = strings.Repeat("ü word ", 60) + "and the end"
	list := parse(t, write(t, []report.Finding{f}, report.Stats{}))
	if h := all(list, "h2")[0].text; len(h) > 250 || !strings.Contains(h, "…") {
		t.Errorf("title: %s", h)
	}
	if !slices.ContainsFunc(all(list, "dd"), func(e element) bool { return strings.Contains(e.text, "and the end") }) {
		t.Error("the rest of the message is lost")
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriteError(t *testing.T) {
	err := New(broken{}, Options{}).Close(report.Stats{})
	if err == nil || !strings.Contains(err.Error(), "disk full; check the output file") {
		t.Errorf("got %v", err)
	}
}
