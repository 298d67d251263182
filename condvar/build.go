package condvar

import (
	"context"
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/internal/trace/objects"
)

// Build makes the trace programs of a process (Algorithms 2 and 3): one for
// each part of it that shares no object with the rest. The table may be nil.
//
// Deviations:
//
//   - A loop around a Wait stays a loop.
//   - A condition is evaluated over the integers that it reads. In the paper it is a boolean
//     with assignments. So increments in another order give the right sum.
//   - A Wait whose condition is not known cannot miss its signal. Otherwise every early
//     signal would be a false deadlock.
//
// When the context ends before the programs are made, there are none and its
// error is returned.
func Build(ctx context.Context, o *objects.Objects, t *trace.Trace, table *Table) ([]*Program, error) {
	programs, _, err := BuildQuiet(ctx, o, t, table)
	return programs, err
}

// BuildQuiet is [Build], and returns the goroutines and calls that are in no trace program because
// they left early.
func BuildQuiet(ctx context.Context, o *objects.Objects, t *trace.Trace, table *Table) (programs []*Program, quiet Quiet, err error) {
	b := &builder{
		o: o, t: t, table: table, program: &Program{},
		stats:   Stats{FromMemory: map[int]bool{}, Unreliabilities: map[int]Unreliabilities{}},
		threads: map[trace.G]int{}, makers: map[trace.G]*pendingOperation{},
		makes: map[uint64]CreationSite{}, lastMake: map[CreationSite]int{},
		objs: map[uint64]*objectHistory{}, vars: map[uint64]*objectHistory{}, later: map[uint64]map[*pendingOperation]bool{}, test: noTest, condLock: map[int]*Stmt{},
		released: map[uint64]trace.Event{}, latched: map[int]*Stmt{}, own: map[trace.StackID]goroutineRole{}, tests: map[trace.StackID]bool{}, calls: map[trace.StackID]callSite{}, events: map[trace.G]uint64{},
	}
	long, until := foldedAfter(t), wholeUntil(o.Events)
	b.whole = true
	b.before = slices.ContainsFunc(o.Events, func(e trace.Event) bool { return e.Op == trace.OpTest })
	for i, e := range o.Events {
		if i%lookEvery == 0 && ctx.Err() != nil {
			return nil, quiet, ctx.Err()
		}
		if e.Seq >= until || b.made >= MaxStatements || len(b.program.Threads) >= MaxThreads {
			b.whole, b.stats.Truncated = false, e.Seq < until
			break
		}
		b.at(e)
		if long > 0 && e.G != 0 && b.events[e.G] >= long {
			b.beyond(e)
		} else {
			b.events[e.G]++
			b.event(e)
		}
		b.note(e)
	}
	b.finish()
	if ctx.Err() != nil {
		return nil, quiet, ctx.Err()
	}
	b.program.noteContestedLocks()
	quiet = Quiet{Goroutines: b.program.quiet(), Calls: b.program.leavingCalls()}
	parts := split(ctx, b.program)
	for i, p := range parts {
		if ctx.Err() != nil {
			return nil, quiet, ctx.Err()
		}
		parts[i] = nil // it may be large
		p.oneLock()
		// Locks without interest, such as one of the standard library, would hold
		// together what shares nothing else.
		for p.dropLocks() {
		}
		programs = append(programs, split(ctx, p)...)
	}
	return programs, quiet, ctx.Err()
}

// lookEvery is how many events are read between two looks whether the context
// has ended.
const lookEvery = 1 << 12

