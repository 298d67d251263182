package explorer

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
)

// TestIsolates: after a process that says why, each run gets a process, and their number is limited for each reason. Only where runs of
// one schedule differ are the ends of the runs before forgotten.
func TestIsolates(t *testing.T) {
	for why, forgets := range map[boundary.IsolationReason]bool{
		boundary.IsolatedState: false, boundary.IsolatedGoroutines: false, boundary.IsolatedSteps: false,
		boundary.IsolatedOutside: true, boundary.IsolatedTimers: true, boundary.IsolatedEnd: true, boundary.IsolatedUnlike: true,
	} {
		for most, want := range map[int]int{0: 1000, 200: 200, 5000: 1000} {
			x := &exploration{Result: &Result{Repeats: true, Endings: []Ending{{Run: 7, End: boundary.Deadlock}}}, opt: Options{Runs: 1000, IsolateMost: most}, n: 1}
			x.next(&process{told: true, apart: why})
			if !x.fresh || x.Apart != why || x.opt.Runs != want || x.Capped != (want < 1000) {
				t.Errorf("%s, at most %d: a process each %t, since %q, of %d runs, capped %t", why, most, x.fresh, x.Apart, x.opt.Runs, x.Capped)
			}
			if len(x.Endings) == 0 != forgets || x.Repeats == forgets {
				t.Errorf("%s: endings %v, repeats %t", why, x.Endings, x.Repeats)
			}
		}
	}
}

// TestEndsInBase: a process that ends in a run of the base schedule is a reason, also where it ends well.
func TestEndsInBase(t *testing.T) {
	for _, p := range []*process{{}, {crash: &Ending{Run: boundary.Base, Crash: "panic: x"}}} {
		x := &exploration{Result: &Result{}, opt: Options{Runs: 1000, IsolateMost: 200}, n: 1}
		if x.next(p); !x.fresh || x.Apart != boundary.IsolatedBase || x.opt.Runs != 200 {
			t.Errorf("a process each %t, since %q, of %d runs", x.fresh, x.Apart, x.opt.Runs)
		}
	}
}
