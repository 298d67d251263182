package html

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// file is the automaton of a file that is opened and closed.
func file() report.Protocol {
	return report.Protocol{Type: "example.com/bank.File", Origin: "mined from 5 sequences", States: []report.ProtocolState{
		{Name: "new", Edges: []report.ProtocolEdge{{Method: "Open", To: 1}}},
		{Name: "open", Edges: []report.ProtocolEdge{{Method: "Close", To: 2}, {Method: "Read", To: 1}, {Method: "Write", To: 1}}},
		{Name: "closed", Final: true, Edges: []report.ProtocolEdge{{Method: "Open", To: 1}}},
	}}
}

// misuse is a file that one goroutine reads after another one has closed it.
func misuse() report.Finding {
	step := func(method, pos string) report.Step {
		return report.Step{Op: "call", Class: "example.com/bank.File." + method, Pos: pos, Func: "f"}
	}
	f := report.Finding{
		ID: "f11ef11ef11e", Check: checks.Typestate, Status: report.StatusConfirmed, Message: "File.Read may be called in state closed", Pos: "bank/file.go:9:2",
		Dynamic: &report.Dynamic{Verdict: report.VerdictConfirmed, Reason: "made to happen in run 1", Tries: 1},
		Goroutines: []report.Goroutine{
			{Name: "1", Steps: []report.Step{step("Open", "bank/file.go:3:2"), step("Read", "bank/file.go:9:2")}},
			{Name: "2", Steps: []report.Step{step("Close", "bank/file.go:5:2")}},
		},
	}
	p := file()
	p.Calls = []report.ProtocolCall{
		{Goroutine: "1", Method: "Open", Pos: "bank/file.go:3:2", Func: "f"},
		{Goroutine: "2", Method: "Close", Pos: "bank/file.go:5:2", Func: "f"},
		{Goroutine: "1", Method: "Read", Pos: "bank/file.go:9:2", Func: "f"},
	}
	f.Protocol = &p
	return f
}

// arrows are the titles of the arrows of a class in the pictures of automata.
func arrows(list []element, class string) (titles []string) {
	for _, e := range all(list, "path") {
		if e.attrs["class"] == class && strings.HasPrefix(e.text, "in state ") {
			titles = append(titles, e.text)
		}
	}
	return titles
}

// TestViolatedOrder: the way of the calls is marked in the picture, and so is the
// call that is not allowed, and the table tells them in the order in which they
// are made.
func TestViolatedOrder(t *testing.T) {
	list := parse(t, write(t, []report.Finding{misuse()}, report.Stats{}))
	if got, want := arrows(list, "link bad"), []string{"in state closed: Read, which is not allowed"}; !slices.Equal(got, want) {
		t.Errorf("marked as violated: %q", got)
	}
	if got, want := arrows(list, "link here"), []string{"in state new: Open, leads to open", "in state open: Close, leads to closed"}; !slices.Equal(got, want) {
		t.Errorf("marked as the way: %q", got)
	}
	if got, want := arrows(list, "link"), []string{"in state open: Read, Write, leads to open", "in state closed: Open, leads to open"}; !slices.Equal(got, want) {
		t.Errorf("the others: %q", got)
	}
	var rows []string
	for _, e := range all(list, "tr") {
		rows = append(rows, strings.Join(strings.Fields(e.text), " "))
	}
	for _, want := range []string{"11Openf bank/file.go:3:2newopen", "22Closef bank/file.go:5:2openclosed", "31Readf bank/file.go:9:2closednot allowed", "closed (may be the last)Readnot allowed"} {
		if !slices.Contains(rows, want) {
			t.Errorf("no row %q among %q", want, rows)
		}
	}
}

