package chanblock

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// A send after the end of its receivers needs a sender that comes to it. These doubts are the reasons for which the sender
// may be done by then, or may never begin:
//
//	if won.CompareAndSwap(false, true) { c <- v }  // amount: the buffer of one has room
//	if err := <-ready; err != nil { return }       // order: the receiver says first that it fails
//	c <- r; if r.err != nil { return }             // value: the sender leaves by the same value
//
// A finding with a doubt is only possible.

// doubts are the parts of a witness that the program does not show, for a receiver that leaves.
func (v *verdict) doubts(r *thread, l *leaving) (lacks []string) {
	if l.kind == value && !v.sendsOnceEach() {
		lacks = append(lacks, partValue)
	}
	if l.kind == told && !v.toldAnyTime(l.told) {
		lacks = append(lacks, partTold)
	}
	if v.c.size != 0 && !v.countsSends() || l.kind == enough && v.isClaimed() {
		lacks = append(lacks, partAmount)
	}
	if v.awaitsReceiver() {
		lacks = append(lacks, partOrder)
	}
	if v.startsReceivers(r) {
		lacks = append(lacks, partReceiver)
	}
	return lacks
}

// toldAnyTime reports whether the receiver is told to leave by an exported function, in any order with the sender. The
// function that makes the channel may wait for the senders first, in a way that is not seen.
func (v *verdict) toldAnyTime(ch ssa.Value) bool {
	p := v.c.p
	in, ok := ch.(ssa.Instruction)
	if !ok {
		return false
	}
	return !slices.ContainsFunc(p.r.Facts.On(p.r.Facts.Frame(in.Parent()).AccessPath(ch).Node()), func(b *lockfacts.Communication) bool {
		f := p.r.Facts.Func(b.Func)
		return b.Op != trace.OpRecv && f != nil && (f.Fn == v.c.made.Parent() || f.Fn.Parent() != nil || !lockfacts.IsExported(f.Fn))
	})
}

// sendsOnceEach reports whether each goroutine that sends is done then: no one of several knows the value of another one.
func (v *verdict) sendsOnceEach() bool {
	for _, r := range v.all.threads {
		if len(r.spawns) == 0 || v.all.most(r.fn, map[*ssa.Function]bool{}) != 1 {
			return false
		}
	}
	return true
}

// countsSends reports whether each send happens, and as often as it is counted: no branch but those of loops over a list, or up to a
// number, decides about it.
func (v *verdict) countsSends() bool {
	if v.c.size == unknownSize {
		return false
	}
	for _, points := range v.all.points {
		for in := range points {
			if !isCertain(in) {
				return false
			}
		}
	}
	for _, r := range v.all.threads {
		if slices.ContainsFunc(r.spawns, func(in ssa.Instruction) bool { return !isCertain(in) }) {
			return false
		}
	}
	return true
}

// isClaimed reports whether the send depends on a test that only one goroutine may pass: an atomic operation, a select that does not wait,
// or a shared variable.
func (v *verdict) isClaimed() bool {
	return slices.ContainsFunc(syncop.ControlDependence(v.send.instr.Block(), func(*ssa.BasicBlock) bool { return false }), func(b syncop.Branch) bool {
		return claims(b.If.Cond, maxSlice)
	})
}

func claims(v ssa.Value, depth int) bool {
	if depth == 0 {
		return true
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		return claims(v.X, depth-1) || claims(v.Y, depth-1)
	case *ssa.Extract:
		sel, ok := v.Tuple.(*ssa.Select)
		return ok && !sel.Blocking
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return claims(v.X, depth-1)
		}
		_, isLocal := v.X.(*ssa.Alloc)
		return !isLocal
	case *ssa.Call:
		fn := v.Call.StaticCallee()
		return fn != nil && fn.Pkg != nil && strings.HasPrefix(fn.Pkg.Pkg.Path(), "sync")
	}
	return false
}

// isCertain reports whether a function comes to an instruction on each path, and in each turn of the loops around it.
func isCertain(in ssa.Instruction) bool {
	return !slices.ContainsFunc(syncop.ControlDependence(in.Block(), func(*ssa.BasicBlock) bool { return false }), func(b syncop.Branch) bool {
		return !goesThrough(b.If)
	})
}

