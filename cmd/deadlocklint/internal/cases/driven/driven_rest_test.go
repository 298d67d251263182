//go:build rest

package driven_test

import (
	"regexp"
	"testing"
)

// TestDrivenRest drives the other packages, of which some need more processes: a call panics, or ends the process.
func TestDrivenRest(t *testing.T) {
	t.Parallel()
	stderr := drives(t, "crossed_fixed", "answers", "answers_fixed", "generic", "generic_fixed", "subscribed_fixed", "handed_fixed", "viewed", "viewed_fixed", "gate", "gate_fixed", "ledger_fixed", "charged_fixed", "left_fixed", "sessions_fixed", "panics_fixed", "ends",
		"exchanged", "exchanged_fixed", "recovered", "recovered_fixed", "rotated", "rotated_fixed", "commanded_fixed", "ticking", "ticking_fixed", "unanswered", "unanswered_fixed", "waits_fixed")
	for _, want := range []string{
		`drove example\.com/driven/panics_fixed: .* in [1-9]\d* a call panicked`,
		`drove example\.com/driven/ends: .* [1-9]\d* ended the process`,
	} {
		if !regexp.MustCompile(want).MatchString(stderr) {
			t.Errorf("no %s in\n%s", want, stderr)
		}
	}
}
