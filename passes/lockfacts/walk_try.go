package lockfacts

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// A lock type of the program may have a TryLock of its own, which asks a counter before it takes the lock inside:
//
//	func (l *Lock) TryLock() bool {
//		if !l.users.CompareAndSwap(0, 1) {
//			return false
//		}
//		l.mu.Lock() // it is free
//		return true
//	}
//
// It is a method beside Lock, as those of package sync are, and promises not to wait. So it returns with a lock that is
// held, and it has not waited for that lock. It may wait for a lock that it releases again, such as one around the counter.

// isTried reports whether an event takes the lock that the function only tries to take.
func (w *walker) isTried(ev *Event) bool {
	return ev.IsAcquire() && ev.Async == "" && triesToLock(w.fn) && slices.ContainsFunc(w.info.Exits, func(e Exit) bool {
		return slices.ContainsFunc(e.Held, func(h HeldLock) bool { return h.Lock.Same(ev.Obj) })
	})
}

// triesToLock reports whether a function is the method TryLock of a type that has a method Lock, or the same for readers.
func triesToLock(fn *ssa.Function) bool {
	sig := fn.Signature
	if fn.Name() != "TryLock" && fn.Name() != "TryRLock" || sig.Recv() == nil || sig.Results().Len() != 1 || !isBool(sig.Results().At(0).Type()) {
		return false
	}
	return types.NewMethodSet(sig.Recv().Type()).Lookup(nil, fn.Name()[len("Try"):]) != nil
}

// cannot reports whether an outcome of a method TryLock takes a lock that is held: trying again does not get it.
func (w *walker) cannot(s *state, o *Outcome, callee string, env environment) bool {
	if !strings.HasSuffix(callee, ").TryLock") && !strings.HasSuffix(callee, ").TryRLock") {
		return false
	}
	return slices.ContainsFunc(o.Net, func(h HeldLock) bool { return s.excludes(env.path(h.Lock), h.Read) })
}

// excludes reports whether a lock is held already so that no other goroutine gets it.
func (s *state) excludes(lock syncop.AccessPath, read bool) bool {
	return slices.ContainsFunc(s.held, func(h HeldLock) bool { return h.Lock.Same(lock) && !(h.Read && read) })
}