func (b *builder) event(e trace.Event) {
	if e.G == 0 && e.Op != trace.OpSent && e.Op != trace.OpRelease && e.Op != trace.OpGo {
		return
	}
	switch e.Op {
	case trace.OpMakeChan:
		b.makesChannel(e)
		b.step(e)
	case trace.OpGo:
		b.create(e)
	case trace.OpExit:
		b.maker(e.G).exit()
	case trace.OpRelease:
		b.released[e.Obj] = e
	case trace.OpTest:
		m := b.maker(e.G)
		m.thread.Test, m.test = true, b.threads[e.G]
	case trace.OpTestEnd:
		m := b.maker(e.G)
		m.tested = e.Seq
		if m.thread.Parent >= 0 {
			by := b.makers[b.program.Threads[m.thread.Parent].G]
			by.over = append(by.over, e.G)
		}
	case trace.OpAcquire:
		if r, ok := b.released[e.Obj]; ok && r.G != e.G && r.G != 0 {
			b.after(e, r.G, int64(r.Seq))
		}
	case trace.OpLoad:
		if site, ok := b.table.Site(int(b.maker(e.G).at.Aux)); ok && site.Atomic {
			if site.Gate {
				b.load(b.maker(e.G), e)
			}
			return // of a condition, which says what it waits for
		}
		if w := b.makers[trace.G(e.Obj)]; w == nil || !w.madeChannel(e.Arg) {
			b.after(e, trace.G(e.Obj), int64(e.Arg))
		}
	case trace.OpSent, trace.OpReceived, trace.OpRecvClosed:
		b.complete(e)
	default:
		b.step(e)
	}
}

// step is an event that begins or is a statement.
func (b *builder) step(e trace.Event) {
	m := b.maker(e.G)
	switch e.Op {
	case trace.OpLock, trace.OpRLock:
		b.enter(m, e)
		b.lock(m, e)
	case trace.OpUnlock, trace.OpRUnlock:
		m.leaveLazy(e)
		b.unlock(m, e)
	case trace.OpWait:
		b.wait(m, e)
	case trace.OpWake:
		if m.woken = m.wait != nil; m.woken {
			m.wait.signal = b.latched[b.oneObject.root(m.wait.Obj)]
		}
	case trace.OpSignal, trace.OpBroadcast:
		b.signal(m, e)
	case trace.OpWGAdd:
		b.emit(m, &Stmt{Op: Add, Obj: b.obj(e.Obj), Arg: int64(e.Arg), Source: b.source(m, e)})
	case trace.OpWGWait:
		m.wgwait = b.emit(m, &Stmt{Op: WGWait, Obj: b.obj(e.Obj), Source: b.source(m, e)})
	case trace.OpWGDone:
		m.wgwait = nil
	case trace.OpSend, trace.OpRecv, trace.OpSelect:
		m.begun, m.cases = e, nil
	case trace.OpCase:
		if e.Aux != 0 {
			m.took(int(e.Aux))
			break
		}
		m.cases = append(m.cases, Case{b.obj(e.Obj), e.Has(trace.FlagFirst)})
	case trace.OpClose:
		m.begun = trace.Event{}
		b.emit(m, &Stmt{Op: Close, Obj: b.obj(e.Obj), Source: b.source(m, e)})
	case trace.OpAt:
		if e.Obj != 0 {
			break // of a call of a method, which is no statement
		}
		at := m.at.Aux
		if m.at = e; e.Aux == 0 {
			m.at.Aux = at // of an operation on a WaitGroup, which tells its stack
		}
		if e.Aux != 0 {
			m.counts[SiteHash(int(e.Aux))]++
			m.within = b.isXsync(int(e.Aux))
		}
	case trace.OpGuard, trace.OpGuardLock, trace.OpGuardChan, trace.OpGuardGroup, trace.OpGuardVar, trace.OpGuardEnd, trace.OpSet, trace.OpWriter, trace.OpWrote:
		b.condition(m, e)
	}
}

// maker returns a goroutine. It runs from the beginning when no recorded goroutine started it.
func (b *builder) maker(g trace.G) *pendingOperation {
	if m := b.makers[g]; m != nil {
		return m
	}
	m := &pendingOperation{thread: &Thread{G: g, Parent: -1, End: Cut}, test: noTest, counts: map[uint64]int{}, order: map[int]int64{}}
	b.makers[g] = m
	b.threads[g] = len(b.program.Threads)
	b.program.Threads = append(b.program.Threads, m.thread)
	return m
}

func (b *builder) create(e trace.Event) {
	if e.G == 0 {
		child := b.maker(trace.G(e.Obj))
		child.test = notDecided - b.threads[trace.G(e.Obj)]
		return
	}
	m := b.maker(e.G)
	for _, g := range m.over { // who runs tests waits for each, unless it is parallel
		b.after(e, g, int64(b.makers[g].tested))
	}
	b.child(m, e)
	b.emit(m, &Stmt{Op: Go, Arg: int64(b.threads[trace.G(e.Obj)]), Source: b.source(m, e)})
}

