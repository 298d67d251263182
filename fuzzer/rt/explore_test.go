package rt

import (
	"testing"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/explore/point"
)

// A listener is a strategy that notes whether the last step was of a bad run.
type listener struct{ bad bool }

func (l *listener) Begin(int)             {}
func (l *listener) Next(*point.Point) int { return 0 }
func (l *listener) End(int) bool          { return false }
func (l *listener) Ended(p *point.Point)  { l.bad = p.Bad }

// TestJudge: a run whose test has failed is a bad one. The test of a run that was cut off is
// not asked: a goroutine that never goes on may hold its lock.
func TestJudge(t *testing.T) {
	was := boundary.Runtime
	defer func() { boundary.Runtime = was }()
	for _, c := range []struct {
		end           boundary.End
		failed        bool
		asked, wasBad bool
	}{
		{boundary.Done, false, true, false},
		{boundary.Done, true, true, true},
		{boundary.Deadlock, true, false, false},
	} {
		boundary.Runtime.RunOnce = func(func(), uint64) (boundary.End, uint32, uint64, uint32, uint64) { return c.end, 1, 0, 1, 0 }
		boundary.Runtime.LastStep = func() *point.Point { return &point.Point{} }
		l, asked := &listener{}, false
		x := &Exploration{strategy: l}
		x.Judge(func() bool {
			asked = true
			return c.failed
		})
		x.Run(func() {})
		if asked != c.asked || l.bad != c.wasBad {
			t.Errorf("%+v: asked %t, bad %t", c, asked, l.bad)
		}
	}
}
