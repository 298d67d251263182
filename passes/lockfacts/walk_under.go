package lockfacts

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// An object is made while a lock is held, and stored where other goroutines will find it. A goroutine that needs
// the lock for that cannot have the object yet:
//
//	s.mu.Lock()
//	s.next = newConn()
//	s.next.open() // locks it
//
// A goroutine that holds such a lock and waits for s.mu has another object. The same holds where the object was made
// before, and had not escaped when the lock was taken.

// markUnder notes under which of the locks that it holds the function has made the object of an
// acquisition.
func (w *walker) markUnder(ev *Event) {
	if !ev.IsAcquire() || ev.Async != "" || ev.own == 0 || !strings.HasPrefix(ev.Obj.Root, "L") && !strings.Contains(ev.Obj.Path, "[t") {
		return
	}
	for i := range ev.own {
		if w.pkg.isMadeUnder(w.fn, ev.Obj, ev.Held[i], ev.at) {
			ev.Held = slices.Clone(ev.Held)
			ev.Held[i].Under = true
		}
	}
}

// isMadeUnder reports whether the function made the object of a lock after it had taken another one, which it holds. The
// object may also be older if it had not escaped by then. No goroutine was started since.
func (a *analyzer) isMadeUnder(fn *ssa.Function, p syncop.AccessPath, h HeldLock, at ssa.Instruction) bool {
	if h.at == nil || at == nil || h.at.Parent() != fn || at.Parent() != fn {
		return false
	}
	made := a.makerOf(fn, p)
	return made != nil && (syncop.Dominates(h.at, made) || a.isFreshValue(made, h.at)) && !startsBetween(a, made, at)
}

// isFreshValue reports whether an object that a function has made has not escaped yet.
func (a *analyzer) isFreshValue(made, at ssa.Instruction) bool {
	v, ok := made.(ssa.Value)
	return ok && syncop.Dominates(made, at) && a.isFresh(made.Parent(), syncop.AccessPath{Root: "L" + v.Name()}, at)
}

// makerOf is the instruction that makes the object of a lock: the lock is a part of it itself, or
// of an object that the function has put into a field.
func (a *analyzer) makerOf(fn *ssa.Function, p syncop.AccessPath) ssa.Instruction {
	object, _, ok := ownerOf(p)
	if !ok {
		return nil
	}
	name := withoutVersions(object.Path)
	var found ssa.Instruction
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Store:
				if slot := a.frame(fn).AccessPath(in.Addr); slot.Root != p.Root || slot.Path+"->" != name {
					continue
				}
				made, ok := in.Val.(ssa.Instruction)
				if !ok || !a.isNew(in.Val) || found != nil {
					return nil
				}
				found = made
			case ssa.Value:
				if name == "" && p.Root == "L"+in.Name() && a.isNew(in) {
					return in.(ssa.Instruction)
				}
			}
		}
	}
	return found
}

// startsBetween reports whether a goroutine is started after one instruction and before another.
func startsBetween(a *analyzer, from, to ssa.Instruction) bool {
	found := false
	syncop.After(from, func(in ssa.Instruction) bool {
		switch in := in.(type) {
		case *ssa.Go:
			found = true
		case *ssa.Call:
			if callee := in.Call.StaticCallee(); callee != nil && in != to {
				found = found || a.starts(syncop.Key(callee))
			}
		}
		return !found && in != to && syncop.CanReach(in, to)
	})
	return found
}
