package cause

import (
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestOncePerID keeps the static findings that a run may show: a cycle once, a missing Unlock
// at each place, and no file that stays open.
func TestOncePerID(t *testing.T) {
	list := []report.Finding{
		{ID: "1", Check: checks.LockOrder}, {ID: "1", Check: checks.LockOrder}, {ID: "2", Check: checks.MissingUnlock},
		{ID: "2", Check: checks.MissingUnlock}, {ID: "3", Check: checks.Unfinished}, {ID: "4", Check: checks.DroppedError}, {ID: "5", Check: checks.Typestate},
	}
	var got []string
	for _, f := range OncePerID(list) {
		got = append(got, f.ID)
	}
	if want := []string{"1", "2", "2", "5"}; !slices.Equal(got, want) {
		t.Errorf("findings %v, want %v", got, want)
	}
}
