package report

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/checks"
)

// stuck is a finding of trace programs whose goroutines wait at the places.
func stuck(id string, status Status, by string, places ...string) Finding {
	f := Finding{ID: id, Check: checks.Leak, Status: status, Cause: &Cause{By: by}}
	for _, pos := range places {
		f.Goroutines = append(f.Goroutines, Goroutine{Steps: []Step{{Op: "go", Pos: "main.go:1:1"}, {Op: "recv", Class: "main.c", Pos: pos}}})
	}
	return f
}

func TestByCause(t *testing.T) {
	silenced := stuck("1", StatusConfirmed, "signal a.go:9", "a.go:1:1")
	silenced.Suppressed = true
	other := stuck("2", StatusConfirmed, "signal a.go:9", "a.go:8:1")
	other.Check = checks.MissedSignal
	for _, c := range []struct {
		name     string
		a, b     Finding
		together string // the id of the one that stays, "" for both
	}{
		{"one statement to blame", stuck("1", StatusConfirmed, "signal a.go:9", "a.go:1:1"), stuck("2", StatusConfirmed, "signal a.go:9", "a.go:2:1"), "1"},
		{"for another thing", stuck("1", StatusConfirmed, "signal a.go:9", "a.go:1:1"), other, ""},
		{"none to blame", stuck("1", StatusConfirmed, "", "a.go:1:1"), stuck("2", StatusConfirmed, "", "a.go:2:1"), ""},
		{"places of both", stuck("1", StatusConfirmed, "", "a.go:1:1", "a.go:2:1"), stuck("2", StatusConfirmed, "", "a.go:2:1"), "2"},
		{"some of them", stuck("1", StatusConfirmed, "", "a.go:1:1", "a.go:2:1"), stuck("2", StatusConfirmed, "", "a.go:2:1", "a.go:3:1"), ""},
		{"confirmed before small", stuck("1", StatusConfirmed, "", "a.go:1:1", "a.go:2:1"), stuck("2", StatusNotReached, "", "a.go:2:1"), "1"},
		{"silenced", silenced, stuck("2", StatusConfirmed, "signal a.go:9", "a.go:2:1"), ""},
		{"of another stage", Finding{ID: "1", Check: checks.Leak, Status: StatusConfirmed}, stuck("2", StatusConfirmed, "signal a.go:9", "a.go:2:1"), ""},
	} {
		got := ByCause([]Finding{c.a, c.b})
		switch {
		case c.together == "" && len(got) == 2 && got[0].Also == nil && got[1].Also == nil:
		case c.together != "" && len(got) == 1 && got[0].ID == c.together && len(got[0].Also) == 1 && got[0].Also[0].ID != c.together:
		default:
			t.Errorf("%s: %d findings, the first one %s with %v", c.name, len(got), got[0].ID, got[0].Also)
		}
	}
}
