package lockfacts

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A function takes a lock, gives away a literal that releases it, and takes it again. Then it waits for the literal:
//
//	var done sync.Mutex
//	done.Lock()
//	op.reply = func(r Reply) { result = r; done.Unlock() }
//	send(op)
//	done.Lock() // until the reply is there
//
// Such a lock is a signal. It is free when it has been given away. If the function has made it and does not unlock it
// itself, no goroutine waits for it when the function returns with it.

// storesLiteral reports whether an instruction puts a function literal with captured variables where others find it.
func storesLiteral(st *ssa.Store) bool {
	if _, local := st.Addr.(*ssa.Alloc); local {
		return false
	}
	if _, ok := st.Val.Type().Underlying().(*types.Signature); !ok {
		return false
	}
	val := st.Val
	if named, ok := val.(*ssa.ChangeType); ok {
		val = named.X
	}
	mc, ok := val.(*ssa.MakeClosure)
	return ok && len(mc.Bindings) > 0
}

// givesLock is the new lock, and nothing else with it, that an instruction puts where others find it, or nil:
//
//	l.waiters = append(l.waiters, turn)
func givesLock(st *ssa.Store) *ssa.Alloc {
	lock, ok := st.Val.(*ssa.Alloc)
	if _, local := st.Addr.(*ssa.Alloc); local || !ok {
		return nil
	}
	switch syncop.Elem(lock.Type()).String() {
	case "sync.Mutex", "sync.RWMutex":
		return lock
	}
	return nil
}

// give lets go of a lock that the function never unlocks, and that others have now: who finds it there does.
func (w *walker) give(s *state, lock *ssa.Alloc) {
	path := w.frame.AccessPath(lock)
	if w.unlocks[path.String()] > 0 || !w.pkg.unlocksFound() {
		return
	}
	w.drop(s, path, false)
	w.drop(s, path, true)
}

// unlocksFound reports whether the package unlocks a lock that is no part of an object, nor a variable, but was found by a pointer.
func (a *analyzer) unlocksFound() bool {
	if a.unlocked == nil {
		found := slices.ContainsFunc(a.ssa.Funcs, func(fn *ssa.Function) bool { return slices.ContainsFunc(fn.Blocks, unlocksPointer) })
		a.unlocked = &found
	}
	return *a.unlocked
}

func unlocksPointer(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(b.Instrs, func(in ssa.Instruction) bool {
		call, ok := in.(ssa.CallInstruction)
		if !ok {
			return false
		}
		sc, ok := syncop.OpOf(call.Common())
		if !ok || sc.Op != trace.OpUnlock && sc.Op != trace.OpRUnlock {
			return false
		}
		switch sc.Recv.(type) {
		case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Global, *ssa.Alloc, *ssa.FreeVar:
			return false
		}
		return true
	})
}

// hand notes that another function will release a lock.
func (s *state) hand(path string) {
	if !slices.Contains(s.handed, path) {
		s.handed = append(slices.Clip(s.handed), path)
		slices.Sort(s.handed)
	}
}

// isSignal reports whether an acquire of a lock waits for a function that was given the lock to release.
func (w *walker) isSignal(s *state, lock syncop.AccessPath) bool {
	path := lock.String()
	return lock.Known() && lock.Root[0] == 'L' && slices.Contains(s.handed, path) && w.unlocks[path] == 0
}

// IsSignal reports whether the function waited by taking the lock until its release by a function that it was given to.
func (h *HeldLock) IsSignal() bool { return h.signal }

// drop removes a lock that another function will release.
func (w *walker) drop(s *state, p syncop.AccessPath, read bool) {
	if i := s.find(p, read); i >= 0 {
		w.releases(s.held[i].Lock)
		s.hand(s.held[i].Lock.String())
		s.held = slices.Delete(slices.Clone(s.held), i, i+1)
	}
}
