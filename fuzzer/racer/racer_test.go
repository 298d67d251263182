package racer

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/racegraph"
)

func TestSites(t *testing.T) {
	r := &predict.Race{Sides: [2]predict.RaceSide{{Point: 'r', Sites: []uint64{0xab, 0x1}}, {Point: 'w', Sites: []uint64{0xab}}}}
	if got := Sites(r); got != boundary.EnvSites+"=rab,r1;wab" {
		t.Error(got)
	}
	r.Sides[0].Sites = make([]uint64, maxSites+1)
	if got := Sites(r); len(got) != len(boundary.EnvSites)+len("=")+maxSites*len("r0,")+len("wab") {
		t.Error(got)
	}
}

// TestOnePlace: a read and a write of one line are two places. One place has two orders, too.
func TestOnePlace(t *testing.T) {
	f := &ForcedRace{Race: &predict.Race{}}
	if !f.IsOnePlace() {
		t.Error("one place is two")
	}
	if f.Orders[0].Met = true; f.IsConfirmed() {
		t.Error("one order is enough")
	}
	if f.Orders[1].Met = true; !f.IsConfirmed() {
		t.Error("both orders are not enough")
	}
	if f.Sides[0].Point = 'r'; f.IsOnePlace() {
		t.Error("two places are one")
	}
}

// TestEarlyEffects: after an early timer an effect counts when the other order, made so too,
// has none like it. Else it is unclear, and no order has ended as recorded for it.
func TestEarlyEffects(t *testing.T) {
	early := []record.EarlyTimer{{After: 1}}
	failed, left := explorer.Ending{Failed: true, End: boundary.Done, Early: early}, explorer.Ending{End: boundary.Left, Early: early}
	plain := explorer.Ending{Failed: true, End: boundary.Done}
	for _, c := range []struct {
		name        string
		first       []explorer.Ending
		second      []explorer.Ending
		secondMet   bool
		kept, other int
	}{
		{"the other order ends well", []explorer.Ending{failed}, nil, true, 1, 0},
		{"the other order does the same", []explorer.Ending{failed}, []explorer.Ending{failed}, true, 0, 0},
		{"the other order does something else", []explorer.Ending{failed}, []explorer.Ending{left}, true, 1, 1},
		{"the other order was not made", []explorer.Ending{failed}, nil, false, 0, 0},
		{"no timer fired early", []explorer.Ending{plain}, nil, false, 1, 0},
	} {
		f := &ForcedRace{Race: &predict.Race{}, Orders: [2]ForcedOrder{{Met: true, Effects: c.first}, {Met: c.secondMet, Effects: c.second}}}
		f.keepDifference(false)
		o := f.Orders
		if len(o[0].Effects) != c.kept || len(o[1].Effects) != c.other {
			t.Errorf("%s: %d and %d are kept", c.name, len(o[0].Effects), len(o[1].Effects))
		}
		if len(o[0].Unclear) != len(c.first)-c.kept || len(o[1].Unclear) != len(c.second)-c.other {
			t.Errorf("%s: %d and %d are unclear", c.name, len(o[0].Unclear), len(o[1].Unclear))
		}
	}
}

// TestEarlyAdd: the order in which an Add comes first may have the effect as well, by another Add. It counts when a
// run of that order went well after an early timer.
func TestEarlyAdd(t *testing.T) {
	early := []record.EarlyTimer{{After: 1}}
	failed := explorer.Ending{Failed: true, End: boundary.Done, Early: early}
	well := &forcedRun{ending: explorer.Ending{End: boundary.Done, Early: early}}
	inTime := &forcedRun{ending: explorer.Ending{End: boundary.Done}}
	for _, c := range []struct {
		kind  racegraph.Kind
		first *forcedRun
		kept  int
	}{{racegraph.Awaited, well, 1}, {racegraph.Awaited, inTime, 0}, {racegraph.Awaited, nil, 0}, {racegraph.Initial, well, 0}} {
		f := &ForcedRace{Race: &predict.Race{Kind: c.kind}}
		f.Orders[0] = ForcedOrder{Met: true, Effects: []explorer.Ending{failed}}
		f.Orders[1] = ForcedOrder{Met: true, Effects: []explorer.Ending{failed}, first: c.first}
		if f.keepDifference(false); len(f.Orders[0].Effects) != c.kept {
			t.Errorf("%v: %d effects are kept, want %d", c.kind, len(f.Orders[0].Effects), c.kept)
		}
	}
}

// TestHeldOpen: a crash before the foreign step counts in the runs that choose as the
// base schedule does, while a goroutine is held back at the end of its block. No other end
// does.
func TestHeldOpen(t *testing.T) {
	for _, c := range []struct {
		e    explorer.Ending
		want bool
	}{
		{explorer.Ending{Run: 0, HeldBack: true, Crash: "panic: close of closed channel"}, true},
		{explorer.Ending{Run: 0, Crash: "panic: close of closed channel"}, false},
		{explorer.Ending{Run: steadyBreaks, HeldBack: true, Crash: "panic: close of closed channel"}, false},
		{explorer.Ending{Run: boundary.Base, HeldBack: true, Crash: "panic: close of closed channel"}, false},
		{explorer.Ending{Run: 0, HeldBack: true, Failed: true}, false},
	} {
		if got := isHeldOpen(&c.e); got != c.want {
			t.Errorf("run %d, held %t, crash %q: %t", c.e.Run, c.e.HeldBack, c.e.Crash, got)
		}
	}
}

// TestBreakIsCompared: an effect is that of the break when a serial order was reached and
// does not have it.
func TestBreakIsCompared(t *testing.T) {
	crash := explorer.Ending{Crash: "panic: assignment to entry in nil map"}
	for _, c := range []struct {
		name   string
		serial [2]ForcedOrder
		own    bool
	}{
		{"a serial order ends well", [2]ForcedOrder{{Met: true}, {}}, true},
		{"the other one ends well", [2]ForcedOrder{{}, {Met: true}}, true},
		{"no serial order was reached", [2]ForcedOrder{{Runs: steady}, {Runs: steady}}, false},
		{"a serial order does the same", [2]ForcedOrder{{Met: true}, {Met: true, Effects: []explorer.Ending{crash}}}, false},
		{"the way to a serial order does the same", [2]ForcedOrder{{Effects: []explorer.Ending{crash}}, {Met: true}}, false},
	} {
		b := &ForcedBlock{Between: ForcedOrder{Met: true, Effects: []explorer.Ending{crash}}, Serial: c.serial}
		if err := (&search{}).attributeBreak(t.Context(), 0, b, nil); err != nil {
			t.Fatal(err)
		}
		if b.IsHarmful() != c.own || b.IsUnclear() == c.own {
			t.Errorf("%s: own %d, unclear %d", c.name, len(b.Between.Effects), len(b.Between.Unclear))
		}
	}
}
