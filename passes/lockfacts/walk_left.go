package lockfacts

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// A lock may be taken to be released by somebody else, at a time that he chooses. A goroutine takes one that its starter
// releases, to see that something waits for it:
//
//	go func() { s.mu.Lock(); done <- s.Reset() }()
//	…
//	s.mu.Unlock()
//
// and who makes an object may put it where others find it, with its lock held until the first of them has done his part:
//
//	round := &round{}
//	round.mu.Lock()
//	w.current.Store(round)
//
// Neither excludes anybody from anything: nobody else's waiting has to do with what the goroutine does next.

// releasesForLiteral reports whether the function around a literal releases a lock that the literal takes and does not release,
// and which the function itself never takes.
func (w *walker) releasesForLiteral(lock syncop.Place) bool {
	outer := w.fn.Parent()
	if outer == nil || lock.Root == "" || lock.Root[0] != 'F' || w.unlocks[lock.String()] > 0 {
		return false
	}
	released := false
	for _, b := range outer.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			sc, ok := syncop.OpOf(call.Common())
			if !ok || !locksOrUnlocks(sc.Op) {
				continue
			}
			if a, ok := w.inward(sc.Recv); !ok || !a.Place.Same(lock) {
				continue
			}
			if sc.Op == trace.OpLock || sc.Op == trace.OpRLock {
				return false
			}
			released = true
		}
	}
	return released
}

func locksOrUnlocks(op trace.Op) bool {
	switch op {
	case trace.OpLock, trace.OpRLock, trace.OpUnlock, trace.OpRUnlock:
		return true
	}
	return false
}

// leavesLocked reports whether the function returns with the lock of an object that it has made, never unlocks, has put where others find
// it, and does not give to its caller.
func (w *walker) leavesLocked(h *Held) bool {
	name, local := strings.CutPrefix(h.Lock.Root, "L")
	if !local || strings.Contains(h.Lock.Path, "->") || w.unlocks[h.Lock.String()] > 0 {
		return false
	}
	made := madeAs(w.fn, name)
	return made != nil && slices.ContainsFunc(w.pkg.sharers(made, 0), w.isElsewhere) && !w.givesBack(h.Lock.Root)
}

// exitsForCallers is the exits without the locks that are left to others.
func (w *walker) exitsForCallers() []Exit {
	left := func(h Held) bool { return w.leavesLocked(&h) }
	exits := w.info.Exits
	for i := range exits {
		if !slices.ContainsFunc(exits[i].Held, left) {
			continue
		}
		if &exits[0] == &w.info.Exits[0] {
			exits = slices.Clone(exits)
		}
		exits[i].Held = slices.DeleteFunc(slices.Clone(exits[i].Held), left)
	}
	return exits
}

// madeAs is the new object of a function that has a name, or nil.
func madeAs(fn *ssa.Function, name string) *ssa.Alloc {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if made, ok := in.(*ssa.Alloc); ok && made.Heap && made.Name() == name {
				return made
			}
		}
	}
	return nil
}

// isElsewhere reports whether an instruction puts something where not only the caller finds it, as a field of a new object is.
func (w *walker) isElsewhere(in ssa.Instruction) bool {
	st, ok := in.(*ssa.Store)
	return !ok || isOutside(w.frame.Place(st.Addr))
}

// givesBack reports whether a result is an object, or a part of it.
func (w *walker) givesBack(root string) bool {
	return slices.ContainsFunc(w.fn.Blocks, func(b *ssa.BasicBlock) bool {
		ret, ok := syncop.LastOf(b).(*ssa.Return)
		return ok && slices.ContainsFunc(ret.Results, func(v ssa.Value) bool { return w.frame.Place(v).Root == root })
	})
}
