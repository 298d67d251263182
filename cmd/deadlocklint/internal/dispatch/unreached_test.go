package dispatch

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestUnseenUnderRace: what can be done about an unseen write depends on the build.
func TestUnseenUnderRace(t *testing.T) {
	for _, c := range []struct {
		k    report.Conditions
		says string
	}{
		{report.Conditions{}, ""},
		{report.Conditions{MemoryEvents: 2, Packages: []string{"example.com/link"}}, ""},
		{report.Conditions{Unseen: []string{"!l.Up at main.go:16:6"}}, "run with -memory"},
		{report.Conditions{Unseen: []string{"!l.Up at main.go:16:6"}, Memory: true}, "not even by memory events"},
		{report.Conditions{Unseen: []string{"!l.Up at main.go:16:6"}, Race: true}, "not to be had under -race"},
		{report.Conditions{Unreached: []string{"l.Up by example.com/link"}, Race: true}, "l.Up by example.com/link, which rewriting does not reach"},
	} {
		notes := strings.Join(report.Stats{Conditions: &c.k}.Notes(), "\n")
		if !strings.Contains(notes, c.says) || c.says == "" && notes != "" {
			t.Errorf("%+v: the notes are %q, want %q", c.k, notes, c.says)
		}
	}
}
