package condvar

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/checks"
)

// A Kind names a way in which goroutines block one another.
// It is the check that reports it.
type Kind = checks.Name

// The kinds.
const (
	LockCycle          = checks.LockOrder         // only locks: iGoodlock finds it too
	MissedSignal       = checks.MissedSignal      // it was signalled before it waited
	WrongWaiter        = checks.WrongWaiter       // the Signal woke another goroutine
	FalsifiedCondition = checks.FalsifiedCond     // the notification depends on a condition that did not hold when it counted
	NoSignal           = checks.NoSignal          // it waits and no goroutine signals
	WaitWithLock       = checks.WaitWithLock      // it waits with a lock held that the signalling goroutine needs
	LockAcrossChannel  = checks.LockAcrossChannel // a lock is held over a send or receive whose partner needs it
	LockAcrossWait     = checks.LockAcrossWait    // a lock is held over WaitGroup.Wait whose Done needs it
	WaitGroupWait      = checks.WaitGroupWait     // a WaitGroup that is never zero again, or only after what its Wait is before
	ChannelCycle       = checks.ChannelCycle      // only channels
	Leak               = checks.Leak              // no goroutine is left to send, receive or unlock
	SemaphoreWait      = checks.Semaphore         // units of a semaphore
	MixedCycle         = checks.MixedCycle        // any other circle
)

// Kinds documents the kinds, in a sentence each.
func Kinds() map[Kind]string {
	return map[Kind]string{
		LockCycle:          "each of some goroutines waits for a lock that the next one holds",
		MissedSignal:       "a goroutine waits for a notification that came before it waited, and there is no other one",
		WrongWaiter:        "a Signal wakes a goroutine that waits for something else, and the one it was meant for waits for ever",
		FalsifiedCondition: "a goroutine is woken only under a condition that another one made false in the meantime",
		NoSignal:           "a goroutine waits on a condition variable, and no goroutine is left that would signal",
		WaitWithLock:       "a goroutine waits on a condition variable with a lock held that its waker needs first",
		LockAcrossChannel:  "a goroutine waits at a channel with a lock held that the other side needs before it comes there",
		LockAcrossWait:     "a goroutine waits for a WaitGroup, or for a function that another one calls, with a lock held that is needed before the end of that",
		WaitGroupWait:      "a goroutine waits for a WaitGroup whose count never comes to zero, or only after what that goroutine would do next",
		ChannelCycle:       "each of some goroutines waits at a channel for the next one",
		Leak:               "a goroutine waits for ever at a channel or for a lock, since no goroutine is left that would answer or release it",
		SemaphoreWait:      "goroutines wait for units of a semaphore that only they would give back",
		MixedCycle:         "each of some goroutines waits, in different ways, for what only the next one would do",
	}
}

// name finds the kind and words the reason.
func (d *Deadlock) name(r *reducer) {
	s := &search{reducer: r}
	d.Order = s.events(d.order, d.turn)
	if len(d.Core) == 1 && d.Core[0].Orphaned {
		d.Kind, d.Reason = d.alone(d.Core[0])
		return
	}
	if b := d.unanswered(); b != nil {
		d.Kind, d.Reason = unansweredKind(b.Stmt.Op), "the goroutine that would answer stands where it waits for work, and nobody gives it any"
		return
	}
	has := map[Op]bool{}
	for _, b := range d.Core {
		op := b.Stmt.Op
		if b.Woken {
			op = Lock
		}
		if op == Lock && r.Objects[b.Obj].Singleflight {
			op = Go // the call of another goroutine's function
		}
		has[op] = true
	}
	locks := has[Lock] || has[RLock]
	channels := has[Send] || has[Recv] || has[RecvClosed] || has[Select]
	switch {
	case has[Take] && len(has) == 1:
		d.Kind, d.Reason = SemaphoreWait, "each waits for units of a semaphore that the next one holds"
	case has[Take]:
		d.Kind, d.Reason = SemaphoreWait, "a goroutine waits for units of a semaphore, and their holder waits for that goroutine"
	case has[Go]:
		d.Kind, d.Reason = LockAcrossWait, "a goroutine waits for a function that another one calls for both, with a lock held that the function needs"
	case locks && !channels && !has[Wait] && !has[WGWait]:
		d.Kind, d.Reason = LockCycle, "each waits for a lock that the next one holds"
	case has[Wait] && locks:
		d.Kind, d.Reason = WaitWithLock, "a goroutine waits for a wake-up with a lock held that its waker needs first"
	case has[WGWait] && locks:
		d.Kind, d.Reason = LockAcrossWait, "a goroutine waits for a WaitGroup with a lock held that a goroutine needs before its Done"
	case channels && locks:
		d.Kind, d.Reason = LockAcrossChannel, "a goroutine waits at a channel with a lock held that the other side needs first"
	case has[WGWait] && len(has) == 1:
		d.Kind, d.Reason = WaitGroupWait, "each waits for a WaitGroup that the next one would bring to zero"
	case has[WGWait]:
		d.Kind, d.Reason = WaitGroupWait, "a goroutine waits for a WaitGroup whose Done comes only after what that goroutine would do next"
	case channels && len(d.Core) > 1 && !has[Wait] && !has[WGWait]:
		d.Kind, d.Reason = ChannelCycle, "each waits at a channel for the next one"
	default:
		d.Kind, d.Reason = MixedCycle, "each waits for what only the next one would do"
	}
}

