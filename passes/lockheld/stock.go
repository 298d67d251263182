package lockheld

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// A goroutine has seen that a channel has an element, and holds the lock that every receiver needs. Then its receive does
// not wait:
//
//	q.mu.Lock()
//	if len(q.ch) > 0 { v = <-q.ch }

// inStock reports whether a receive comes after a test by which the channel has elements, while no other goroutine can
// receive, since each receiver holds the lock. It stands for all receives of its function from the channel.
func inStock(r *lockfacts.Reporter, w *lockfacts.Communication, h lockfacts.HeldLock) bool {
	f := r.Facts.Func(w.Site.Func)
	if w.Op != trace.OpRecv || h.Read || f == nil || slices.ContainsFunc(r.Facts.On(w.Node), func(b *lockfacts.Communication) bool {
		return b.Op == trace.OpRecv && !holdsAlone(b, h.Lock.Node())
	}) {
		return false
	}
	first, ok := instruction(f.Fn, w).(*ssa.UnOp)
	if !ok {
		return false
	}
	frame := r.Facts.Frame(f.Fn)
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			recv, ok := in.(*ssa.UnOp)
			if ok && recv.Op == token.ARROW && frame.AccessPath(recv.X).Same(frame.AccessPath(first.X)) && !counted(frame, recv) {
				return false
			}
		}
	}
	return true
}

// counted reports whether control comes to a receive only when the channel has elements.
func counted(frame *syncop.Frame, recv *ssa.UnOp) bool {
	for b := recv.Block(); b.Idom() != nil; b = b.Idom() {
		branch, ok := syncop.Terminator(b.Idom()).(*ssa.If)
		if !ok || len(b.Preds) != 1 {
			continue
		}
		count := nonEmpty(syncop.Branch{If: branch, Taken: b == b.Idom().Succs[0]})
		if count != nil && frame.AccessPath(count.Call.Args[0]).Same(frame.AccessPath(recv.X)) && undisturbed(count, recv) {
			return true
		}
	}
	return false
}

// holdsAlone reports whether an operation happens with a lock that is held exclusively.
func holdsAlone(b *lockfacts.Communication, node string) bool {
	return slices.ContainsFunc(b.Held, func(h lockfacts.HeldLock) bool { return h.Lock.Node() == node && !h.Read })
}

// nonEmpty is the call of len by which a branch tells that there are elements, or nil.
func nonEmpty(d syncop.Branch) *ssa.Call {
	cmp, ok := d.If.Cond.(*ssa.BinOp)
	if !ok {
		return nil
	}
	count, ok := cmp.X.(*ssa.Call)
	if !ok {
		return nil
	}
	builtin, ok := count.Call.Value.(*ssa.Builtin)
	k, isConst := cmp.Y.(*ssa.Const)
	if !ok || builtin.Name() != "len" || !isConst || k.Value == nil {
		return nil
	}
	zero, wanted := constant.MakeInt64(0), d.Taken
	if constant.Compare(zero, cmp.Op, k.Value) == wanted || !countsUp(cmp.Op, wanted) {
		return nil
	}
	return count
}

// countsUp reports whether a comparison that comes out this way and not so for 0 does so for numbers above it alone: a number
// less than a constant may be 0.
func countsUp(op token.Token, taken bool) bool {
	switch op {
	case token.GTR, token.GEQ, token.NEQ:
		return taken
	case token.LSS, token.LEQ, token.EQL:
		return !taken
	}
	return false
}

// undisturbed reports whether control comes from one instruction to another one without anything by which the lock may be
// released, or an element taken out, on the way.
func undisturbed(from, to ssa.Instruction) bool {
	clear := true
	entry := syncop.Before(to, func(in ssa.Instruction) bool {
		switch in := in.(type) {
		case *ssa.Call:
			_, builtin := in.Call.Value.(*ssa.Builtin)
			clear = clear && builtin
		case *ssa.Select, *ssa.RunDefers:
			clear = false
		case *ssa.UnOp:
			clear = clear && in.Op != token.ARROW
		}
		return in != from && clear
	})
	return clear && !entry
}