// goesThrough reports whether a branch is the head of a loop over a list or map, or up to a number.
func goesThrough(branch *ssa.If) bool {
	switch cond := branch.Cond.(type) {
	case *ssa.Extract:
		_, isNext := cond.Tuple.(*ssa.Next)
		return isNext
	case *ssa.BinOp:
		return (cond.Op == token.LSS || cond.Op == token.LEQ) && syncop.InLoop(branch.Block()) && (counter(cond.X) || isVariable(cond.X))
	}
	return false
}

// isVariable reports whether a value is that of a local variable, as that of a loop whose literals capture it.
func isVariable(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	switch load.X.(type) {
	case *ssa.Alloc, *ssa.Phi:
		return true
	}
	return false
}

// awaitsReceiver reports whether the sender waits for another goroutine on its way to a send, and that goroutine may be the receiver.
func (v *verdict) awaitsReceiver() bool {
	for fn := range v.tx.seen {
		for in := range v.tx.points[fn] {
			if anyInstr(fn, func(wait ssa.Instruction) bool {
				return wait != in && syncop.CanReach(wait, in) && v.isFedByReceiver(wait)
			}) {
				return true
			}
		}
	}
	return false
}

// isFedByReceiver reports whether an instruction waits for another goroutine, which may be a receiver of the flow.
func (v *verdict) isFedByReceiver(wait ssa.Instruction) bool {
	switch in := wait.(type) {
	case *ssa.UnOp:
		return in.Op == token.ARROW && v.feeds(in.X)
	case *ssa.Select:
		return in.Blocking && slices.ContainsFunc(in.States, func(st *ssa.SelectState) bool {
			return st.Dir == types.RecvOnly && v.feeds(st.Chan)
		})
	}
	return v.isWait(wait)
}

// startsReceivers reports whether another receiver is started when one has left: by itself, or in a loop that waits for its end.
func (v *verdict) startsReceivers(r *thread) bool {
	return slices.ContainsFunc(r.spawns, func(in ssa.Instruction) bool {
		fn := in.Parent()
		for f := fn; f != nil; f = f.Parent() {
			if v.rx.seen[f] && f != v.c.home {
				return true
			}
		}
		return syncop.InLoop(in.Block()) && anyInstr(fn, func(wait ssa.Instruction) bool {
			return v.isWait(wait) && syncop.CanReach(in, wait) && syncop.CanReach(wait, in)
		})
	})
}

// isWait reports whether an instruction waits for another goroutine.
func (v *verdict) isWait(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.UnOp:
		return in.Op == token.ARROW
	case *ssa.Select:
		return in.Blocking
	case *ssa.Call:
		return v.c.p.waitsIn(in.Call.StaticCallee()) || isGroupWait(in)
	}
	return false
}

// isGroupWait reports whether a call waits for a WaitGroup or a Cond.
func isGroupWait(call *ssa.Call) bool {
	op, ok := syncop.OpOf(&call.Call)
	return ok && (op.Op == trace.OpWGWait || op.Op == trace.OpWait)
}

// feeds reports whether a receiver of the flow may send to a channel, or close it. It may when the users of the channel
// are not known.
func (v *verdict) feeds(ch ssa.Value) bool {
	if isClock(ch) {
		return false
	}
	i := slices.IndexFunc(v.c.p.all, func(c *flow) bool { return c.seen[ch] })
	if i < 0 {
		return true
	}
	return v.c.p.all[i].taken || slices.ContainsFunc(v.c.p.all[i].ops, func(o op) bool {
		return (o.kind == trace.OpSend || o.kind == trace.OpClose) && v.rx.seen[o.fn]
	})
}

// isClock reports whether a channel is that of a timer or of a context.
func isClock(ch ssa.Value) bool {
	switch ch := ch.(type) {
	case *ssa.Call:
		if ch.Call.IsInvoke() {
			return syncop.ObjectKey(ch.Call.Method) == "(context.Context).Done"
		}
		fn := ch.Call.StaticCallee()
		return fn != nil && fn.Pkg != nil && fn.Pkg.Pkg.Path() == "time"
	case *ssa.UnOp:
		fa, ok := ch.X.(*ssa.FieldAddr)
		if !ok {
			return false
		}
		named, ok := types.Unalias(fa.X.Type().Underlying().(*types.Pointer).Elem()).(*types.Named)
		return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "time"
	}
	return false
}
