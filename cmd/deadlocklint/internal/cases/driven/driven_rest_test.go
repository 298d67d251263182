//go:build rest

package driven_test

import (
	"regexp"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestDrivenRest drives the other packages, of which some need more processes: a call panics, or ends the process.
func TestDrivenRest(t *testing.T) {
	t.Parallel()
	stderr := drives(t, "crossed_fixed", "answers", "answers_fixed", "generic", "generic_fixed", "subscribed_fixed", "handed_fixed", "viewed", "viewed_fixed", "gate", "gate_fixed", "ledger_fixed", "charged_fixed", "left_fixed", "sessions_fixed", "panics_fixed", "ends",
		"loading", "loading_fixed", "browsed_fixed", "gated", "gated_fixed", "exchanged", "exchanged_fixed", "replaced", "replaced_fixed", "listed", "listed_fixed", "flushed", "flushed_fixed", "paged", "paged_fixed", "recovered", "recovered_fixed", "rotated", "rotated_fixed", "commanded_fixed", "ticking", "ticking_fixed", "unanswered", "unanswered_fixed", "waits_fixed")
	for _, want := range []string{
		`drove example\.com/driven/panics_fixed: .* in 0 a call panicked`, // the second ones are without it
		`drove example\.com/driven/loading: .* 0 ended the process`,       // the second ones have all callbacks
		`drove example\.com/driven/ends: .* 0 ended the process`,          // nor the call that ends the process
	} {
		if !regexp.MustCompile(want).MatchString(stderr) {
			t.Errorf("no %s in\n%s", want, stderr)
		}
	}
}

// A candidate of the static checks is confirmed: the finding has the reason of both. Two of 14 methods, and a state, are needed for it: chance
// does not come to them.
func TestCandidate(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "driven")
	doc, status, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-drive", "./indexed", "./indexed_fixed")
	if len(doc.Findings) != 1 || status != report.ExitFindings {
		t.Fatalf("%d findings, exit status %d\n%s", len(doc.Findings), status, stderr)
	}
	if f := doc.Findings[0]; f.Check != "lockorder" || f.Status != report.StatusConfirmed || f.Driver == nil || f.Static == nil || !f.Static.Default {
		t.Errorf("%s is %s, with driver %v and static part %v", f.Check, f.Status, f.Driver, f.Static)
	}
}
