package predict

import (
	"context"
	"slices"

	"github.com/deadlocklint/deadlocklint/fuzzer/record"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// IsIdle reports whether the goroutines that a recorded run has left are all idle. An idle
// goroutine waits in a receive, or in a select that sends nothing, which is a note and no failure (BlockedGroup.Severity).
// IsIdle is false when a goroutine of the test has neither ended nor been found blocked. It
// takes two passes over the recording.
func IsIdle(ctx context.Context, dir string, target *record.Target) (bool, error) {
	t, err := traceOf(dir, target)
	if err != nil {
		return false, err
	}
	p := newProcess(ctx, t, target, &Executables{})
	lastAlloc, ended := map[uint64]int{}, map[trace.G]bool{}
	whole := p.each("looking for idle goroutines", func(i int, e *trace.Event) {
		p.identify(i, *e, lastAlloc)
		if e.Op == trace.OpExit {
			ended[e.G] = true
		}
	})
	return whole && !p.isCut() && p.isIdle(ended), nil
}

// isIdle reports whether all goroutines that are left are idle, and there are some.
func (p *process) isIdle(ended map[trace.G]bool) (some bool) {
	l := p.leftOver()
	for g, e := range l.at {
		if isOfTesting(p.site(e.Stack()).Func) {
			continue
		}
		if l.tests[g] || l.severity(&e) != Note {
			return false
		}
		some = true
	}
	for g, stack := range p.created {
		_, known := l.at[g]
		if !known && !ended[g] && p.tests[g] != "" && !isOfTesting(p.site(stack).Func) {
			return false
		}
	}
	return some
}

// standingAtEnd has the goroutines that are blocked where a run has ended well.
func (p *process) standingAtEnd(l *blockedAtEnd, u *lastUses) *standing {
	var list []waiter
	for _, g := range l.order {
		e, ok := l.at[g]
		if !ok || isOfTesting(p.site(e.Stack()).Func) {
			continue
		}
		_, op := e.Left()
		wait, recorded := l.waits[g]
		if !recorded || !isWaitOf(&wait, &e) { // its operations of later rounds
			wait = trace.Event{G: g, Op: op}
		}
		wait.Obj = e.Obj // a recorded select is about no object
		list = append(list, waiter{Event: wait, brought: op == trace.OpRecv && l.brought[e.Obj]})
	}
	holders := func(lock uint64) []trace.G {
		if use := l.holder(u, lock); use != nil {
			return []trace.G{use.G}
		}
		return nil
	}
	return p.standingOf(list, holders, true)
}

// isWaitOf reports whether a goroutine was left in an operation. The recorder leaves repeated operations out, so
// its last operation of a worker may stand elsewhere in the loop.
func isWaitOf(e, left *trace.Event) bool {
	_, op := left.Left()
	return e.Op == op && (op == trace.OpSelect || e.Obj == left.Obj)
}

// holder is how the goroutine took a lock that has it, as far as the last operations on the lock tell.
func (l *blockedAtEnd) holder(u *lastUses, lock uint64) *lastUse {
	for _, use := range slices.Backward(u.last[lock]) {
		at, left := l.at[use.G]
		switch {
		case left && at.Obj == lock: // it waits for the lock as well
		case use.Op == trace.OpLock || use.Op == trace.OpRLock:
			return &use
		default:
			return nil
		}
	}
	return nil
}
