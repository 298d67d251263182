package rt

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/pauses"
)

// TestCalls keeps the objects apart, and passes over those that are too many.
func TestCalls(t *testing.T) {
	a := new(agent)
	a.plan.NCalls = 2
	a.plan.Calls[0] = pauses.Call{Site: 1, Count: 1}
	a.plan.Calls[1] = pauses.Call{Site: 2, Count: 1}
	for obj := range uint64(2) {
		if s := a.arrives(2, obj, 0); s != 2 || a.mayGo(obj, s) {
			t.Fatalf("object %d: step %d may go", obj, s)
		}
	}
	if s := a.arrives(1, 0, 0); s != 1 || !a.mayGo(0, s) || !a.isDone(0, s) {
		t.Fatal("the first step has to wait")
	}
	if !a.mayGo(0, 2) || a.mayGo(1, 2) {
		t.Error("the wrong object may go on")
	}
	for obj := range uint64(maxCalled) {
		a.arrives(2, 100+obj, 0)
	}
	if s := a.arrives(2, 1000, 0); s != 0 || !a.mayGo(1000, 2) {
		t.Errorf("one too many is step %d", s)
	}
	if s := a.arrives(3, 0, 0); s != 0 {
		t.Errorf("a site that is no step is step %d", s)
	}
}
