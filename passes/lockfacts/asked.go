package lockfacts

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// A goroutine may ask, before it takes a lock, whether somebody has closed a channel, and it may do so
// only when it has seen that its context is over:
//
//	if ctx.Err() != nil {
//		select {
//		case <-s.stop:
//		default: // nobody has closed it
//			s.mu.Lock()
//
// Where the channel is closed in any case before the context ends, it does not come to the lock. The
// order matters: who looks at the channel first may find it open, and see the end of the context later.

// maxAskedDepth bounds the blocks that are looked at for what was seen on the way.
const maxAskedDepth = 12

// Asked is what a goroutine has asked before it takes a lock.
type Asked struct {
	Open   string       // the channel that it saw open, by node
	Ended  syncop.Place // the context of which it saw the end before that, unless it saw Closed
	Closed bool         // it saw Open closed before, or the end of the context
}

// isDecided reports whether it is known what was seen before the channel.
func (a *Asked) isDecided() bool { return a.Closed || a.Ended.Root != "" }

// or is what was asked on one of two ways, or nil.
func (a *Asked) or(b *Asked) *Asked {
	switch {
	case a == nil || b == nil || a.Open != b.Open:
		return nil
	case !a.isDecided() || !b.isDecided() || a.Ended.Root != "" && b.Ended.Root != "" && a.Ended != b.Ended:
		return &Asked{Open: a.Open}
	}
	both := &Asked{Open: a.Open, Ended: a.Ended, Closed: a.Closed || b.Closed}
	if both.Ended.Root == "" {
		both.Ended = b.Ended
	}
	return both
}

// asks returns what is asked on every way to a block that takes a lock, or nil.
func (w *walker) asks(b *ssa.BasicBlock) *Asked {
	known, ok := w.saysOpen[b]
	if ok {
		return known
	}
	if sel, open := w.sawOpen(b); sel != nil {
		if known = w.sawBefore(sel.Block(), open); known == nil {
			known = &Asked{Open: open}
		}
	}
	if w.saysOpen == nil {
		w.saysOpen = map[*ssa.BasicBlock]*Asked{}
	}
	w.saysOpen[b] = known
	return known
}

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
	if ctx == nil || !isContext(ctx.Type()) {
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
		if !ok || len(ret.Results) != 1 || b == fn.Recover && !recovers(fn) {
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

// recovers reports whether a function that a function defers may call recover.
func recovers(fn *ssa.Function) bool {
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(in ssa.Instruction) bool {
			d, ok := in.(*ssa.Defer)
			return ok && (d.Call.StaticCallee() == nil || callsRecover(d.Call.StaticCallee()))
		})
	})
}

// callsRecover reports whether a function calls recover itself. Of one of another module that is not known.
func callsRecover(fn *ssa.Function) bool {
	if fn.Blocks == nil {
		return fn.Pkg == nil || !syncop.IsStd(fn.Pkg.Pkg.Path())
	}
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(in ssa.Instruction) bool {
			call, ok := in.(*ssa.Call)
			if !ok {
				return false
			}
			builtin, ok := call.Call.Value.(*ssa.Builtin)
			return ok && builtin.Name() == "recover"
		})
	})
}

// contextOf is the context of which a value is the result of a method, or nil.
func contextOf(v ssa.Value, method string) ssa.Value {
	call, ok := v.(*ssa.Call)
	if !ok || !call.Call.IsInvoke() || call.Call.Method.Name() != method || !isContext(call.Call.Value.Type()) {
		return nil
	}
	return call.Call.Value
}

func isContext(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
}

// asked gives what the called function has asked its meaning in the caller. Who passes nil for the
// context has to say himself what was seen.
func (e environment) asked(a *Asked) *Asked {
	if a == nil || a.Ended.Root == "" {
		return a
	}
	named := &Asked{Open: a.Open, Ended: e.place(a.Ended), Closed: a.Closed}
	if arg, ok := e.arg(a.Ended.Root); ok && a.Ended.Path == "" && arg.Const == "nil" || !named.Ended.Known() {
		return &Asked{Open: a.Open}
	}
	return named
}

// mayAsk reports whether an event of a called function may happen after what that has asked: not when
// its context never ends. It adds what the caller has seen before the call.
func (w *walker) mayAsk(ev *Event, at ssa.Instruction) bool {
	if ev.Asked == nil {
		return true
	}
	if register, ok := strings.CutPrefix(ev.Asked.Ended.Root, "L"); ok {
		never := neverEnds(valueOf(w.fn, register))
		if never && !ev.Asked.Closed {
			return false
		}
		ev.Asked = &Asked{Open: ev.Asked.Open, Closed: never}
	}
	if !ev.Asked.isDecided() && at != nil {
		if seen := w.sawBefore(at.Block(), ev.Asked.Open); seen != nil {
			ev.Asked = seen
		}
	}
	return true
}

// neverEnds reports whether a context is one that nobody can end.
func neverEnds(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil {
		return false
	}
	switch syncop.Key(call.Call.StaticCallee()) {
	case "context.Background", "context.TODO":
		return true
	}
	return false
}

// unless stands before a node that is acquired after something was asked, with the channel, and the
// field of the context, or nothing where the channel was seen closed before.
const unless = "unless "

// mark is what stands before the node, or "" when what was asked says nothing.
func (a *Asked) mark() string {
	if a == nil || !a.isDecided() {
		return ""
	}
	field := lastSelector(a.Ended.Path)
	if a.Ended.Root != "" && field == "" {
		return ""
	}
	return unless + a.Open + "," + field + ";"
}

// CutAsked splits what is said about a node in the Before or Instead of a [Block]: the channel that was
// seen open, the field of the context of which the end was seen before, and the node.
func CutAsked(got string) (open, field, node string, ok bool) {
	rest, ok := strings.CutPrefix(got, unless)
	if !ok {
		return "", "", got, false
	}
	said, node, _ := strings.Cut(rest, ";")
	open, field, _ = strings.Cut(said, ",")
	return open, field, node, true
}
