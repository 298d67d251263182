package predict

import (
	"maps"
	"slices"
	"strings"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A ConcurrentTest is a top-level test in which goroutines were started besides its own. Another schedule may
// make a difference to it.
type ConcurrentTest struct {
	Target *record.Target
	Test   string

	// Contends is set when two goroutines operated on one lock, channel, condition variable or WaitGroup. Others may
	// share atomics and plain memory, of which a recording does not tell.
	Contends bool
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
	contends := map[string]bool{} // by test
	p.each("looking for concurrent tests", func(_ int, e *trace.Event) {
		name := topTest(p.tests[e.G])
		switch {
		case name == "" || e.Obj == 0:
			return
		case (e.Op == trace.OpGo || setsTimer(e)) && !contends[name] && !isOfTesting(p.site(e.Stack()).Func):
			contends[name] = false
			return
		case !isContended(e.Op):
			return
		}
		g, known := first[e.Obj]
		if !known {
			first[e.Obj] = e.G
			return
		}
		if g != e.G && topTest(p.tests[g]) == name && !contends[name] && !isOfTesting(p.site(e.Stack()).Func) {
			contends[name] = true
		}
	})
	for _, name := range slices.Sorted(maps.Keys(contends)) {
		list = append(list, ConcurrentTest{p.target, name, contends[name]})
	}
	return list
}

// setsTimer reports whether a goroutine sets a timer, the function of which runs beside it. The recording does not tell
// the function, and a timer that is stopped may fire first in another run.
func setsTimer(e *trace.Event) bool {
	return e.Op == trace.OpRelease && trace.Via(e.Arg) == trace.ViaTimer
}

// topTest is the name of the test that a test is below.
func topTest(name string) string {
	name, _, _ = strings.Cut(name, "/")
	return name
}

// isContended reports whether the order of two such operations on one object can matter.
func isContended(op trace.Op) bool {
	switch op {
	case trace.OpRequest, trace.OpRRequest, trace.OpLock, trace.OpRLock, trace.OpTryFail, trace.OpWait, trace.OpWGWait,
		trace.OpSend, trace.OpRecv, trace.OpSent, trace.OpReceived, trace.OpRecvClosed, trace.OpClose, trace.OpCase:
		return true
	}
	return false
}
