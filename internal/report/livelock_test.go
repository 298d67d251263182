package report

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/checks"
)

// Goroutines that spin for ever are called a livelock, and a loop that may end is a candidate.
func TestLivelockWords(t *testing.T) {
	lasting := Finding{Check: checks.Livelock, Status: StatusConfirmed}
	cut := Finding{Check: checks.Livelock, Status: StatusPredicted}
	blocked := Finding{Check: checks.LockOrder, Status: StatusConfirmed}
	for i, want := range []string{"livelock confirmed", "candidate, untried", "deadlock confirmed"} {
		if got := []Finding{lasting, cut, blocked}[i].Heading(); got != want {
			t.Errorf("%d: %q, want %q", i, got, want)
		}
	}
	if got, want := Summary([]Finding{lasting, cut, blocked}), "1 deadlock confirmed, 1 livelock confirmed, 1 untried (candidate)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
