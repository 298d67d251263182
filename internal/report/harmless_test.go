package report

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/checks"
)

// TestHarmless: an order of calls that did no harm is no finding, by whatever way it is
// counted, and is described as quietly as one that is infeasible.
func TestHarmless(t *testing.T) {
	f := Finding{ID: "1", Check: checks.Typestate, Status: StatusHarmless, Message: "T.Put may be called in state s", Pos: "t.go:1:1",
		Dynamic: &Dynamic{Verdict: VerdictHarmless, Reason: "the whole run went as the recorded one", Tries: 1, Bound: "no bound"}}
	twin := f
	twin.Status = StatusConfirmed
	if got, other := ExitStatus([]Finding{f}, false), ExitStatus([]Finding{twin}, false); got != ExitClean || other != ExitFindings {
		t.Errorf("exit status %d, and %d when confirmed", got, other)
	}
	if f.IsDeadlock() || f.IsCandidate() || !f.isQuiet() || twin.isQuiet() {
		t.Error("called a deadlock or a candidate, or not quiet")
	}
	if got := Summary([]Finding{f, f, twin}); got != "1 protocol violation confirmed, 2 harmless" {
		t.Errorf("%q", got)
	}
	list := []Finding{f, twin}
	Sort(list)
	if list[1].Status != StatusHarmless {
		t.Errorf("%s comes last", list[1].Status)
	}
	var b strings.Builder
	h := NewText(&b, TextOptions{})
	if err := h.Finding(f); err != nil {
		t.Fatal(err)
	}
	if got := b.String(); !strings.HasPrefix(got, "harmless: T.Put") || !strings.Contains(got, "the whole run went") {
		t.Error(got)
	}
}
