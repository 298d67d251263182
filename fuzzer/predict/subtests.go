package predict

import (
	"strings"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// subtests lets what follows T.Run in a test come after its subtest. T.Run returns when the
// subtest has ended, or has called Parallel: in every run what it did before is over then. The
// recording has the message of a channel, which another run could send at another time. The
// lock graph is told of a WaitGroup with one Add in its place, whose order is hard.
//
// Tests of one process stay as they were: that one follows the other is no part of either.
type subtests struct {
	site    func(trace.StackID) string // function of a call stack, the innermost one
	tests   map[trace.G]bool           // goroutines that run one
	begun   map[trace.G]trace.G        // by the goroutine that waits: the test
	waited  map[trace.G]bool           // tests that are waited for
	waiting map[trace.G]bool           // goroutines that wait
}

func newSubtests(p *process) *subtests {
	return &subtests{
		site:  func(s trace.StackID) string { return p.site(s).Func },
		tests: map[trace.G]bool{}, begun: map[trace.G]trace.G{}, waited: map[trace.G]bool{}, waiting: map[trace.G]bool{},
	}
}

// runs is the function that starts a test and waits for it.
const runs = "testing.(*T).Run"

// subtestObject is the WaitGroup of a test; no object of a program has such an address.
func subtestObject(test trace.G) uint64 { return 1<<63 | uint64(test) }

// around returns the nearest events before and after e that have
// an operation.
func (s *subtests) around(e trace.Event) (before, behind trace.Event) {
	group := func(op trace.Op, g, test trace.G, n int64) trace.Event {
		return trace.Event{Op: op, G: g, Obj: subtestObject(test), Seq: e.Seq, Arg: uint64(n)}
	}
	switch e.Op {
	case trace.OpGo:
		test := trace.G(e.Obj)
		if s.site(e.Stack()) != runs {
			break
		}
		if s.tests[test] = true; s.tests[e.G] {
			s.begun[e.G], s.waited[test] = test, true
			before = group(trace.OpWGAdd, e.G, test, 1)
		}
	case trace.OpSend:
		if fn := s.site(e.Stack()); s.waited[e.G] && (strings.HasPrefix(fn, "testing.tRunner.") || fn == "testing.(*T).Parallel") {
			delete(s.waited, e.G)
			behind = group(trace.OpWGAdd, e.G, e.G, -1)
		}
	case trace.OpRecv:
		s.waiting[e.G] = s.begun[e.G] != 0 && s.site(e.Stack()) == runs
	case trace.OpReceived:
		if test := s.begun[e.G]; s.waiting[e.G] && !s.waited[test] {
			behind = group(trace.OpWGDone, e.G, test, 0)
			delete(s.begun, e.G)
		}
		delete(s.waiting, e.G)
	}
	return before, behind
}