// unanswered is the goroutine of the core that waits for an idle worker whom nobody will wake. It is
// nil where they wait for each other, and for locks.
func (d *Deadlock) unanswered() (who *BlockedThread) {
	forgotten := false
	for i := range d.Core {
		switch b := &d.Core[i]; {
		case b.Woken || b.Stmt.isLock():
			return nil
		case b.Idle:
			forgotten = forgotten || b.Orphaned
		case who == nil:
			who = b
		}
	}
	if !forgotten {
		return nil
	}
	return who
}

func unansweredKind(op Op) Kind {
	switch op {
	case Wait:
		return NoSignal
	case WGWait:
		return WaitGroupWait
	case Take:
		return SemaphoreWait
	}
	return Leak
}

// alone names a goroutine that no other goroutine is left to wake.
func (d *Deadlock) alone(b BlockedThread) (Kind, string) {
	if e := d.passedBy(b); e != nil {
		d.Cause = e
		if e.Op == Send {
			return MissedSignal, "the sender finds no receiver at the channel, and goes on without"
		}
		return Leak, "the goroutine for the other end of the channel has gone on by another case of its select"
	}
	if e := d.decidedBy(b); e != nil && b.Stmt.Op != Wait {
		d.Cause = e
		return FalsifiedCondition, "the goroutine for the other end gets there only under a condition that does not hold any more"
	}
	switch b.Stmt.Op {
	case Wait:
		return d.lonelyWait(b)
	case WGWait:
		return WaitGroupWait, "its count never comes to zero: no Done is left to be called"
	case Take:
		return SemaphoreWait, "there are never again so many units: no goroutine is left that would give some back"
	case Lock, RLock:
		return Leak, "no holder is left that would release the lock"
	}
	return Leak, "no goroutine is left for the other end of the channel"
}

// passedBy is the statement at the other end of the operation at which b waits, where its
// goroutine went on without, or nil.
func (d *Deadlock) passedBy(b BlockedThread) *Stmt {
	for _, e := range d.Order {
		if e.Skipped && e.Stmt.transfer().Chan == b.Obj && e.Stmt.transfer().Send != b.Stmt.transfer().Send {
			return e.Stmt
		}
	}
	return nil
}

// decidedBy is the condition under which a goroutine did not do what b waits
// for, or nil.
func (d *Deadlock) decidedBy(b BlockedThread) (by *Stmt) {
	for _, e := range d.Order {
		if e.Stmt.Op == If && !e.Taken && e.Thread != b.Thread {
			walk(e.Stmt.Then, func(s *Stmt) {
				if s.answers(b) {
					by = e.Stmt
				}
			})
		}
	}
	return by
}

// answers reports whether a blocked thread waits for a statement.
func (s *Stmt) answers(b BlockedThread) bool {
	switch s.Op {
	case Add:
		return s.Obj == b.Obj && (b.Stmt.Op == WGWait && s.Arg < 0 || b.Stmt.Op == Take)
	case Close:
		return s.Obj == b.Obj && b.Stmt.Op != Send
	case Send, Recv, RecvClosed, Select:
		waits := b.Stmt.Op == Send || b.Stmt.Op == Recv || b.Stmt.Op == RecvClosed || b.Stmt.Op == Select
		return waits && s.transfer().Chan == b.Obj && s.transfer().Send != b.Stmt.transfer().Send
	}
	return false
}

// lonelyWait looks back: was there a signal too early, for another goroutine, or
// under a condition that did not hold.
func (d *Deadlock) lonelyWait(b BlockedThread) (Kind, string) {
	waits := -1 // when it began to wait
	for i, e := range d.Order {
		if e.Thread == b.Thread && e.Stmt == b.Stmt {
			waits = i
		}
	}
	at := map[int]Source{} // where each thread waits
	for i, e := range d.Order {
		if e.Stmt.Op == Wait && !e.Resumed {
			at[e.Thread] = e.Stmt.Source
		}
		switch {
		case i < max(waits, 0):
		case e.Stmt.Op == Signal && e.Stmt.Obj == b.Obj && len(e.Wakes) > 0 && !slices.Contains(e.Wakes, b.Thread):
			d.Cause = e.Stmt
			if at[e.Wakes[0]].Site == b.Stmt.Source.Site {
				return NoSignal, "the Signal wakes only one of the waiters"
			}
			return WrongWaiter, "the Signal wakes another goroutine, which waits for something else"
		case e.Stmt.Op == If && !e.Taken && signals(e.Stmt.Then, b.Obj):
			d.Cause = e.Stmt
			return FalsifiedCondition, "it would be woken under a condition that does not hold any more"
		}
	}
	for _, e := range d.Order[:max(waits, 0)] {
		if (e.Stmt.Op == Signal || e.Stmt.Op == Broadcast) && e.Stmt.Obj == b.Obj && e.Thread != b.Thread {
			d.Cause = e.Stmt
			return MissedSignal, "the notification comes before it waits, and there is no other one"
		}
	}
	return NoSignal, "no goroutine is left that would signal"
}

// signals reports whether a list of statements wakes who waits for cond.
func signals(list []*Stmt, cond int) (found bool) {
	walk(list, func(s *Stmt) { found = found || (s.Op == Signal || s.Op == Broadcast) && s.Obj == cond })
	return found
}
