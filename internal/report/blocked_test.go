package report

import "testing"

// TestBlockedCounts: what waits in a send, a Lock or a Wait fails a run, and idle
// workers do where they were asked for.
func TestBlockedCounts(t *testing.T) {
	for _, c := range []struct {
		name   string
		f      Finding
		failOn []Status
		want   int
		words  string
	}{
		{"leaked", Finding{Status: StatusLeaked}, nil, ExitFindings, "1 goroutine leaked"},
		{"left blocked", Finding{Status: StatusLeftBlocked}, nil, ExitFindings, "1 goroutine left blocked"},
		{"a note", Finding{Status: StatusLeaked, Note: true}, nil, ExitClean, "1 goroutine idle for ever (note)"},
		{"a note that was asked for", Finding{Status: StatusLeaked, Note: true}, []Status{StatusLeaked}, ExitFindings, "1 goroutine idle for ever (note)"},
		{"another status was asked for", Finding{Status: StatusLeftBlocked, Note: true}, []Status{StatusLeaked}, ExitClean, "1 goroutine idle for ever (note)"},
		{"silenced", Finding{Status: StatusLeaked, Suppressed: true}, []Status{StatusLeaked}, ExitClean, "nothing found"},
	} {
		if got := ExitStatus([]Finding{c.f}, false, c.failOn...); got != c.want {
			t.Errorf("%s: exit status %d, want %d", c.name, got, c.want)
		}
		if got := Summary([]Finding{c.f}); got != c.words {
			t.Errorf("%s: %q, want %q", c.name, got, c.words)
		}
		if c.f.IsDeadlock() || c.f.IsCandidate() {
			t.Errorf("%s: called a deadlock or a candidate", c.name)
		}
	}
}
