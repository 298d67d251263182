package lockgraph

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/internal/checks"
)

func TestFindingID(t *testing.T) {
	a, b := EdgeKey{"f", "A", Exclusive}, EdgeKey{"g", "B", Exclusive}
	same := FindingID(checks.LockOrder, []EdgeKey{a, b})
	keys := []EdgeKey{b, a}
	if FindingID(checks.LockOrder, keys) != same || FindingID(checks.LockOrder, []EdgeKey{b, a, b}) != same {
		t.Error("order or repetition changes the id")
	}
	if keys[0] != b {
		t.Error("the argument is sorted in place")
	}
	for _, other := range []string{
		FindingID(checks.DoubleLock, []EdgeKey{a, b}),
		FindingID(checks.LockOrder, []EdgeKey{a}),
		FindingID(checks.LockOrder, []EdgeKey{a, {"g", "B", Shared}}),
		FindingID(checks.LockOrder, []EdgeKey{{"f A", "", Exclusive}, b}),
	} {
		if other == same {
			t.Error("different findings have one id")
		}
	}
}

// TestFindingIDIsStable fails when the hash changes: baselines and ignore
// comments hold ids, so a change must be announced in CHANGELOG.md.
func TestFindingIDIsStable(t *testing.T) {
	if got, want := FindingID(checks.LockOrder, []EdgeKey{{"f", "A", Exclusive}}), "c7da093b312dab0c"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A writer that makes readers wait is another one in the next run.
func TestWritersDoNotIdentify(t *testing.T) {
	reader := Edge{Func: "f", Class: "A", Mode: Shared}
	for _, writer := range []string{"g", "h"} {
		c := Candidate{Kind: KindRecursiveRLock, Edges: []Edge{reader, {Func: writer, Class: "A", Role: RoleWriter}}}
		if got, want := FindingID(c.Check(), c.Keys()), FindingID(c.Check(), []EdgeKey{{"f", "A", Shared}}); got != want {
			t.Errorf("with writer %s: id %s, want %s", writer, got, want)
		}
	}
}

// Two and three goroutines going around one function are one bug.
func TestCandidatesOfOneFinding(t *testing.T) {
	r := parse("1 go 2; 1 go 3; 1 go 4;" + ab + ba + "4 lock b; 4 lock a; 4 unlock a; 4 unlock b")
	found := r.analyze(Options{}).Candidates
	if len(found) != 2 || found[0].Status != Feasible {
		t.Fatalf("got %+v", found)
	}
	swapped := FindingID(checks.LockOrder, []EdgeKey{{"lock a", "a", Exclusive}, {"lock b", "b", Exclusive}})
	for _, c := range found {
		if id := FindingID(c.Check(), c.Keys()); id != swapped || len(id) != 16 {
			t.Errorf("id %s, want %s", id, swapped)
		}
	}
}
