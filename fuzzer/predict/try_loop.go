package predict

import "github.com/deadlocklint/deadlocklint/internal/trace"

// spinTries is how many failed tries of one lock at one place, with nothing else
// between them, make a loop that waits: code that gives up tries less often.
const spinTries = 16

// tryLoops finds goroutines that wait for a lock by trying it in a loop. The acquire in
// the end counts as one that waited, as Lock does. That the loop would never give up is
// assumed.
type tryLoops struct {
	failed map[trace.G]tryRun
	waited map[trace.StackID]bool // acquires that ended such a loop
}

// A tryRun is failed tries of a goroutine in a row.
type tryRun struct {
	lock  uint64
	stack trace.StackID
	n     int
}

func newTryLoops() *tryLoops {
	return &tryLoops{failed: map[trace.G]tryRun{}, waited: map[trace.StackID]bool{}}
}

// ends reports whether e is the acquire after a loop of tries.
func (t *tryLoops) ends(e trace.Event) bool {
	switch {
	case e.Op == trace.OpTryFail:
		run := t.failed[e.G]
		if run.lock != e.Obj || run.stack != e.Stack() {
			run = tryRun{lock: e.Obj, stack: e.Stack()}
		}
		run.n++
		t.failed[e.G] = run
	case e.Op.Info().Locks > 0:
		run := t.failed[e.G]
		delete(t.failed, e.G)
		if run.n >= spinTries && run.lock == e.Obj && e.Has(trace.FlagTry) {
			t.waited[e.Stack()] = true
			return true
		}
	case e.Op.Info().Locks < 0:
		delete(t.failed, e.G)
	}
	return false
}
