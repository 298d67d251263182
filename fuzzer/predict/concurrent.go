package predict

import (
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A ConcurrentTest is a top-level test of which two goroutines operated on one lock, channel,
// condition variable or WaitGroup. Another schedule may make a difference to it.
type ConcurrentTest struct {
	Target *record.Target
	Test   string
}

// Name is the name of the test with its package, where that is known.
func (c ConcurrentTest) Name() string {
	if c.Target == nil || c.Target.Package == "" {
		return c.Test
	}
	return c.Target.Package + "." + c.Test
}

// concurrent returns the tests of a process that are concurrent, sorted by name. It takes
// one pass over the events. A pass that was cut returns those it has seen.
func (p *process) concurrent() (list []ConcurrentTest) {
	first := map[uint64]trace.G{} // goroutine that used the object first
	var names []string
	p.each("looking for concurrent tests", func(_ int, e *trace.Event) {
		if e.Obj == 0 || !contends(e.Op) {
			return
		}
		g, known := first[e.Obj]
		if !known {
			first[e.Obj] = e.G
			return
		}
		name, _, _ := strings.Cut(p.tests[e.G], "/")
		if other, _, _ := strings.Cut(p.tests[g], "/"); g == e.G || name == "" || other != name {
			return
		}
		if i, seen := slices.BinarySearch(names, name); !seen && !isOfTesting(p.site(e.Stack()).Func) {
			names = slices.Insert(names, i, name)
		}
	})
	for _, name := range names {
		list = append(list, ConcurrentTest{p.target, name})
	}
	return list
}

// contends reports whether the order of two such operations on one object can matter.
func contends(op trace.Op) bool {
	switch op {
	case trace.OpRequest, trace.OpRRequest, trace.OpLock, trace.OpRLock, trace.OpTryFail, trace.OpWait, trace.OpWGWait,
		trace.OpSend, trace.OpRecv, trace.OpSent, trace.OpReceived, trace.OpRecvClosed, trace.OpClose, trace.OpCase:
		return true
	}
	return false
}
