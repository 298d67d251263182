package waitgroup

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// nextRound reports Add after a goroutine that waits for the same WaitGroup was
// started, when nothing says that it has waited by then: in a loop, Wait of one
// round waits for the next one or panics (reuse), and before the first Add, Wait
// may return at once.
func nextRound(r *lockfacts.Reporter, f *lockfacts.Func) {
	frame := r.Facts.Frame(f.Fn)
	ops := operations(frame)
	for i := range f.Events {
		ev := &f.Events[i]
		if ev.Op != trace.OpWGWait || ev.Async == "" || !ev.Obj.Known() || has(f, trace.OpWGDone, ev.Obj) {
			continue
		}
		start := goAt(r, f, ev.Async)
		if start == nil {
			continue
		}
		for _, o := range ops {
			if o.op == trace.OpWGAdd && o.wg.Same(ev.Obj) && reachesFreely(start, o) {
				early(r, f, ev, start, o)
			}
		}
	}
}

// goAt is the go statement in a function that an event happens after.
func goAt(r *lockfacts.Reporter, f *lockfacts.Func, async string) *ssa.Go {
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			if g, ok := in.(*ssa.Go); ok && r.SiteOf(f, g.Pos()).Pos == async {
				return g
			}
		}
	}
	return nil
}

// reachesFreely reports whether control can go from the start of a goroutine to
// an operation without anything that could wait for that goroutine, and without
// a new WaitGroup.
func reachesFreely(start ssa.Instruction, o operation) bool {
	return syncop.CanReachAvoiding(start, o.call, func(in ssa.Instruction) bool {
		v, isValue := in.(ssa.Value)
		return mayWait(in) || isValue && v == o.recv
	})
}

func mayWait(in ssa.Instruction) bool {
	call, ok := in.(*ssa.Call)
	if !ok {
		return blocks(in)
	}
	if _, builtin := call.Call.Value.(*ssa.Builtin); builtin {
		return false
	}
	sc, ok := syncop.OpOf(&call.Call)
	_, counted := isGo(call)
	return !counted && (!ok || sc.Op != trace.OpWGAdd && sc.Op != trace.OpUnlock)
}

// blocks reports whether an instruction waits for a channel.
func blocks(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.UnOp:
		return in.Op == token.ARROW
	case *ssa.Send:
		return true
	case *ssa.Select:
		return in.Blocking
	}
	return false
}

func early(r *lockfacts.Reporter, f *lockfacts.Func, ev *lockfacts.Event, start *ssa.Go, add operation) {
	class := lockfacts.ShortClass(ev.Obj.Class())
	find := lockfacts.Finding{
		Check: checks.WaitGroupReuse, Pos: add.call.Pos(),
		Message: fmt.Sprintf("%s is added to while the goroutine started at %s may still wait for the last round: use a WaitGroup for each round", class, lockfacts.Chain(nil, r.SiteOf(f, start.Pos()))),
		Sides:   []lockfacts.Side{{Steps: []lockfacts.Step{{Op: "wgwait", Class: ev.Obj.Class(), Site: ev.Site, Via: ev.Via}}}},
	}
	if !syncop.Reaches(add.call.Block(), start.Block()) {
		if addedBefore(r, f, start, ev.Obj) {
			return
		}
		find.Check = checks.WaitGroupAdd
		find.Message = fmt.Sprintf("%s.Add comes after the goroutine that waits is started (%s): Wait may return before it; start that goroutine last", class, lockfacts.Chain(nil, r.SiteOf(f, start.Pos())))
	}
	r.Report(find, []lockgraph.EdgeKey{{Func: f.Name, Class: ev.Obj.Class(), Mode: lockgraph.Shared}})
}

// addedBefore reports whether something was added before, or may have been by
// callers: then Wait waits.
func addedBefore(r *lockfacts.Reporter, f *lockfacts.Func, start ssa.Instruction, wg syncop.AccessPath) bool {
	found := wg.Root[0] != 'L'
	frame := r.Facts.Frame(f.Fn)
	syncop.Before(start, func(in ssa.Instruction) bool {
		call, ok := in.(ssa.CallInstruction)
		if !ok || len(call.Common().Args) == 0 || !frame.AccessPath(call.Common().Args[0]).Same(wg) {
			return true
		}
		sc, isSync := syncop.OpOf(call.Common())
		found = found || !isSync || sc.Op == trace.OpWGAdd
		return !found
	})
	return found
}
