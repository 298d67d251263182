package predict

import (
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A translator hands the events of a process to the lock graph, those of a
// channel that is a lock as events of a lock. A channel that is a lock orders
// goroutines as a lock does, which is not at all; only what filled it comes
// before every acquire.
type translator struct {
	to    graph
	locks map[uint64]*channelLock
	moves map[int][]handOver
	begun map[trace.G]trace.Event
	coros *coroutines
	tries *tryLoops
	tests *subtests
}

// A graph reads the events: a lock graph, or one of races.
type graph interface {
	Add(e trace.Event)
	HandOver(from, to trace.G, lock uint64)
}

// seqStep leaves room for a second event at the place of one.
const seqStep = 2

// add hands on event number i.
func (t *translator) add(i int, e trace.Event) {
	e.Seq *= seqStep
	t.coros.add(e)
	if e.Op != trace.OpExit {
		e.G = t.coros.thread(e.G)
	}
	switch e.Op {
	case trace.OpSend, trace.OpRecv, trace.OpSelect:
		t.begun[e.G] = e
	case trace.OpLoad, trace.OpRead: // Arg is a Seq; the event with that number is included
		e.Arg = e.Arg*seqStep + seqStep - 1
	case trace.OpAccessor:
		e.Arg = e.Arg*seqStep + seqStep - 1
		e.Obj = uint64(t.coros.thread(trace.G(e.Obj)))
	}
	if e.Op.Info().Kind == trace.KindChan {
		if l := t.locks[e.Obj]; l != nil {
			t.channel(l, e)
			return
		}
	}
	before, behind := t.tests.around(e)
	if before.Op != trace.OpNone {
		t.to.Add(before)
		e.Seq++
	}
	if t.tries.ends(e) {
		t.waited(e)
	} else {
		t.to.Add(e)
	}
	if behind.Op != trace.OpNone {
		behind.Seq++
		t.to.Add(behind)
	}
	for _, m := range t.moves[i] {
		t.to.HandOver(m.from, m.to, m.lock)
	}
}

// waited is an acquire that had to wait for the lock.
func (t *translator) waited(e trace.Event) {
	e.Flag &^= trace.FlagTry
	request := e
	request.Op = trace.OpRequest
	if e.Op == trace.OpRLock {
		request.Op = trace.OpRRequest
	}
	t.to.Add(request)
	e.Seq++
	t.to.Add(e)
}

// channel is an event of a lock.
func (t *translator) channel(l *channelLock, e trace.Event) {
	acquired, released := trace.OpSent, trace.OpReceived
	if l.receives {
		acquired, released = trace.OpReceived, trace.OpSent
	}
	switch {
	case e.Op == l.acquire():
		t.request(l, e)
	case e.Op == acquired:
		l.filling = false
		t.lock(l, e, e.G)
	case e.Op == released && l.receives && l.filling:
		e.Op, e.Arg = trace.OpRelease, 0
		t.to.Add(e)
	case e.Op == released:
		t.unlock(l, e)
	}
}

// request is the begin of an acquire, which waits when the lock has no slot left.
func (t *translator) request(l *channelLock, e trace.Event) {
	if l.receives {
		fill := e
		fill.Op, fill.Arg = trace.OpAcquire, 0
		t.to.Add(fill)
		e.Seq++
	}
	if l.inUse == l.capacity && !e.Has(trace.FlagTry) {
		e.Op = trace.OpRequest
		t.to.Add(e)
	}
}

func (t *translator) lock(l *channelLock, e trace.Event, g trace.G) {
	begun := t.begun[g]
	e.Op, e.G, e.Arg, e.Flag = trace.OpLock, g, begun.Arg, 0
	if begun.Op == trace.OpSelect || begun.Has(trace.FlagTry) {
		e.Flag = trace.FlagTry
	}
	l.inUse++
	t.to.Add(e)
}

// unlock releases; a value that goes to a goroutine which waits for it has no
// other event.
func (t *translator) unlock(l *channelLock, e trace.Event) {
	next := trace.G(e.Arg)
	e.Op, e.Arg = trace.OpUnlock, 0
	l.inUse--
	t.to.Add(e)
	if l.receives && next != 0 {
		e.Seq++
		t.lock(l, e, next)
	}
}

// acquire is the operation that begins to acquire the lock.
func (l *channelLock) acquire() trace.Op {
	if l.receives {
		return trace.OpRecv
	}
	return trace.OpSend
}

// waitsIn is the operation in which a goroutine waits for the lock.
func (l *channelLock) waitsIn() string { return l.acquire().String() }