// child is the goroutine that another one starts.
func (b *builder) child(m *pendingOperation, e trace.Event) {
	child := b.maker(trace.G(e.Obj))
	child.thread.Parent, child.test = b.threads[e.G], m.test
	m.over = nil
}

func (m *pendingOperation) exit() {
	m.thread.End = Ended
	m.regions = nil
	m.wait, m.wgwait, m.begun = nil, nil, trace.Event{}
}

// emit appends a statement where the goroutine is.
func (b *builder) emit(m *pendingOperation, s *Stmt) *Stmt {
	into := &m.thread.Body
	if n := len(m.regions); n > 0 {
		into = m.regions[n-1].into
	}
	s.Times = 1
	if !m.within {
		b.made++
		*into = append(*into, s)
	}
	return s
}

// source describes where an event comes from. Where the table has a site for
// the operation, a confirming run stops there and not inside.
func (b *builder) source(m *pendingOperation, e trace.Event) Source {
	stack, at := e.Stack(), m.at
	m.at = trace.Event{}
	if e.Op == trace.OpWGAdd {
		stack = at.Stack()
	}
	m.thread.Tests = m.thread.Tests || b.inTest(stack)
	src := Source{Stack: stack, Seq: e.Seq, Site: b.t.Places[stack][0], call: b.callOf(stack)}
	m.counts[src.Site]++
	src.Count = m.counts[src.Site]
	if at.Aux != 0 {
		src.Site = SiteHash(int(at.Aux))
		src.Count = m.counts[src.Site]
	}
	return src
}

// after makes a goroutine go on only after what another one did.
func (b *builder) after(e trace.Event, g trace.G, seq int64) {
	m := b.maker(e.G)
	if g == e.G || g == 0 {
		return
	}
	b.maker(g)
	t := b.threads[g]
	if m.order[t] >= seq {
		return
	}
	m.order[t] = seq
	b.emit(m, &Stmt{Op: Order, Obj: t, Arg: seq, Source: Source{Seq: e.Seq}})
}

func (b *builder) lock(m *pendingOperation, e trace.Event) {
	obj, shared := b.obj(e.Obj), e.Op == trace.OpRLock
	m.held = append(m.held, holding{heldCode(obj, shared), e.Stack()})
	src := b.source(m, e)
	if w := m.wait; w != nil && m.woken && w.Lock2 >= 0 && b.oneObject.root(w.Lock2) == b.oneObject.root(obj) {
		m.wait, m.woken = nil, false
		return
	}
	op := Lock
	switch try := e.Has(trace.FlagTry); {
	case try && shared:
		op = TryRLock
	case try:
		op = TryLock
	case shared:
		op = RLock
	}
	b.emit(m, &Stmt{Op: op, Obj: obj, Source: src})
}

func (b *builder) unlock(m *pendingOperation, e trace.Event) {
	obj, shared := b.obj(e.Obj), e.Op == trace.OpRUnlock
	taken := user
	for i := len(m.held) - 1; i >= 0; i-- {
		if h := m.held[i].lock; h == heldCode(obj, shared) || h < 0 == shared && b.oneObject.root(max(h, ^h)) == b.oneObject.root(obj) {
			taken = b.partyOf(m.held[i].stack)
			m.held = append(m.held[:i:i], m.held[i+1:]...)
			break
		}
	}
	if w := m.wait; w != nil && !m.woken && w.Lock2 < 0 {
		w.Lock2, w.Read = obj, shared
		b.condLock[b.oneObject.root(w.Obj)] = w
		return
	}
	if taken != user {
		return // left out, as the lock is: see settle
	}
	op := Unlock
	if shared {
		op = RUnlock
	}
	b.emit(m, &Stmt{Op: op, Obj: obj, Source: Source{Seq: e.Seq}})
}

func (b *builder) wait(m *pendingOperation, e trace.Event) {
	at, _ := b.table.Site(int(m.at.Aux))
	m.reaches(int(m.at.Aux))
	s := &Stmt{Op: Wait, Obj: b.obj(e.Obj), Lock2: -1, Source: b.source(m, e)}
	s.NoMissedSignal = !b.guarded(m, s.Obj) && (at == nil || !at.Bare)
	m.wait, m.woken = b.emit(m, s), false
}

