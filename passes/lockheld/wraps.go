package lockheld

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// An object that wraps another one of the same interface goes on to it by the method that it is called by:
//
//	func (q *Queue) Close() error     { q.mu.Lock(); defer q.mu.Unlock(); return q.sink.Close() }
//	func (b *Broadcaster) run()       { …; for _, s := range b.sinks { s.Write(e) } } // a Queue takes its lock there
//	func (b *Broadcaster) Close() error { close(b.stop); <-b.done; return nil }
//
// A Broadcaster in a Queue writes to other queues than that one, since no object wraps itself.

// isBelow reports whether the lock that an answer needs is in an object below the waiting object. The waiter holds the lock
// of an object that wraps others, and the answering goroutine comes to objects of that interface only.
func isBelow(r *lockfacts.Reporter, w, a *lockfacts.Communication, h lockfacts.HeldLock) bool {
	f, g := r.Facts.Func(h.Site.Func), r.Facts.Func(a.Site.Func)
	if f == nil || g == nil || f.Fn.Signature.Recv() == nil || slices.ContainsFunc(g.Events, func(ev lockfacts.Event) bool {
		return ev.IsAcquire() && ev.Obj.Node() == h.Lock.Node()
	}) {
		return false
	}
	for _, site := range w.Via {
		if site.Func != h.Site.Func {
			continue
		}
		call := r.Facts.CallAt(site)
		if call == nil || !call.Call.IsInvoke() || call.Call.Method.Name() != f.Fn.Name() {
			return false
		}
		iface := call.Call.Value.Type()
		return types.AssignableTo(f.Fn.Signature.Recv().Type(), iface) && callsMethodOf(g.Fn, iface)
	}
	return false
}

// callsMethodOf reports whether a function calls a method of an interface.
func callsMethodOf(fn *ssa.Function, iface types.Type) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(ssa.CallInstruction); ok && call.Common().IsInvoke() && types.Identical(call.Common().Value.Type(), iface) {
				return true
			}
		}
	}
	return false
}