// TestAllowedOrder: nothing is marked of an automaton that no finding violates,
// and there is no picture when nothing was checked.
func TestAllowedOrder(t *testing.T) {
	list := parse(t, write(t, nil, report.Stats{Protocols: []report.Protocol{file()}}))
	if bad, here, plain := arrows(list, "link bad"), arrows(list, "link here"), arrows(list, "link"); len(bad)+len(here) > 0 || len(plain) != 4 {
		t.Errorf("marked are %q and %q, drawn %q", bad, here, plain)
	}
	page := write(t, []report.Finding{transfer()}, report.Stats{Protocols: []report.Protocol{{Type: "empty"}}})
	if strings.Contains(page, `<svg class="automaton"`) || strings.Contains(page, "Orders of method calls") {
		t.Error("an automaton without states is drawn")
	}
}

// TestInView: every state and label is inside of the picture, and no two states
// are on top of each other.
func TestInView(t *testing.T) {
	large, _ := ring(maxStates)
	for _, p := range []*report.Protocol{misuse().Protocol, large} {
		v := newProtocol(p)
		for i, b := range v.Picture.States {
			if b.X < 0 || b.Y < 0 || b.X+b.W > v.Picture.Width || b.Y+b.H > v.Picture.Height {
				t.Errorf("%s: the state %s is out of the picture", p.Type, b.Name)
			}
			for _, c := range v.Picture.States[:i] {
				if b.X < c.X+c.W && c.X < b.X+b.W && b.Y < c.Y+c.H && c.Y < b.Y+b.H {
					t.Errorf("%s: %s is on top of %s", p.Type, b.Name, c.Name)
				}
			}
		}
		for _, c := range v.Picture.Arrows {
			for _, l := range c.Lines {
				if l.X < 0 || l.Y < 0 || l.X > v.Picture.Width || l.Y > v.Picture.Height {
					t.Errorf("%s: the label %s is out of the picture", p.Type, l.Text)
				}
			}
		}
	}
}

// ring is an automaton of n states in a ring, and the calls that lead to its last
// state and from there to a violation.
func ring(n int) (*report.Protocol, []report.ProtocolCall) {
	p := &report.Protocol{Type: "example.com/bank.Ring"}
	var calls []report.ProtocolCall
	for i := range n {
		p.States = append(p.States, report.ProtocolState{Name: fmt.Sprint("s", i), Edges: []report.ProtocolEdge{{Method: "Next", To: (i + 1) % n}, {Method: fmt.Sprint("To", i/2), To: i / 2}}})
		calls = append(calls, report.ProtocolCall{Goroutine: "1", Method: "Next"})
	}
	calls[n-1].Method = "Never"
	return p, calls
}

// TestLargeAutomaton: what does not fit is counted.
func TestLargeAutomaton(t *testing.T) {
	p, calls := ring(1000)
	v := newProtocol(p)
	if len(v.Picture.States) != maxStates || v.Hidden != 1000-maxStates || len(v.Rows) != maxRowsOf || v.More != 2000-maxRowsOf {
		t.Errorf("%d states and %d rows, %d and %d left out", len(v.Picture.States), len(v.Rows), v.Hidden, v.More)
	}
	p.Calls = calls[len(calls)-1:]
	if v = newProtocol(p); !slices.ContainsFunc(v.Picture.Arrows, func(c call) bool { return c.Bad }) {
		t.Error("the violation is not drawn")
	}
	drawn, more := newProtocols(slices.Repeat([]report.Protocol{file()}, maxProtocols+3))
	if len(drawn) != maxProtocols || more != 3 {
		t.Errorf("%d automata, %d left out", len(drawn), more)
	}
}

// TestLongWay: the violation is drawn although its way does not fit.
func TestLongWay(t *testing.T) {
	p, calls := ring(200)
	p.Calls = calls
	v := newProtocol(p)
	if len(v.Calls) != 200 || !v.Calls[199].Bad || !slices.ContainsFunc(v.Picture.Arrows, func(c call) bool { return c.Bad && strings.HasPrefix(c.Title, "in state s199") }) {
		t.Error("the violation is not drawn")
	}
}
