package run

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestAfterwards: a goroutine that has ended waits for nothing; one that goes on may.
func TestAfterwards(t *testing.T) {
	for _, c := range []struct {
		op            string
		ended         bool
		label, phrase string
	}{
		{"select", true, "ended", "after"},
		{"recv", true, "ended", "after"},
		{"at", true, "ended", "after"},
		{"close", true, "closes", "c"},
		{"select", false, "waits", "in a select on c"},
		{"recv", false, "waits", "to receive from c"},
	} {
		label, phrase := afterwards(report.Step{Op: c.op, Class: "c"}, c.ended).Waits()
		if label != c.label || phrase != c.phrase {
			t.Errorf("%s, ended %v: %q %q, want %q %q", c.op, c.ended, label, phrase, c.label, c.phrase)
		}
	}
}
