package declared

import (
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// checkHolds compares the locks held at the calls of functions with the
// declarations about them.
func checkHolds(r *lockfacts.Reporter, held map[token.Pos][]lock) {
	for _, f := range r.Facts.Funcs {
		for _, l := range held[f.Fn.Pos()] {
			locksAgain(r, f, l)
			for _, c := range r.Facts.Calls(f) {
				if !f.Imprecise && !c.From.Imprecise && !holds(c, l.class, held) {
					without(r, f, c, l)
				}
			}
		}
	}
}

// holds reports whether a lock is held at a call: by the caller, by all who
// call the caller, or because the caller is declared to be called with it. What
// a function literal is called with is not known.
func holds(c lockfacts.Call, class string, held map[token.Pos][]lock) bool {
	if c.Start {
		return false
	}
	from := c.From
	return slices.ContainsFunc(c.Held, func(h lockfacts.HeldLock) bool { return h.Lock.Class() == class || h.Lock.Class() == "" }) ||
		slices.ContainsFunc(from.Gates, func(g lockfacts.Gate) bool { return g.Node == class }) ||
		slices.ContainsFunc(held[from.Fn.Pos()], func(l lock) bool { return l.class == class }) ||
		from.Fn.Parent() != nil
}

func without(r *lockfacts.Reporter, f *lockfacts.Func, c lockfacts.Call, l lock) {
	verb := "called"
	if c.Start {
		verb = "started as a goroutine"
	}
	r.Report(lockfacts.Finding{
		Check: checks.DeclaredHolds, Pos: position(c, f, l.class),
		Message: fmt.Sprintf("%s is %s without %s, which it is declared to be called with", f.Fn.Name(), verb, lockfacts.ShortClass(l.class)),
	}, []lockgraph.EdgeKey{{Func: c.From.Name, Class: l.class}, {Func: f.Name, Class: l.class}})
}

// position finds the call: of several, the first that nothing is locked before.
func position(c lockfacts.Call, f *lockfacts.Func, class string) token.Pos {
	found := token.NoPos
	for _, b := range c.From.Fn.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if !ok || call.Common().StaticCallee() == nil || syncop.Key(call.Common().StaticCallee()) != f.Key {
				continue
			}
			if !found.IsValid() || !lockedBefore(in) {
				found = call.Pos()
			}
			if !lockedBefore(in) {
				return found
			}
		}
	}
	if !found.IsValid() {
		return c.From.Fn.Pos()
	}
	return found
}

func lockedBefore(in ssa.Instruction) bool {
	locked := false
	syncop.Before(in, func(in ssa.Instruction) bool {
		call, ok := in.(*ssa.Call)
		if !ok {
			return !locked
		}
		sc, ok := syncop.OpOf(&call.Call)
		if ok && (sc.Op == trace.OpUnlock || sc.Op == trace.OpRUnlock) {
			return false
		}
		locked = locked || ok && (sc.Op == trace.OpLock || sc.Op == trace.OpRLock)
		return !locked
	})
	return locked
}

// locksAgain reports a function that locks what it is declared to be called with.
func locksAgain(r *lockfacts.Reporter, f *lockfacts.Func, l lock) {
	for i := range f.Events {
		ev := &f.Events[i]
		if !ev.IsAcquire() || ev.Async != "" || len(ev.Via) > 0 || len(ev.Released) > 0 || ev.Obj.Class() != l.class || !ev.Obj.Outer() && ev.Obj.Root != "G" || ev.Obj.Outer() && ev.Obj.Index() > 0 {
			continue
		}
		r.Report(lockfacts.Finding{
			Check: checks.DeclaredHolds, Pos: ev.Position(),
			Message: fmt.Sprintf("%s locks %s, which it is declared to be called with", f.Fn.Name(), lockfacts.ShortClass(l.class)),
		}, []lockgraph.EdgeKey{{Func: f.Name, Class: l.class}})
	}
}
