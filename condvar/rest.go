package condvar

import (
	"maps"
	"slices"
	"strconv"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// Of a goroutine that did more than the recorder tells exactly, the program has
// the beginning and then a Rest: it stands there for ever, and a goroutine that waits for
// something that it may use after it is not said to be blocked. These are the
// objects that it used there or, since it may do the same things again, before;
// locks only where it gave one back that it did not have, as no other goroutine waits
// for it at a lock that it does not hold. A goroutine that ran on when a recording begins
// to have gaps may use anything: it has a Rest as well.

// foldedAfter is how many events of a goroutine are recorded before the recorder
// leaves out what repeats, or 0 when nothing is known of that.
func foldedAfter(t *trace.Trace) uint64 {
	n, _ := strconv.ParseUint(t.Header[trace.HeaderConditions], 16, 64) // absent in recordings made by hand
	return n
}

// MaxStatements bounds the memory that trace programs of a process take while they are made,
// to about a gigabyte. It is the number of statements of the process that are read;
// later ones are left out. Parts that were over by then are in programs all the same.
const MaxStatements = 2_000_000

// MaxThreads bounds the memory in the same way: any goroutine needs about 3.5 kB while
// programs are made.
const MaxThreads = 250_000

// wholeUntil is the Seq before which nothing is missing in a recording.
func wholeUntil(events []trace.Event) uint64 {
	for i := len(events) - 1; i >= 0; i-- {
		if e := events[i]; e.Op == trace.OpLost {
			if e.Flag != 0 {
				return e.Obj
			}
			break
		}
	}
	return ^uint64(0)
}

// beyond is an event of a goroutine that stands at its Rest.
func (b *builder) beyond(e trace.Event) {
	m := b.maker(e.G)
	if m.rest == nil {
		b.stand(m, e)
	}
	switch e.Op {
	case trace.OpGo:
		b.child(m, e)
	case trace.OpExit:
		m.thread.End = Ended // it is known to the end, though not in the program
	case trace.OpRelease, trace.OpTest, trace.OpTestEnd:
		b.event(e)
	case trace.OpWake:
		if m.wait != nil {
			m.wait.signal = b.latched[b.oneObject.root(m.wait.Obj)]
		}
	case trace.OpUnlock, trace.OpRUnlock:
		if w := m.wait; w != nil && w.Lock2 < 0 {
			w.Lock2, w.Read = b.obj(e.Obj), e.Op == trace.OpRUnlock
		}
		if e.Has(trace.FlagForeign) {
			b.mayUse(m, e.Obj)
		}
	case trace.OpSignal, trace.OpBroadcast:
		s := &Stmt{Op: Signal, Obj: b.obj(e.Obj)}
		b.latched[b.oneObject.root(s.Obj)] = s
		m.signals = append(m.signals, s)
		b.mayUse(m, e.Obj)
	case trace.OpSet, trace.OpWrote:
		b.change(m, e)
	case trace.OpSend, trace.OpSent, trace.OpRecv, trace.OpReceived, trace.OpRecvClosed, trace.OpClose, trace.OpCase,
		trace.OpWGAdd, trace.OpWGWait, trace.OpWait:
		b.mayUse(m, e.Obj)
	}
}

// stand lets a goroutine come to its Rest. A condition that guards what is not
// over is taken as it happened.
func (b *builder) stand(m *pendingOperation, e trace.Event) {
	m.rest = map[int]bool{}
	m.thread.Truncated = true
	m.from = e.Seq
	for _, r := range m.regions {
		r.stmt.fixed = true
	}
	m.regions = nil
	if m.begun.Obj != 0 {
		b.mayUse(m, m.begun.Obj)
	}
	for _, c := range m.cases {
		m.rest[c.Chan] = true
	}
}

// breakOff lets a goroutine come to its Rest where the recording begins to have gaps. The wait
// that it was in may have ended later.
func (b *builder) breakOff(m *pendingOperation) {
	if !m.thread.Truncated {
		b.stand(m, trace.Event{})
	}
	for _, s := range []*Stmt{m.wait, m.wgwait} {
		if s != nil {
			s.MayContinue = true
		}
	}
}

// change is a write to a variable: others read it later. A call of x/sync is one
// of an object.
func (b *builder) change(m *pendingOperation, e trace.Event) {
	if e.Op == trace.OpSet && b.isXsync(int(e.Aux)) {
		b.mayUse(m, e.Obj)
	} else if b.vars[e.Obj] != nil {
		v := b.variable(e, "")
		v.known, v.value = true, int64(e.Arg)
	}
}

// mayUse notes that a goroutine uses an object at its Rest. Of most, no other goroutine
// knows.
func (b *builder) mayUse(m *pendingOperation, id uint64) {
	switch {
	case id == 0:
	case b.objs[id] != nil:
		m.rest[b.obj(id)] = true
	case b.later[id] == nil:
		b.later[id] = map[*pendingOperation]bool{m: true}
	default:
		b.later[id][m] = true
	}
}

// rests adds the last statements of the goroutines that have one.
func (b *builder) rests() {
	for id, makers := range b.later {
		if p := b.objs[id]; p != nil {
			for m := range makers {
				for _, l := range p.lives {
					m.rest[l.obj] = true
				}
			}
		}
	}
	for _, t := range b.program.Threads {
		m := b.makers[t.G]
		if !t.Truncated {
			continue
		}
		walk(t.Body, func(s *Stmt) {
			if s.isLock() || (s.Op == If || s.Op == Loop) {
				return
			}
			s.touches(len(b.program.Objects), func(row int) {
				if row < len(b.program.Objects) && row != s.Lock2 {
					m.rest[row] = true
				}
			})
		})
		uses := &Uses{Objs: slices.Sorted(maps.Keys(m.rest)), Any: t.Incomplete}
		m.last = &Stmt{Op: Rest, MayContinue: true, Lock2: -1, Times: 1, Rest: uses, Source: Source{Seq: m.from}}
		t.Body = append(t.Body, m.last)
	}
}

// latches adds to the Rests what tells that their signals were sent: never.
func (b *builder) latches() {
	for _, t := range b.program.Threads {
		for _, s := range b.makers[t.G].signals {
			if s.latch > 0 {
				last := b.makers[t.G].last.Rest
				last.Vars = append(last.Vars, s.latch-1)
			}
		}
	}
}

// shared drops from the Rests what no other goroutine uses.
func (b *builder) shared() {
	n := len(b.program.Objects)
	users := map[int]int{} // the only one, from 1, or -1
	for t, th := range b.program.Threads {
		walk(th.Body, func(s *Stmt) {
			s.touches(n, func(row int) {
				if u := users[row]; u == 0 {
					users[row] = t + 1
				} else if u != t+1 {
					users[row] = -1
				}
			})
		})
	}
	for _, th := range b.program.Threads {
		if last := b.makers[th.G].last; last != nil {
			last.Rest.Objs = slices.DeleteFunc(last.Rest.Objs, func(o int) bool { return users[o] > 0 })
		}
	}
}
