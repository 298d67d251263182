package objects

import "github.com/deadlocklint/deadlocklint/internal/trace"

// Addresses has the addresses that the events of a trace ask for. They must be known
// for all events before the first one can be resolved. The zero value knows none.
type Addresses struct{ asked map[uint64]bool }

// Note takes in an event, in any order.
func (a *Addresses) Note(e trace.Event) {
	if e.Op != trace.OpAlloc && e.Op != trace.OpLeft && families[e.Op] == noFamily {
		return
	}
	if a.asked == nil {
		a.asked = map[uint64]bool{}
	}
	a.asked[e.Obj] = true
}

// A Stream resolves the objects of events one by one, for a trace that is not held in memory.
// The events are read twice: once for their addresses, and once more for the Stream.
type Stream struct {
	resolver *resolver
	index    int
}

// NewStream returns a stream of a trace. t has the types of the trace, and known has the
// addresses of all its events. The stream calls gone for each instance that is dead. The
// number of that instance does not come again.
func NewStream(t *trace.Trace, known *Addresses, gone func(id uint64)) *Stream {
	r := newResolver(&Objects{}, t, known)
	r.gone = gone
	return &Stream{resolver: r}
}

// Resolve returns the next event of the trace as Objects.Events would have it.
func (s *Stream) Resolve(e trace.Event) trace.Event {
	s.resolver.event(s.index, &e)
	s.index++
	return e
}
