package typestate

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
)

// A call is an event where it begins, and its inner steps order only later
// events. So two calls of which one waits inside for a step of the other one look
// as if either could come first: the lock and the unlock of a mutex that is made of a
// channel, or a future that is set and asked for. waits finds out which calls waited
// for which earlier one on their object: they took a value that it had sent, were let
// into a full channel by it, or waited for its Done, its close, or its signal. As
// everywhere here, what a run has read from others is taken to be what it needs.
type waits struct {
	calls  map[caller]*Call // the last one
	groups map[uint64]*doneBy
	conds  map[uint64]*signalled
}

// A caller is a goroutine that uses an object.
type caller struct {
	object uint64
	number uint32 // see lockgraph.Point
}

// doneBy is the calls in which Done of a WaitGroup was called.
type doneBy struct {
	calls  []*Call
	waited bool // a Wait has returned since
}

// signalled is the goroutines that wait for a condition variable, and the calls in
// which it was signalled since the first of them began.
type signalled struct {
	since map[trace.G]int // index in by of the first signal that may have woken it
	by    [][]*Call
}

func newWaits() waits {
	return waits{map[caller]*Call{}, map[uint64]*doneBy{}, map[uint64]*signalled{}}
}

// enter makes a call known.
func (w *waits) enter(c *Call) {
	key := caller{c.Object, c.point.Number}
	c.before = w.calls[key]
	w.calls[key] = c
}

// message is a value or a close that a goroutine has waited for in the calls that it
// has open.
func (w *waits) message(open []*Call, m lockgraph.Message) {
	for _, c := range open {
		c.waited(w.during(caller{c.Object, m.From}, m.Seq))
	}
}

// during returns the call of a goroutine on an object that ran at a time, or nil.
func (w *waits) during(who caller, seq uint64) *Call {
	for c := w.calls[who]; c != nil; c = c.before {
		if c.Seq > seq {
			continue
		}
		if c.End == 0 || c.End > seq {
			return c
		}
		return nil // a call inside another one counts no more than its inside
	}
	return nil
}

// event reads what is no message of a channel, given the calls that its goroutine has
// open.
func (w *waits) event(open []*Call, e trace.Event) {
	switch e.Op {
	case trace.OpWGAdd:
		if int64(e.Arg) < 0 && len(open) > 0 {
			w.group(e.Obj).done(open)
		}
	case trace.OpWGDone:
		g := w.groups[e.Obj]
		if g == nil {
			return
		}
		g.waited = true
		for _, c := range open {
			for _, by := range g.calls {
				c.waited(by)
			}
		}
	case trace.OpWait:
		w.wait(e)
	case trace.OpSignal, trace.OpBroadcast:
		if s := w.conds[e.Obj]; s != nil {
			s.by = append(s.by, slices.Clone(open))
		}
	case trace.OpWake:
		w.wake(open, e)
	}
}

// forget drops what is known of a WaitGroup or condition variable that is gone.
func (w *waits) forget(id uint64) {
	delete(w.groups, id)
	delete(w.conds, id)
}

func (w *waits) group(id uint64) *doneBy {
	g := w.groups[id]
	if g == nil {
		g = new(doneBy)
		w.groups[id] = g
	}
	return g
}

func (g *doneBy) done(open []*Call) {
	if g.waited {
		g.calls, g.waited = nil, false
	}
	g.calls = append(g.calls, open...)
}

func (w *waits) wait(e trace.Event) {
	s := w.conds[e.Obj]
	if s == nil {
		s = &signalled{since: map[trace.G]int{}}
		w.conds[e.Obj] = s
	}
	s.since[e.G] = len(s.by)
}

// wake counts when it is known who it was: one signal came since the wait began.
func (w *waits) wake(open []*Call, e trace.Event) {
	s := w.conds[e.Obj]
	if s == nil {
		return
	}
	if from, ok := s.since[e.G]; ok && len(s.by) == from+1 {
		for _, c := range open {
			for _, by := range s.by[from] {
				c.waited(by)
			}
		}
	}
	if delete(s.since, e.G); len(s.since) == 0 {
		delete(w.conds, e.Obj)
	}
}

// waited notes that c waited for another goroutine's call on its object. A call that had
// begun later is left out: the run has them in this order.
func (c *Call) waited(by *Call) {
	if by != nil && by.Object == c.Object && by.G != c.G && by.Seq < c.Seq && !slices.Contains(c.waitsFor, by) {
		c.waitsFor = append(c.waitsFor, by)
	}
}
