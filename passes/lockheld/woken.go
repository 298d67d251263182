package lockheld

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// woken reports whether the waiter has met the answering goroutine before, at a channel without a buffer,
// and holds the lock since. Earlier uses of the lock by that goroutine are over, and from there to
// its answer it does not take it.
func woken(r *lockfacts.Reporter, w, a *lockfacts.Communication, node string) bool {
	waiter, other := r.Facts.Func(w.Func), r.Facts.Func(a.Site.Func)
	if waiter == nil || other == nil || len(w.Via) > 0 {
		return false
	}
	at, list := instruction(waiter.Fn, w), answersOf(r, other, a)
	if at == nil {
		return false
	}
	return slices.ContainsFunc(r.Facts.Blocks, func(s *lockfacts.Communication) bool {
		if s.Op != trace.OpSend || s.Func != w.Func || len(s.Via) > 0 || !holds(s, node) || !r.Facts.Unbuffered(s.Node) {
			return false
		}
		send, ok := instruction(waiter.Fn, s).(*ssa.Send)
		if !ok || !syncop.Dominates(send, at) {
			return false
		}
		met := received(r, other, s.Node)
		return slices.ContainsFunc(list, func(answer ssa.Instruction) bool { return freeSince(r, other, met, answer, node) })
	})
}

// answersOf returns the instructions of a function by which it answers: an operation stands for
// all sends of the function to that channel.
func answersOf(r *lockfacts.Reporter, f *lockfacts.Func, a *lockfacts.Communication) []ssa.Instruction {
	var list []ssa.Instruction
	if in := instruction(f.Fn, a); in != nil {
		list = append(list, in)
	}
	frame := r.Facts.Frame(f.Fn)
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			if send, ok := in.(*ssa.Send); ok && a.Op == trace.OpSend && frame.AccessPath(send.Chan).Node() == a.Node {
				list = append(list, in)
			}
		}
	}
	return list
}

// received returns the instructions after which a function has received from a channel: the
// first of the case of a select.
func received(r *lockfacts.Reporter, f *lockfacts.Func, node string) []ssa.Instruction {
	var list []ssa.Instruction
	frame := r.Facts.Frame(f.Fn)
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.UnOp:
				if in.Op == token.ARROW && frame.AccessPath(in.X).Node() == node {
					list = append(list, in)
				}
			case *ssa.Select:
				for i, first := range lockfacts.Cases(in) {
					if s := in.States[i]; s.Dir == types.RecvOnly && frame.AccessPath(s.Chan).Node() == node {
						list = append(list, first.Instrs[0])
					}
				}
			}
		}
	}
	return list
}

// freeSince reports whether a function comes to an instruction only after one of those, and
// does not take the lock in between.
func freeSince(r *lockfacts.Reporter, f *lockfacts.Func, since []ssa.Instruction, to ssa.Instruction, node string) bool {
	i := slices.IndexFunc(since, func(in ssa.Instruction) bool { return in == to || syncop.Dominates(in, to) })
	if i < 0 {
		return false
	}
	free := true
	syncop.Before(to, func(in ssa.Instruction) bool {
		free = free && !acquires(r, f, in, node)
		return free && in != since[i]
	})
	return free
}

// acquires reports whether an instruction takes a lock of that name, itself or in a function
// that it calls.
func acquires(r *lockfacts.Reporter, f *lockfacts.Func, in ssa.Instruction, node string) bool {
	call, ok := in.(*ssa.Call)
	if !ok {
		return false
	}
	if sc, ok := syncop.OpOf(&call.Call); ok {
		return r.Facts.Frame(f.Fn).AccessPath(sc.Recv).Node() == node && (sc.Op == trace.OpLock || sc.Op == trace.OpRLock)
	}
	takes := func(ev lockfacts.Event) bool { return ev.IsAcquire() && ev.Async == "" && ev.Obj.Node() == node }
	return slices.ContainsFunc(r.Facts.Funcs, func(g *lockfacts.Func) bool {
		return g.Fn == call.Call.StaticCallee() && slices.ContainsFunc(g.Events, takes)
	}) || slices.ContainsFunc(f.Events, func(ev lockfacts.Event) bool { return takes(ev) && ev.Position() == call.Pos() })
}
