package report

import (
	"strings"
	"testing"
)

// TestQuiet: one line for each finding that counts, and nothing else.
func TestQuiet(t *testing.T) {
	var b strings.Builder
	h := NewText(&b, TextOptions{Quiet: true})
	for _, f := range samples() {
		if err := h.Finding(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.Close(sampleStats()); err != nil {
		t.Fatal(err)
	}
	var want string
	for _, f := range samples() {
		if ExitStatus([]Finding{f}, false) == ExitFindings {
			want += f.Pos + ": " + f.Heading() + ": " + f.Message + " (" + string(f.Check) + " " + f.ID + ")\n"
		}
	}
	if b.String() != want || strings.Count(want, "\n") < 3 {
		t.Errorf("got %s\nwant %s", b.String(), want)
	}
}
