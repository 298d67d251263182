package report

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/checks"
)

// TestRaceWords: a race is called harmful only when it was made to do harm, and no race is
// called a deadlock.
func TestRaceWords(t *testing.T) {
	list := []Finding{
		{Check: checks.Race, Status: StatusConfirmed}, {Check: checks.Race, Status: StatusConfirmed, Dynamic: &Dynamic{NoEffect: true}},
		{Check: checks.Race, Status: StatusNotReached}, {Check: checks.Race, Status: StatusPredicted},
	}
	for i, want := range []string{"harmful race confirmed", "data race confirmed", "candidate, not reached", "candidate, untried"} {
		if got := list[i].Heading(); got != want {
			t.Errorf("%s is headed %q", list[i].Status, got)
		}
		if status, counts := ExitStatus(list[i:i+1], false), i < 2; (status == ExitFindings) != counts {
			t.Errorf("%s: exit status %d", list[i].Status, status)
		}
		if status, harmful := ExitStatus(list[i:i+1], false, OnlyHarm), i == 0; (status == ExitFindings) != harmful {
			t.Errorf("%s: exit status %d of those with harm", list[i].Status, status)
		}
	}
	const want = "1 harmful race confirmed, 1 data race without visible effect in these runs, 1 not reached (candidate), 1 untried (candidate)"
	if got := Summary(list); got != want || strings.Contains(got, "deadlock") {
		t.Errorf("summary %q", got)
	}
}

// TestOrderWords: an order that nothing keeps is called neither a race nor a deadlock.
func TestOrderWords(t *testing.T) {
	list := []Finding{{Check: checks.Order, Status: StatusConfirmed}}
	if got, want := Summary(list), "1 order violation confirmed"; got != want || list[0].Heading() != want[2:] {
		t.Errorf("%q and %q, want %q", got, list[0].Heading(), want)
	}
}

// TestAtomicityWords: a broken block is called neither a race nor a deadlock.
func TestAtomicityWords(t *testing.T) {
	list := []Finding{{Check: checks.Atomicity, Status: StatusConfirmed}}
	if got, want := Summary(list), "1 broken atomicity confirmed"; got != want || list[0].Heading() != "broken atomicity confirmed" {
		t.Errorf("summary %q, heading %q", got, list[0].Heading())
	}
	if ExitStatus(list, false) != ExitFindings {
		t.Error("it is no finding")
	}
}
