package chanblock

import (
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// Whether a channel is closed can be seen by receiving from it without waiting:
//
//	func (c *chunk) available() bool {
//		select {
//		case <-c.ch: return true
//		default: return false
//		}
//	}
//	if !c.available() { close(c.ch) }

// seenClosed tells how a condition comes out after the close of a channel, if that decides it.
func seenClosed(r *lockfacts.Reporter, frame *syncop.Frame, ch ssa.Value) func(ssa.Value) (truth, ok bool) {
	path := frame.AccessPath(ch)
	return func(cond ssa.Value) (truth, ok bool) {
		if sel := tookFirst(cond); sel != nil {
			return true, path.Known() && frame.AccessPath(sel.States[0].Chan).Same(path)
		}
		call, ok := cond.(*ssa.Call)
		if !ok || call.Call.StaticCallee() == nil {
			return false, false
		}
		callee := call.Call.StaticCallee()
		sel, truth := looks(callee)
		if sel == nil {
			return false, false
		}
		asked := r.Facts.Frame(callee).AccessPath(sel.States[0].Chan)
		if !asked.Outer() || asked.Root[0] != 'P' || asked.Index() >= len(call.Call.Args) {
			return false, false
		}
		return truth, path.Known() && asked.Under(frame.AccessPath(call.Call.Args[asked.Index()]), nil).Same(path)
	}
}

// tookFirst is the select that a condition asks whether it has received from its only channel, without waiting, or nil.
func tookFirst(cond ssa.Value) *ssa.Select {
	cmp, ok := cond.(*ssa.BinOp)
	if !ok || cmp.Op != token.EQL {
		return nil
	}
	k, isConst := cmp.Y.(*ssa.Const)
	which, isPart := cmp.X.(*ssa.Extract)
	if !isConst || !isPart || which.Index != 0 || k.Value == nil || constant.Sign(k.Value) != 0 {
		return nil
	}
	sel, ok := which.Tuple.(*ssa.Select)
	if !ok || sel.Blocking || len(sel.States) != 1 || sel.States[0].Send != nil {
		return nil
	}
	return sel
}

// looks returns the select by which a function sees whether a channel is closed, and nothing comes before, and the
// result in that case.
func looks(fn *ssa.Function) (sel *ssa.Select, truth bool) {
	if len(fn.Blocks) == 0 {
		return nil, false
	}
	branch, ok := syncop.Terminator(fn.Blocks[0]).(*ssa.If)
	if !ok {
		return nil, false
	}
	ret, returns := syncop.Terminator(fn.Blocks[0].Succs[0]).(*ssa.Return)
	if !returns || len(ret.Results) != 1 {
		return nil, false
	}
	k, isConst := ret.Results[0].(*ssa.Const)
	if !isConst || k.Value == nil || k.Value.Kind() != constant.Bool {
		return nil, false
	}
	return tookFirst(branch.Cond), constant.BoolVal(k.Value)
}
