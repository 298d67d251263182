package run

import (
	"slices"
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// The tests that were left for lack of time are a part of the list of all: a choice of others leaves their names.
func TestTimedLeavesTheList(t *testing.T) {
	target := &record.Target{Package: "p"}
	tests := []predict.ConcurrentTest{{Target: target, Test: "TestA"}, {Target: target, Test: "TestB"}, {Target: target, Test: "TestC"}}
	before := slices.Clone(tests)
	got := timed(tests, []*explorer.Result{{Package: "p", Test: "TestB"}, {Package: "p", Test: "TestC"}})
	if len(got) != 0 || !slices.Equal(tests, before) {
		t.Errorf("timed are %v, and the list is %v", got, tests)
	}
	clock := &explorer.Result{Package: "p", Test: "TestC"}
	clock.Inputs = boundary.Time
	if got := timed(tests, []*explorer.Result{clock}); len(got) != 1 || got[0].Test != "TestC" || !slices.Equal(tests, before) {
		t.Errorf("timed are %v, and the list is %v", got, tests)
	}
}
