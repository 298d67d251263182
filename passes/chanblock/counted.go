package chanblock

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// A goroutine that a WaitGroup counts waits for itself when it comes to Wait before it
// calls Done, which the others who wait wait for as well.

// counted reports a goroutine that waits for a WaitGroup before it calls Done
// on it: Wait does not return before Done is called.
func counted(r *lockfacts.Reporter, f *lockfacts.Func) {
	for i := range f.Events {
		ev := &f.Events[i]
		if ev.Op != trace.OpWGWait || ev.Async != "" || len(ev.Conds) > 0 || !escapes(ev.Obj) {
			continue
		}
		if wait := instructionAt(f.Fn, ev); wait != nil && countsUntil(r, f, wait, ev.Obj) {
			counts(r, f, ev)
		}
	}
}

func escapes(p syncop.AccessPath) bool { return p.Outer() || p.Root == "G" }

// countsUntil reports whether the goroutine itself calls Done, and has not done
// so when it comes to an instruction.
func countsUntil(r *lockfacts.Reporter, f *lockfacts.Func, wait ssa.Instruction, wg syncop.AccessPath) bool {
	before, after := false, false
	done := func(in ssa.Instruction) bool { return isDone(r, f, in, wg) }
	syncop.Before(wait, func(in ssa.Instruction) bool {
		if done(in) {
			_, deferred := in.(*ssa.Defer)
			before, after = before || !deferred, after || deferred
		}
		return true
	})
	syncop.After(wait, func(in ssa.Instruction) bool {
		after = after || done(in)
		return true
	})
	return after && !before
}

// isDone reports whether an instruction calls Done, or defers a literal that does.
func isDone(r *lockfacts.Reporter, f *lockfacts.Func, in ssa.Instruction, wg syncop.AccessPath) bool {
	call, ok := in.(ssa.CallInstruction)
	if !ok {
		return false
	}
	if sc, ok := syncop.OpOf(call.Common()); ok {
		return sc.Op == trace.OpWGDone && r.Facts.Frame(f.Fn).AccessPath(sc.Recv).Same(wg)
	}
	mc, ok := call.Common().Value.(*ssa.MakeClosure)
	if _, deferred := in.(*ssa.Defer); !ok || !deferred {
		return false
	}
	lit := mc.Fn.(*ssa.Function)
	frame := r.Facts.Frame(lit)
	return wg.Node() != "" && slices.ContainsFunc(lit.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(in ssa.Instruction) bool {
			call, ok := in.(ssa.CallInstruction)
			if !ok {
				return false
			}
			sc, ok := syncop.OpOf(call.Common())
			return ok && sc.Op == trace.OpWGDone && frame.AccessPath(sc.Recv).Node() == wg.Node()
		})
	})
}

// countedByGo is the same for functions that WaitGroup.Go runs: Done is called
// after they have returned.
func countedByGo(r *lockfacts.Reporter, f *lockfacts.Func) {
	frame := r.Facts.Frame(f.Fn)
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if !ok || call.Common().StaticCallee() == nil || syncop.Key(call.Common().StaticCallee()) != "(*sync.WaitGroup).Go" {
				continue
			}
			at, wg := r.SiteOf(f, call.Pos()).Pos, frame.AccessPath(call.Common().Args[0])
			for i := range f.Events {
				if ev := &f.Events[i]; ev.Op == trace.OpWGWait && ev.Async == at && len(ev.Conds) == 0 && ev.Obj.Same(wg) {
					counts(r, f, ev)
				}
			}
		}
	}
}

// counts reports the Wait of a goroutine that is counted.
func counts(r *lockfacts.Reporter, f *lockfacts.Func, ev *lockfacts.Event) {
	class := ev.Obj.Class()
	pos := ev.Position()
	if ev.Async != "" && ev.Site.Token().IsValid() {
		pos = ev.Site.Token()
	}
	r.Report(lockfacts.Finding{
		Check: checks.WaitGroupSelf, Pos: pos,
		Message: fmt.Sprintf("the goroutine waits for itself: %s counts it until it calls Done, which comes after %s.Wait (%s)",
			lockfacts.ShortClass(class), lockfacts.ShortClass(class), lockfacts.Chain(ev.Via, ev.Site)),
		Sides: []lockfacts.Side{{Steps: []lockfacts.Step{{Op: "wgwait", Class: class, Site: ev.Site, Via: ev.Via}}}},
	}, []lockgraph.EdgeKey{{Func: f.Name, Class: class}})
}