// guarded reports whether the goroutine is after a condition that the table
// knows for a condition variable.
func (b *builder) guarded(m *pendingOperation, cond int) bool {
	for _, r := range m.regions {
		if r.site.Op == "wait" && r.cond >= 0 && b.oneObject.root(r.cond) == b.oneObject.root(cond) {
			return true
		}
	}
	return false
}

func (b *builder) signal(m *pendingOperation, e trace.Event) {
	op := Signal
	if e.Op == trace.OpBroadcast {
		op = Broadcast
	}
	s := b.emit(m, &Stmt{Op: op, Obj: b.obj(e.Obj), Source: b.source(m, e)})
	b.latched[b.oneObject.root(s.Obj)] = s
}

// complete is the end of a channel operation.
func (b *builder) complete(e trace.Event) {
	obj := b.obj(e.Obj)
	if e.G == 0 { // a timer
		b.program.Objects[obj].Timer = true
		return
	}
	m := b.maker(e.G)
	begun, cases := m.begun, m.cases
	m.begun, m.cases = trace.Event{}, nil
	m.selected = nil
	c := Case{obj, e.Op == trace.OpSent}
	s := &Stmt{Obj: obj, Op: Recv, MayContinue: begun.Has(trace.FlagTry), Source: b.source(m, begun)}
	s.Source.Seq = e.Seq
	switch {
	case begun.Op == trace.OpSelect && len(cases) > 1:
		s.Op, s.Cases = Select, takenFirst(cases, c)
		s.Source.Case, m.selected = numberOf(cases, c), s
		if e.Op == trace.OpRecvClosed {
			s.Op = RecvClosed
		}
	case e.Op == trace.OpRecvClosed:
		s.Op = RecvClosed
	case c.Send:
		s.Op = Send
	}
	b.emit(m, s)
}

// finish adds what goroutines were blocked at when the recording ended.
func (b *builder) finish() {
	for _, t := range b.program.Threads {
		m := b.makers[t.G]
		if t.Incomplete = !b.whole && t.End == Cut; t.Incomplete {
			b.breakOff(m)
		}
		if t.End != Cut || t.Truncated {
			continue
		}
		switch {
		case m.wait != nil && !m.woken, m.wgwait != nil:
			t.End = Pending
		case m.begun.Op == trace.OpSelect && m.begun.Has(trace.FlagTry):
		case m.begun.Op == trace.OpSelect && m.begun.Aux == 0: // select {} is blocked for ever, as on a nil channel
			t.End = Pending
			b.emit(m, &Stmt{Op: Recv, Obj: b.obj(0), Source: b.source(m, m.begun)})
		case m.begun.Op == trace.OpSelect && len(m.cases) > 0:
			t.End = Pending
			b.emit(m, &Stmt{Op: Select, Cases: m.cases, Source: b.source(m, m.begun)})
		case (m.begun.Op == trace.OpSend || m.begun.Op == trace.OpRecv) && !m.begun.Has(trace.FlagTry):
			t.End = Pending
			op := Recv
			if m.begun.Op == trace.OpSend {
				op = Send
			}
			b.emit(m, &Stmt{Op: op, Obj: b.obj(m.begun.Obj), Source: b.source(m, m.begun)})
		}
	}
	if main := b.makers[mainGoroutine]; main != nil && b.ended() && main.thread.End == Cut {
		main.thread.End = Ended
	}
	b.rests()
	b.unite()
	b.shared()
	b.findWriters()
	for i, t := range b.program.Threads {
		b.settling = i
		t.Body = b.settle(t.Body)
	}
	for _, t := range b.program.Threads {
		walk(t.Body, b.tie)
	}
	b.latches()
	for _, t := range b.program.Threads {
		t.Body = addLatches(t.Body)
	}
	b.program.Stats = b.stats
	b.program.Stats.Events = len(b.o.Events)
}

// mainGoroutine is the number of the goroutine that runs main.
const mainGoroutine = 1

// ended reports whether the process ended by itself.
func (b *builder) ended() bool {
	for i := len(b.o.Events) - 1; i >= 0; i-- {
		switch b.o.Events[i].Op {
		case trace.OpLost:
			return true
		case trace.OpPanic:
			return false
		}
	}
	return false
}
