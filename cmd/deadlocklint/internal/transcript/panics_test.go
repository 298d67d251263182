package transcript

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/explorer"
	"github.com/deadlocklint/deadlocklint/fuzzer/predict"
	"github.com/deadlocklint/deadlocklint/internal/report"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// TestTellPanics: a panic stands after the step in which it came, and is the last step of its goroutine when that took no
// other one. One of an earlier run, or of a goroutine outside of the run, is left out.
func TestTellPanics(t *testing.T) {
	m := &Run{Places: []explorer.Place{{Seq: 10, G: 1}, {Seq: 20, G: 2}, {Seq: 30, G: 1}}}
	for _, p := range []struct {
		seq uint64
		g   trace.G
	}{{5, 2}, {12, 1}, {25, 2}, {26, 7}} {
		m.panics = append(m.panics, predict.RecordedPanic{Place: predict.Place{Op: "panics"}, Seq: p.seq, G: p.g})
	}
	x := &report.Explored{Goroutines: []report.ExploredGoroutine{{Name: "g0"}, {Name: "g1", End: report.EndDone}}}
	x.Steps = []report.ExploredStep{{Number: 1, Step: report.Step{Op: "request"}}, {Number: 2, Goroutine: 1, Last: true, Step: report.Step{Op: "request"}}, {Number: 3, Last: true}}
	told := []string{}
	m.tellAmong(x, func(p predict.RecordedPanic) report.Step { return report.Step{Op: p.Op} })
	for _, s := range x.Steps {
		last := ""
		if s.Last {
			last = " last"
		}
		told = append(told, x.Goroutines[s.Goroutine].Name+" "+s.Op+last)
	}
	want := []string{"g0 request", "g0 panics", "g1 request", "g1 panics last", "g0  last"}
	if len(told) != len(want) {
		t.Fatalf("%q, want %q", told, want)
	}
	for i := range want {
		if told[i] != want[i] {
			t.Errorf("step %d: %q, want %q", i, told[i], want[i])
		}
	}
}
