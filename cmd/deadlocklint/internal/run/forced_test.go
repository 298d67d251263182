package run_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/schedule"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/internal/report"
)

// TestForcedInVain: a candidate that can never happen is not reached, and the reason has the
// schedules as well.
func TestForcedInVain(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "keptapart")
	doc, _, stderr := runtest.Invoke(t, "test", "-C="+dir, "-json", "-static=false", "-explore=false", "-tries=1", ".")
	if len(doc.Findings) != 1 || doc.Findings[0].Status != report.StatusNotReached {
		t.Fatalf("findings %+v\n%s", doc.Findings, stderr)
	}
	if why := doc.Findings[0].Dynamic.Reason; !strings.Contains(why, "nor under 200 schedules that stop its goroutines") {
		t.Errorf("reason %s", why)
	}
}

// TestForcedAgain: deadlocklint confirm forces a candidate that pauses do not reach. Two
// commands make the same schedule.
func TestForcedAgain(t *testing.T) {
	t.Parallel()
	dir := moduletest.Unpack(t, "forced_registry")
	doc, _, stderr := runtest.Invoke(t, "test", "-C="+dir, "-json", "-explore=false", "-tries=1", "-keep="+t.TempDir(), ".")
	if len(doc.Findings) != 1 || doc.Findings[0].Status != report.StatusConfirmed {
		t.Fatalf("findings %+v\n%s", doc.Findings, stderr)
	}
	id := doc.Findings[0].ID
	first := choicesIn(t, doc)
	doc, status, stderr := runtest.Invoke(t, "confirm", "-C="+dir, "-json", "-tries=1", "-keep="+t.TempDir(), id, ".")
	if status != report.ExitFindings || len(doc.Findings) != 1 || doc.Findings[0].ID != id {
		t.Fatalf("exit status %d, findings %+v\n%s", status, doc.Findings, stderr)
	}
	if second := choicesIn(t, doc); !reflect.DeepEqual(second, first) {
		t.Errorf("two commands have made different schedules:\n%+v\n%+v", first, second)
	}
}

// choicesIn are the choices in the schedule of the only finding.
func choicesIn(t *testing.T, doc report.Document) *explorer.Choices {
	t.Helper()
	file, _ := schedule.FileOf(doc.Findings[0].Replay)
	s, err := schedule.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	if s.Choices == nil {
		t.Fatalf("%s has no choices: pauses have reached the deadlock", file)
	}
	return s.Choices
}

// TestForcedLocks: goroutines that wait for each other at the places of a candidate, with other locks, are not
// its deadlock. The twin waits until the other goroutine is over.
func TestForcedLocks(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "sharedlines")
	for tag, want := range map[string]report.Status{"": report.StatusConfirmed, "waits": report.StatusNotReached} {
		doc, _, stderr := runtest.Invoke(t, "test", "-C="+dir, "-json", "-tags="+tag, "-static=false", "-explore=false", "-tries=1", "-keep="+t.TempDir(), ".")
		found := map[string]report.Status{}
		for _, f := range doc.Findings {
			_, of, _ := strings.Cut(f.Message, ": ")
			found[of] = f.Status
		}
		store := "example.com/m.lock.mu and example.com/m.lock.mu"
		if len(found) != 2 || found[store] != want || found["example.com/m.cache.data and example.com/m.cache.index"] != report.StatusConfirmed {
			t.Errorf("with %q: %v, want %v\n%s", tag, found, want, stderr)
		}
	}
}
