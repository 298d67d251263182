package html

import (
	"slices"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestNeedsNothing: the page loads nothing, and every link in it leads somewhere.
func TestNeedsNothing(t *testing.T) {
	page := write(t, []report.Finding{transfer(), lostSignal(), misuse(), gate()}, stats())
	list := parse(t, page)
	ids := map[string]bool{}
	for _, e := range list {
		if id := e.attrs["id"]; id != "" && ids[id] {
			t.Errorf("two elements have the id %q", id)
		} else {
			ids[id] = true
		}
	}
	for _, e := range list {
		for _, name := range []string{"href", "src", "action", "data", "poster", "srcset"} {
			v, ok := e.attrs[name]
			if ok && (!strings.HasPrefix(v, "#") || !ids[v[1:]]) {
				t.Errorf("%s %s=%q leads nowhere in the page", e.name, name, v)
			}
		}
		for _, name := range []string{"aria-labelledby", "for"} {
			if v, ok := e.attrs[name]; ok && !ids[v] {
				t.Errorf("%s %s=%q names nothing", e.name, name, v)
			}
		}
		if end, ok := e.attrs["marker-end"]; ok && !ids[strings.TrimSuffix(strings.TrimPrefix(end, "url(#"), ")")] {
			t.Errorf("the arrow head %s is not there", end)
		}
	}
	for _, word := range []string{"@import", "http:", "https:", "url(\"", "fetch(", "ZgotmplZ"} {
		if strings.Contains(page, word) {
			t.Errorf("the page has %q in it", word)
		}
	}
	if !strings.Contains(page, `default-src 'none'`) {
		t.Error("the page does not forbid itself to load things")
	}
}

// TestIsReadable: what somebody needs who does not see the page, or has no mouse.
func TestIsReadable(t *testing.T) {
	list := parse(t, write(t, []report.Finding{inRun(), lostSignal(), misuse()}, stats()))
	for _, e := range list {
		switch e.name {
		case "svg":
			if e.attrs["aria-hidden"] == "" && (e.attrs["role"] != "img" || e.attrs["aria-label"] == "") {
				t.Error("a picture says nothing to a screen reader")
			}
		case "th":
			if e.attrs["scope"] == "" {
				t.Errorf("the heading %q is of no column or row", e.text)
			}
		case "button":
			if e.attrs["type"] != "button" || strings.TrimSpace(e.text) == "" {
				t.Error("a button without type or words")
			}
		case "pre":
			if e.attrs["tabindex"] != "0" || e.attrs["role"] != "group" || e.attrs["aria-label"] == "" {
				t.Error("text that scrolls cannot be reached by keyboard, or has no name")
			}
		case "div":
			if e.attrs["class"] == "scroll" && (e.attrs["tabindex"] != "0" || e.attrs["aria-label"] == "") {
				t.Error("a part that scrolls cannot be reached by keyboard, or has no name")
			}
		}
	}
	level := 0
	for _, e := range list {
		if len(e.name) == 2 && e.name[0] == 'h' && e.name[1] >= '1' && e.name[1] <= '6' {
			if n := int(e.name[1] - '0'); n > level+1 {
				t.Errorf("%s %q follows a heading of level %d", e.name, e.text, level)
			} else {
				level = n
			}
		}
	}
	if html := all(list, "html"); html[0].attrs["lang"] != "en" {
		t.Error("the page does not say its language")
	}
	if !slices.ContainsFunc(all(list, "span"), func(e element) bool { return e.attrs["class"] == "sr" && strings.Contains(e.text, "holding A, B") }) {
		t.Error("what a goroutine holds is told by bars only")
	}
}

// TestIsSafe: names and messages are the program's, not ours.
func TestIsSafe(t *testing.T) {
	f := transfer()
	const evil = `"><script>alert(1)</script><a href="javascript:x`
	f.ID, f.Message, f.Replay, f.Dump, f.Tests = evil, evil, evil, evil, []string{evil}
	for i := range f.Goroutines {
		f.Goroutines[i].Name = evil
		for j := range f.Goroutines[i].Steps {
			s := &f.Goroutines[i].Steps[j]
			s.Class, s.Func, s.Pos = evil, evil, evil
		}
	}
	s := stats()
	s.LockOrder[0].Held, s.Unseen = evil, []string{evil}
	p := &report.Protocol{Type: evil, Origin: evil, States: []report.ProtocolState{{Name: evil, Edges: []report.ProtocolEdge{{Method: evil}}}}}
	p.Calls = []report.ProtocolCall{{Goroutine: evil, Method: evil, Pos: evil, Func: evil}, {Method: "<b>"}}
	f.Protocol, s.Protocols = p, []report.Protocol{*p}
	f.Explored = inRun().Explored
	f.Explored.Test, f.Explored.Goroutines[1].Name, f.Explored.Goroutines[1].Pos = evil, evil, evil
	f.Explored.Steps[2].Call, f.Explored.Steps[2].Op, f.Explored.Steps[2].Pos = evil, report.OpCall, evil
	s.Coverage = []report.Coverage{{Test: evil, Schedules: 1, Classes: 1, Points: []report.Point{{Schedules: 1, Classes: 1}}}}
	list := parse(t, write(t, []report.Finding{f}, s))
	if n := len(all(list, "script")); n != 1 {
		t.Errorf("%d scripts in the page, want ours alone", n)
	}
	for _, a := range all(list, "a") {
		if !strings.HasPrefix(a.attrs["href"], "#") {
			t.Errorf("a link to %s", a.attrs["href"])
		}
	}
}
