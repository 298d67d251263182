package lsp

import (
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/results"
)

// TestPositions compares offsets with what package utf16 says.
func TestPositions(t *testing.T) {
	const s = "abc\r\n\t𝔸é x\n\nlast"
	text := newText(s)
	line, begin := 0, 0
	for i := range s + "\x00" {
		want := position{line, len(utf16.Encode([]rune(s[begin:i])))}
		if got := text.offset(i); got != want {
			t.Errorf("offset %d: %+v, want %+v", i, got, want)
		}
		if i < len(s) && s[i] != '\r' && s[i] != '\n' {
			if got := text.at(line+1, i-begin+1); got != want {
				t.Errorf("line %d, column %d: %+v, want %+v", line+1, i-begin+1, got, want)
			}
		}
		if i < len(s) && s[i] == '\n' {
			line, begin = line+1, i+1
		}
	}
	for _, n := range []int{-1, 0, 5, 99} {
		if text.line(n) != "" {
			t.Errorf("line %d: %q", n, text.line(n))
		}
		text.word(n, 99)
		text.whole(n)
	}
	if text.offset(-5) != (position{}) || text.offset(999) != text.offset(len(s)) {
		t.Error("what is outside is not moved inside")
	}
}

func FuzzParseVet(f *testing.F) {
	f.Add([]byte(`{"p":{"lockorder":[{"posn":"/a.go:1:2","message":"m","suggested_fixes":[{"edits":[{"start":-1,"end":99}]}]}]}}`))
	f.Add([]byte(`{"p":{"lockorder":{"error":"x"}}}{"q":{}}`))
	f.Add([]byte(`{"p":`))
	f.Fuzz(func(t *testing.T, b []byte) {
		list, err := parseVet(b)
		if err != nil && !strings.Contains(err.Error(), "run go vet") {
			t.Errorf("%v", err)
		}
		s := &Server{open: map[string]*text{}, checked: map[string]string{}, static: map[string][]static{}}
		for _, d := range list {
			s.ofStatic("nosuch.go", d)
			for _, fix := range d.Fixes {
				s.edit(fix)
			}
		}
	})
}

func TestIsURI(t *testing.T) {
	for _, path := range []string{"/a b/c#d/ü.go", "/x%20.go"} {
		if got := pathOf(uriOf(path)); got != path {
			t.Errorf("%q became %q", path, got)
		}
	}
	for _, uri := range []string{"untitled:Untitled-1", "http://x/y", "%zz", ""} {
		if got := pathOf(uri); got != "" {
			t.Errorf("%q is the file %q", uri, got)
		}
	}
}

// TestRelocate: a finding moves with its line, and goes when the line goes.
func TestRelocate(t *testing.T) {
	r := &results.Results{Lines: map[string]string{"m.go:3:1": "x.Lock()"}}
	for content, want := range map[string]int{
		"a\nb\n\tx.Lock()\n":         3,
		"new\na\nb\n  x.Lock()\n":    4,
		"x.Lock()\n":                 1,
		"a\nb\nx.Unlock()\n":         0,
		"x.Lock()\n\n\n\nx.Lock()\n": 1, // the nearest, the upper one of two
		"":                           0,
	} {
		if got := relocate(r, "m.go:3:1", newText(content)); got != want {
			t.Errorf("%q: line %d, want %d", content, got, want)
		}
	}
	if got := relocate(r, "m.go:7:1", newText("")); got != 7 {
		t.Errorf("a line nobody noted: %d", got)
	}
}
