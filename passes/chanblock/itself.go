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

// forItself reports a function that receives, itself or through a call, from a
// channel that it alone closes, and only when it returns.
func forItself(r *lockfacts.Reporter, f *lockfacts.Func) {
	for i := range f.Events {
		ev := &f.Events[i]
		if ev.Op != trace.OpRecv || ev.Escapes || ev.Async != "" || len(ev.Conds) > 0 || !ev.Obj.Known() {
			continue
		}
		at := instructionAt(f.Fn, ev)
		if at == nil || !closesLater(r, f, at, ev.Obj) || answered(r, f, ev) {
			continue
		}
		class := ev.Obj.Class()
		r.Report(lockfacts.Finding{
			Check: checks.BlocksForever, Pos: ev.Position(),
			Message: fmt.Sprintf("%s waits for itself: it closes %s when it returns, and receives from it before (%s)", f.Fn.Name(), lockfacts.ShortClass(class), lockfacts.Chain(ev.Via, ev.Site)),
			Sides:   []lockfacts.Side{{Steps: []lockfacts.Step{{Op: "recv", Class: class, Site: ev.Site, Via: ev.Via}}}},
		}, []lockgraph.EdgeKey{{Func: f.Name, Class: class}})
	}
}

// instructionAt is the operation that an event is about, or the call that leads to it.
func instructionAt(fn *ssa.Function, ev *lockfacts.Event) ssa.Instruction {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if _, deferred := in.(*ssa.Defer); !deferred && in.Pos() == ev.Position() && mayWait(in) {
				return in
			}
		}
	}
	return nil
}

// closesLater reports whether the function has deferred the close of a channel
// when it comes to an instruction.
func closesLater(r *lockfacts.Reporter, f *lockfacts.Func, at ssa.Instruction, ch syncop.AccessPath) bool {
	deferred := false
	syncop.Before(at, func(in ssa.Instruction) bool {
		d, ok := in.(*ssa.Defer)
		if ok && isClose(d) && r.Facts.Frame(f.Fn).AccessPath(d.Call.Args[0]).Same(ch) {
			deferred = true
		}
		return !deferred
	})
	return deferred
}

// handedOn reports whether a channel that the function makes becomes a part of
// something, or an argument: others may have it then.
func handedOn(fn *ssa.Function, ch syncop.AccessPath) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if mc, ok := in.(*ssa.MakeChan); ok && ch.Root == "L"+mc.Name() && goesOn(mc) {
				return true
			}
		}
	}
	return false
}

// isArgument reports whether a channel is an argument of the function, or of one around it: the
// caller may have given it to others.
func isArgument(fn *ssa.Function, ch syncop.AccessPath) bool {
	if ch.Path != "" && ch.Path != "->" {
		return false
	}
	i := ch.Index()
	switch {
	case i < 0:
		return false
	case ch.Root[0] == 'F' && i < len(fn.FreeVars):
		v := syncop.Captured(fn.FreeVars[i])
		if cell, ok := v.(*ssa.Alloc); ok {
			v = syncop.OnlyStore(cell)
		}
		_, given := v.(*ssa.Parameter)
		return given
	}
	return ch.Root[0] == 'P'
}

func goesOn(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(in ssa.Instruction) bool {
		switch in := in.(type) {
		case *ssa.Store:
			if cell, ok := in.Addr.(*ssa.Alloc); ok {
				return in.Val == v && (syncop.OnlyStore(cell) == nil || cellGoesOn(cell))
			}
			return in.Val == v
		case *ssa.Send:
			return in.X == v
		case *ssa.ChangeType:
			return goesOn(in)
		case *ssa.MakeInterface, *ssa.MapUpdate, *ssa.Return, *ssa.Phi:
			return true
		case ssa.CallInstruction:
			_, builtin := in.Common().Value.(*ssa.Builtin)
			return !builtin
		}
		return false
	})
}

// cellGoesOn reports whether what is in a local variable goes on, also from literals that capture it: who is
// given the channel there (go func() { job.Run(done) }()) may be of another package.
func cellGoesOn(cell ssa.Value) bool {
	return slices.ContainsFunc(*cell.Referrers(), func(in ssa.Instruction) bool {
		switch in := in.(type) {
		case *ssa.UnOp:
			return goesOn(in)
		case *ssa.MakeClosure:
			at := slices.Index(in.Bindings, cell)
			return at >= 0 && cellGoesOn(in.Fn.(*ssa.Function).FreeVars[at])
		}
		return false
	})
}

// answered reports whether another goroutine sends to the channel or closes it, or the function itself sends to it while it may have room.
func answered(r *lockfacts.Reporter, f *lockfacts.Func, ev *lockfacts.Event) bool {
	node := ev.Obj.Node()
	if node == "" || handedOn(f.Fn, ev.Obj) || isArgument(f.Fn, ev.Obj) {
		return true
	}
	for _, b := range r.Facts.On(node) {
		own := b.Site.Func == f.Name
		if b.Op == trace.OpSend && (!own || !r.Facts.Unbuffered(node)) || b.Op == trace.OpClose && !own {
			return true
		}
	}
	return false
}
