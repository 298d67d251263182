package explore_test

import (
	"strings"
	"testing"

	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/moduletest"
	"github.com/deadlocklint/deadlocklint/cmd/deadlocklint/internal/runtest"
)

// Small tests have a proof without being asked for one: every order of their steps was visited. A large one has none, a test of
// one goroutine needs none, and the sum tells them apart.
func TestExploreOrders(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "orders")
	doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", ".")
	if len(doc.Findings) != 1 || doc.Findings[0].Tests[0] != "TestReversed" {
		t.Errorf("findings %+v", doc.Findings)
	}
	const all = "all schedules: all orders of the synchronisation operations, if the program has no data race"
	for name, line := range runtest.Lines(stderr) {
		searches := strings.Contains(line, " more in search of all orders")
		if strings.Contains(line, all) != (name != "TestMany") || searches != (name != "TestOne") {
			t.Errorf("%s: %s", name, line)
		}
		if strings.Contains(line, "while timers fire when no goroutine can run") != (name == "TestSleepers") {
			t.Errorf("%s: %s", name, line)
		}
	}
	if want := "7 concurrent tests explored: all orders of 6, a part of 1; and 1 sequential\n"; !strings.Contains(stderr, want) {
		t.Errorf("%s\nwant %s", stderr, want)
	}
}

// TestExploreOrdersFewRuns: who asks for few runs has few in search of all orders as well.
func TestExploreOrdersFewRuns(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "orders")
	_, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=20", "-run=TestTwo", ".")
	if !strings.Contains(stderr, "20 schedules in ") || !strings.Contains(stderr, "; 20 more in search of all orders") || strings.Contains(stderr, "all orders of the") {
		t.Error(stderr)
	}
}

// TestExploreOrdersFailing: a search for all orders counts of a test that fails under the base schedule and passes natively, as it does
// of its twin. There is none of a broken test.
func TestExploreOrdersFailing(t *testing.T) {
	t.Parallel()
	dir := moduletest.Source(t, "ordersfailing")
	doc, _, stderr := runtest.Invoke(t, "explore", "-C="+dir, "-json", "-runs=100", ".")
	if len(doc.Findings) != 1 || doc.Findings[0].Tests[0] != "TestFails" {
		t.Errorf("findings %+v", doc.Findings)
	}
	lines := runtest.Lines(stderr)
	if len(lines) != 3 {
		t.Error(stderr)
	}
	for name, line := range lines {
		if strings.Contains(line, "all schedules: all orders of the synchronisation operations") != (name != "TestBroken") {
			t.Errorf("%s: %s", name, line)
		}
	}
}
