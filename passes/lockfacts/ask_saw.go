package lockfacts

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// What a goroutine has seen on its way to a block, for [Asked]: the end of a context, by ctx.Err() or ctx.Done(), and
// that a channel is closed, by receiving from it or by what a function returns that has.

// maxAskedDepth bounds the blocks that are looked at for what was seen on the way.
const maxAskedDepth = 12

// sawBefore returns what was seen on every way to a block, or nil: see saw.
func (w *walker) sawBefore(b *ssa.BasicBlock, open string) *Asked {
	return w.saw(b, open, map[*ssa.BasicBlock]bool{})
}

// sawOpen returns the last select that decides whether control comes to a block, when it comes there by
// its default, with the one channel that it would have received from.
func (w *walker) sawOpen(b *ssa.BasicBlock) (*ssa.Select, string) {
	for ; b != nil && b.Idom() != nil; b = b.Idom() {
		branch, ok := syncop.LastOf(b.Idom()).(*ssa.If)
		if !ok || len(b.Preds) != 1 || b != b.Idom().Succs[1] {
			continue
		}
		sel, i := caseOf(branch.Cond)
		if sel == nil || sel.Blocking || len(sel.States) != 1 || i != 0 || sel.States[0].Dir != types.RecvOnly {
			continue
		}
		if open := w.frame.Place(sel.States[0].Chan).Node(); open != "" && !strings.ContainsAny(open, ",;") {
			return sel, open
		}
	}
	return nil, ""
}

// caseOf returns the select and the case of it that a condition asks for, or nil.
func caseOf(cond ssa.Value) (*ssa.Select, int) {
	eq, ok := cond.(*ssa.BinOp)
	if !ok || eq.Op != token.EQL {
		return nil, 0
	}
	x, isExtract := eq.X.(*ssa.Extract)
	k, isConst := eq.Y.(*ssa.Const)
	if !isExtract || !isConst || x.Index != 0 {
		return nil, 0
	}
	sel, ok := x.Tuple.(*ssa.Select)
	if !ok || k.Int64() < 0 || k.Int64() >= int64(len(sel.States)) {
		return nil, 0
	}
	return sel, int(k.Int64())
}

// saw returns what was seen on every way to the start of a block: the end of one context, or that the
// channel was closed; or nil. What was seen once stays so, so that the ways back of loops add nothing.
func (w *walker) saw(b *ssa.BasicBlock, open string, busy map[*ssa.BasicBlock]bool) *Asked {
	if len(b.Preds) == 0 || len(busy) > maxAskedDepth {
		return nil
	}
	busy[b] = true
	defer delete(busy, b)
	var all *Asked
	for _, p := range b.Preds {
		if busy[p] || p == b {
			continue
		}
		seen := w.sawOn(p, b, open)
		if seen == nil {
			seen = w.saw(p, open, busy)
		}
		if all != nil {
			seen = all.or(seen)
		}
		if seen == nil || !seen.isDecided() {
			return nil
		}
		all = seen
	}
	return all
}

// sawOn returns what is seen by who goes from one block to the next, or nil.
func (w *walker) sawOn(from, to *ssa.BasicBlock, open string) *Asked {
	branch, ok := syncop.LastOf(from).(*ssa.If)
	if !ok || from.Succs[0] == from.Succs[1] {
		return nil
	}
	return w.sawWhere(branch.Cond, to == from.Succs[0], open)
}

// sawWhere returns what is seen where a condition comes out in a way, or nil.
func (w *walker) sawWhere(cond ssa.Value, truth bool, open string) *Asked {
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		return w.sawWhere(not.X, !truth, open)
	}
	if sel, i := caseOf(cond); sel != nil {
		if truth && sel.States[i].Dir == types.RecvOnly {
			return w.sawReceived(sel.States[i].Chan, open)
		}
		return nil
	}
	if call, ok := cond.(*ssa.Call); ok && w.sawReturned(call, truth, open) {
		return &Asked{Open: open, Closed: true}
	}
	test, ok := cond.(*ssa.BinOp)
	if !ok || test.Op != token.EQL && test.Op != token.NEQ {
		return nil
	}
	if k, ok := test.Y.(*ssa.Const); !ok || !k.IsNil() {
		return nil
	}
	isNil := (test.Op == token.EQL) == truth
	ctx := contextOf(test.X, "Err")
	if isNil {
		ctx = test.X // none at all: whoever is given one does not come this way
	}
	return w.sawEnd(ctx, open)
}

// sawReceived is what who receives from a channel sees.
func (w *walker) sawReceived(ch ssa.Value, open string) *Asked {
	if w.frame.Place(ch).Node() == open {
		return &Asked{Open: open, Closed: true}
	}
	return w.sawEnd(contextOf(ch, "Done"), open)
}

func (w *walker) sawEnd(ctx ssa.Value, open string) *Asked {
	if ctx == nil || !syncop.IsContext(ctx.Type()) {
		return nil
	}
	if p := w.frame.Place(ctx); p.Known() {
		return &Asked{Open: open, Ended: p}
	}
	return nil
}

// sawReturned reports whether a function of the package returns that value only where it has received
// from the channel.
func (w *walker) sawReturned(call *ssa.Call, value bool, open string) bool {
	callee := call.Call.StaticCallee()
	if callee == nil {
		return false
	}
	fn := w.pkg.declared(callee)
	if fn == nil || fn == w.fn {
		return false
	}
	in, found := &walker{pkg: w.pkg, fn: fn, frame: w.pkg.frame(fn)}, false
	for _, b := range fn.Blocks {
		ret, ok := syncop.LastOf(b).(*ssa.Return)
		if !ok || len(ret.Results) != 1 || b == fn.Recover {
			continue
		}
		k, ok := lastStored(ret.Results[0]).(*ssa.Const)
		if ok && !isZeroValue(k) != value {
			continue
		}
		seen := in.sawBefore(b, open)
		if !ok || seen == nil || !seen.Closed || seen.Ended.Root != "" {
			return false
		}
		found = true
	}
	return found
}

// contextOf is the context of which a value is the result of a method, or nil.
func contextOf(v ssa.Value, method string) ssa.Value {
	call, ok := v.(*ssa.Call)
	if !ok || !call.Call.IsInvoke() || call.Call.Method.Name() != method || !syncop.IsContext(call.Call.Value.Type()) {
		return nil
	}
	return call.Call.Value
}
