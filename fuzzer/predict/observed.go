package predict

import (
	"maps"
	"path/filepath"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/boundary"
	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// An ObservedDeadlock is a deadlock that a recorded run ended in by itself: no goroutine of
// the process could go on any more.
type ObservedDeadlock struct {
	Identity
	Blocked []BlockedGoroutine // all that are blocked in an operation that was recorded, the cause first
	Tests   []string           // that were running
	Target  *record.Target
	Process string // its number, as the names of its files have it
	Child   bool   // it was started by the program of the target
}

// met returns the deadlock in which the process ended, or nil. Goroutines that runs of an exploration
// before the last one have left are no part of it, and neither are those of [process.leftEarlier]. It takes a few passes over the events.
func (p *process) met() *ObservedDeadlock {
	if !p.endsStill() {
		return nil
	}
	m := &ObservedDeadlock{Target: p.target, Process: processOf(p.file), Child: isChild(p.trace, p.target)}
	last := p.lastOps()
	if last == nil {
		return nil
	}
	for g := range p.leftEarlier(last) {
		last.blocked[g] = nil
	}
	stuck, account := p.withoutIdle(last), p.accountOf(last)
	var cause []BlockedGoroutine
	for _, g := range last.order {
		e := last.blocked[g]
		if e == nil || isOfTesting(p.site(e.Stack()).Func) {
			continue
		}
		s := p.blockedAt(g, *e, last.held[g])
		s.Reasons, s.Awaits = p.reasons(account, e), p.awaits(last.selects, e)
		m.Blocked = append(m.Blocked, s)
		if stuck[g] {
			cause = append(cause, s)
		}
		if name := p.tests[g]; name != "" && !slices.Contains(m.Tests, name) {
			m.Tests = append(m.Tests, name)
		}
	}
	m.Identity = identify(checks.Accident, cause)
	m.Blocked = leadFirst(m.Blocked)
	return m
}

// processOf is the number in the name of a trace file.
func processOf(file string) string {
	_, process := boundary.FileOf(filepath.Base(file))
	return process
}

// finalOps are the operations at which the goroutines of a process were when it ended.
type finalOps struct {
	order   []trace.G
	blocked map[trace.G]*trace.Event // its last operation, nil when it went on
	held    map[trace.G][]trace.Event
	selects lastSelects
	outside int // of order: goroutines before the first run of an exploration, -1 before it
}

func newFinalOps() *finalOps {
	return &finalOps{blocked: map[trace.G]*trace.Event{}, held: map[trace.G][]trace.Event{}, selects: lastSelects{}, outside: -1}
}

// lastOps returns nil when the time was over before the end of the run.
func (p *process) lastOps() *finalOps {
	l := newFinalOps()
	complete := p.each("looking for the deadlock that ended the process", func(_ int, e *trace.Event) {
		if p.beginsRun(e) {
			l.beginRun()
		}
		l.add(e)
	})
	if !complete || len(p.objects.Events) < len(p.trace.Events) {
		return nil
	}
	return l
}

// beginRun leaves out what goroutines of the run before did. Those that had an operation before
// the first run are outside of all.
func (l *finalOps) beginRun() {
	if l.outside < 0 {
		l.outside = len(l.order)
	}
	for _, g := range l.order[l.outside:] {
		delete(l.blocked, g)
		delete(l.held, g)
	}
	l.order = l.order[:l.outside]
}

func (l *finalOps) add(e *trace.Event) {
	l.selects.add(e)
	switch e.Op {
	case trace.OpRequest, trace.OpRRequest, trace.OpSend, trace.OpRecv, trace.OpSelect, trace.OpWait, trace.OpWGWait:
		if _, seen := l.blocked[e.G]; !seen {
			l.order = append(l.order, e.G)
		}
		at := *e
		l.blocked[e.G] = &at
	case trace.OpCase: // its OpSelect is about no object
		if at := l.blocked[e.G]; at != nil && at.Op == trace.OpSelect && at.Obj == 0 {
			at.Obj = e.Obj
		}
	case trace.OpSent, trace.OpReceived, trace.OpRecvClosed, trace.OpWake, trace.OpWGDone, trace.OpExit:
		l.end(e.G)
	}
	switch info := e.Op.Info(); {
	case info.Locks > 0:
		l.end(e.G)
		l.held[e.G] = append(l.held[e.G], *e)
	case info.Locks < 0:
		l.release(e)
	}
}

func (l *finalOps) end(g trace.G) {
	if l.blocked[g] != nil {
		l.blocked[g] = nil
	}
}

// release ends the last acquire of the lock by this goroutine, or, where it has
// none, by the goroutine that handed it over.
func (l *finalOps) release(e *trace.Event) {
	if l.drop(e.G, e.Obj) {
		return
	}
	for _, g := range slices.Sorted(maps.Keys(l.held)) {
		if l.drop(g, e.Obj) {
			return
		}
	}
}

func (l *finalOps) drop(g trace.G, lock uint64) bool {
	held := l.held[g]
	for i := range slices.Backward(held) {
		if held[i].Obj == lock {
			if l.held[g] = slices.Delete(held, i, i+1); len(l.held[g]) == 0 {
				delete(l.held, g) // few hold anything, of perhaps very many
			}
			return true
		}
	}
	return false
}

// blockedAt describes a goroutine that is blocked in e.
func (p *process) blockedAt(g trace.G, e trace.Event, held []trace.Event) BlockedGoroutine {
	s := BlockedGoroutine{Wants: p.eventPlace(e), Test: p.isTestBody(g)}
	if e.Obj == 0 && (e.Op == trace.OpSend || e.Op == trace.OpRecv || e.Op == trace.OpSelect) {
		s.Wants.Class = p.leftClass(e.Op, e.Obj)
	}
	s.Call = p.callPlace(e.Stack())
	s.Created = p.startedBy(g)
	for _, h := range held {
		s.Held = append(s.Held, p.eventPlace(h))
	}
	return s
}

func (p *process) eventPlace(e trace.Event) Place {
	place := Place{Op: e.Op.String(), Frame: p.placed(e.G, e.Stack())}
	if p.isObject(e) || e.Op == trace.OpSelect && e.Obj != 0 {
		place.Class = p.names.class(p.objects, p.trace, e.Obj)
	}
	return place
}
