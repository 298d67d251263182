package lockheld

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// Who has found something in a channel receives it without waiting, if everybody who receives there holds the lock:
//
//	q.mu.Lock(); for { if len(q.jobs) == 0 { q.cond.Wait(); continue }; job := <-q.jobs; … }

// isThere reports whether a receive comes right behind a test that has found the channel not empty, and nobody else can
// have received in between, who would hold the lock.
func isThere(r *lockfacts.Reporter, w *lockfacts.Block, node string) bool {
	f := r.Facts.Func(w.Site.Func)
	if f == nil || w.Op != trace.OpRecv {
		return false
	}
	recv, ok := instruction(f.Fn, w).(*ssa.UnOp)
	if !ok || recv.Op != token.ARROW || !rightBehind(r, f, recv) {
		return false
	}
	return !slices.ContainsFunc(r.Facts.On(w.Node), func(b *lockfacts.Block) bool {
		return b.Op == trace.OpRecv && !holds(b, node)
	})
}

// rightBehind reports whether the branch that leads to a receive has found the channel not empty, and nothing is called
// in between.
func rightBehind(r *lockfacts.Reporter, f *lockfacts.Func, recv *ssa.UnOp) bool {
	b := recv.Block()
	if len(b.Preds) != 1 {
		return false
	}
	for _, in := range b.Instrs[:slices.Index(b.Instrs, ssa.Instruction(recv))] {
		if _, ok := in.(ssa.CallInstruction); ok {
			return false
		}
	}
	from := b.Preds[0]
	branch, ok := from.Instrs[len(from.Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	asked, empty := askedForLength(branch.Cond)
	frame := r.Facts.Frame(f.Fn)
	return asked != nil && frame.Place(asked).Same(frame.Place(recv.X)) && from.Succs[0] != from.Succs[1] && (from.Succs[0] == b) != empty
}

// askedForLength is the channel of which a condition asks whether it is empty, or whether it is not.
func askedForLength(cond ssa.Value) (channel ssa.Value, empty bool) {
	v, ok := cond.(*ssa.BinOp)
	if !ok {
		return nil, false
	}
	call, isCall := v.X.(*ssa.Call)
	k, isConst := v.Y.(*ssa.Const)
	if !isCall || !isConst || k.Value == nil || constant.Sign(k.Value) != 0 {
		return nil, false
	}
	if length, ok := call.Call.Value.(*ssa.Builtin); !ok || length.Name() != "len" {
		return nil, false
	}
	switch v.Op {
	case token.EQL:
		return call.Call.Args[0], true
	case token.NEQ, token.GTR:
		return call.Call.Args[0], false
	}
	return nil, false
}
