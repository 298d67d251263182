package lockheld

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// A channel with so many places may count the goroutines or elements in some region:
//
//	func (q *Queue) Put(v int) { q.places <- struct{}{}; q.mu.Lock(); q.list = append(q.list, v); q.mu.Unlock() }
//	func (q *Queue) drop()     { q.list = q.list[1:]; <-q.places } // with the lock held
//
// Who gives a place back has it, or finds what a goroutine put down who has it: that is no wait. A goroutine that is started
// for something and sends when it has done so takes no place; who receives waits for it.

// givesBack reports whether a receive gives a place back that who sends has taken.
func givesBack(r *lockfacts.Reporter, w *lockfacts.Communication, who []*lockfacts.Communication) bool {
	f := r.Facts.Func(w.Site.Func)
	if w.Op != trace.OpRecv || f == nil || !r.Facts.IsSemaphore(w.Node) {
		return false
	}
	recv, ok := instruction(f.Fn, w).(*ssa.UnOp)
	return ok && len(*recv.Referrers()) == 0 && !slices.ContainsFunc(who, func(a *lockfacts.Communication) bool {
		return a.Op != trace.OpSend || a.Async != "" || startedOnly(a) || !waitsForRoom(r, a)
	})
}

// waitsForRoom reports whether a send waits until there is room.
func waitsForRoom(r *lockfacts.Reporter, a *lockfacts.Communication) bool {
	f := r.Facts.Func(a.Site.Func)
	if f == nil {
		return false
	}
	switch in := instruction(f.Fn, a).(type) {
	case *ssa.Send:
		return true
	case *ssa.Select:
		return in.Blocking
	}
	return false
}
