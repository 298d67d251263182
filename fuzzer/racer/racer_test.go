package racer

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/fuzzer/rt"
)

func TestSites(t *testing.T) {
	r := &predict.Race{Sides: [2]predict.RaceSide{{Point: 'r', Sites: []uint64{0xab, 0x1}}, {Point: 'w', Sites: []uint64{0xab}}}}
	if got := Sites(r); got != record.EnvSites+"=rab,r1;wab" {
		t.Error(got)
	}
	r.Sides[0].Sites = make([]uint64, maxSites+1)
	if got := Sites(r); len(got) != len(record.EnvSites)+len("=")+maxSites*len("r0,")+len("wab") {
		t.Error(got)
	}
}

// TestOnePlace: a read and a write of one line are two places.
func TestOnePlace(t *testing.T) {
	f := &Forced{Race: &predict.Race{}}
	if !f.IsOnePlace() {
		t.Error("one place is two")
	}
	f.Orders[0].Met = true
	if !f.IsConfirmed() {
		t.Error("the only order is not enough")
	}
	f.Sides[0].Point = 'r'
	if f.IsOnePlace() || f.IsConfirmed() {
		t.Error("two places are one")
	}
}

// TestEarlyEffects: behind an early timer an effect counts when the other order, made so too,
// has none like it.
func TestEarlyEffects(t *testing.T) {
	early := []record.EarlyTimer{{After: 1}}
	failed, left := explorer.Ending{Failed: true, End: rt.Done, Early: early}, explorer.Ending{End: rt.Left, Early: early}
	plain := explorer.Ending{Failed: true, End: rt.Done}
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
		o := [2]Order{{Met: true, Effects: c.first}, {Met: c.secondMet, Effects: c.second}}
		keepDifference(&o)
		if len(o[0].Effects) != c.kept || len(o[1].Effects) != c.other {
			t.Errorf("%s: %d and %d are kept", c.name, len(o[0].Effects), len(o[1].Effects))
		}
	}
}

// TestHeldOpen: a crash in front of the foreign step counts in the runs that choose as the
// base schedule does, and no other end does.
func TestHeldOpen(t *testing.T) {
	for _, c := range []struct {
		e    explorer.Ending
		want bool
	}{
		{explorer.Ending{Run: 0, Crash: "panic: close of closed channel"}, true},
		{explorer.Ending{Run: steady, Crash: "panic: close of closed channel"}, false},
		{explorer.Ending{Run: rt.Base, Crash: "panic: close of closed channel"}, false},
		{explorer.Ending{Run: 0, Failed: true}, false},
	} {
		if got := isHeldOpen(&c.e); got != c.want {
			t.Errorf("run %d, crash %q: %t", c.e.Run, c.e.Crash, got)
		}
	}
}
