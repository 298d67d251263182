package explorer

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
)

// TestIsFound: which run ends an exploration, and which is a finding when it has happened again.
func TestIsFound(t *testing.T) {
	again := &Repetition{Again: true}
	early := []record.EarlyTimer{{After: 1}}
	for name, c := range map[string]struct {
		r           Result
		ends, found bool
	}{
		"a failure":                 {Result{Endings: []Ending{{Failed: true, Seen: again}}}, true, true},
		"a panic":                   {Result{Endings: []Ending{{Crash: "panic: x", Seen: again}}}, true, true},
		"a deadlock":                {Result{Endings: []Ending{{End: boundary.Deadlock, Seen: again}}}, true, true},
		"an end that was not again": {Result{Endings: []Ending{{Failed: true, Seen: &Repetition{}}}}, true, false},
		"a goroutine left behind":   {Result{Endings: []Ending{{End: boundary.Left, Seen: again}}}, false, false},
		"a long run":                {Result{Endings: []Ending{{End: boundary.Over, Seen: again}}}, false, false},
		"a failure after a timer":   {Result{Endings: []Ending{{Failed: true, Early: early, Seen: again}}}, false, false},
		"a right test":              {Result{Endings: []Ending{{End: boundary.Done}}}, false, false},
		"a broken test": {Result{Fails: true, Otherwise: &Comparison{Native: NativeFails},
			Endings: []Ending{{Run: boundary.Base, End: boundary.Done, Failed: true, Seen: again}, {Run: 1, End: boundary.Left, Failed: true, Seen: again}}}, false, false},
		"a broken test that passes in a run": {Result{Fails: true, Otherwise: &Comparison{Native: NativeFails},
			Endings: []Ending{{Run: boundary.Base, End: boundary.Done, Failed: true, Seen: again}, {Run: 1, End: boundary.Done}}}, true, true},
		"a broken test that panics in a run": {Result{Fails: true, Otherwise: &Comparison{Native: NativeFails},
			Endings: []Ending{{Run: boundary.Base, End: boundary.Done, Failed: true, Seen: again}, {Run: 1, Crash: "panic: x", Seen: again}}}, true, true},
		"a test that panics in each run": {Result{Fails: true, Otherwise: &Comparison{Native: NativeFails},
			Endings: []Ending{{Run: boundary.Base, Crash: "panic: x", Seen: again}, {Run: 1, Crash: "panic: x", Seen: again}}}, false, false},
		"a test that passes natively": {Result{Fails: true, Otherwise: &Comparison{Native: NativePasses, Newest: true},
			Endings: []Ending{{Run: boundary.Base, End: boundary.Done, Failed: true, Seen: again}}}, true, true},
	} {
		if ends, found := c.r.mayBeFound(), c.r.IsFound(); ends != c.ends || found != c.found {
			t.Errorf("%s: ends the exploration %t, is found %t", name, ends, found)
		}
	}
}
