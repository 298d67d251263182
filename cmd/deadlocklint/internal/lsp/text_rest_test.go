//go:build rest

package lsp

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/results"
)

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
