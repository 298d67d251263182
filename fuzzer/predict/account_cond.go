package predict

import (
	"slices"

	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A condUse has the effects of a run on a condition variable.
type condUse struct {
	waits map[trace.G]trace.Event // who waits, and since when
	lock  uint64                  // that Wait releases, 0 for not known
	last  trace.Event             // the last Signal or Broadcast
	alone bool                    // nobody waited then
	holds []uint64                // the locks of the goroutine that signalled
	woken trace.Event             // the wait of the goroutine that the last Signal has woken
	idle  bool                    // that goroutine has done nothing since but to wait again
	again bool                    // and waits
	opens trace.G                 // has begun to wait: its next unlock is that of the lock
}

func (u *condUse) add(e *trace.Event, a *account) {
	switch e.Op {
	case trace.OpWait:
		u.again = u.idle && e.G == u.woken.G && e.Arg == u.woken.Arg
		u.waits[e.G], u.opens = *e, e.G
	case trace.OpWake:
		if u.last.Op == trace.OpSignal && u.woken.G == 0 {
			u.woken, u.idle = u.waits[e.G], true
		}
		delete(u.waits, e.G)
	case trace.OpSignal, trace.OpBroadcast:
		u.last, u.alone, u.woken, u.idle, u.again = *e, len(u.waits) == 0, trace.Event{}, false, false
		u.holds = a.locksOf(e.G)
	}
}

// unlocked reports whether the last wake-up came without the lock of the condition.
func (u *condUse) unlocked() bool { return u.lock != 0 && !slices.Contains(u.holds, u.lock) }

// saw takes each operation of the run: the first unlock in Wait is that of the lock. The goroutine that was woken may go on.
func (u *condUse) saw(e *trace.Event) {
	if e.Op == trace.OpUnlock && e.G == u.opens {
		u.lock, u.opens = e.Obj, 0
	}
	if !u.idle || e.G != u.woken.G {
		return
	}
	switch e.Op {
	case trace.OpLock, trace.OpRequest, trace.OpUnlock, trace.OpWake, trace.OpWait, trace.OpGuard, trace.OpGuardLock, trace.OpGuardVar, trace.OpGuardEnd, trace.OpAcquire, trace.OpRelease, trace.OpAt:
	default:
		u.idle = false
	}
}
