package chanblock

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// sentAgain reports a loop that receives until a channel is closed and sends the
// received values to it, when any goroutine may close the channel without a sign before:
// the values left in the channel then are still received, and sent again.
func (p *program) sentAgain(f *lockfacts.Func) {
	if recovers(f.Fn) {
		return
	}
	frame := p.r.Facts.Frame(f.Fn)
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			recv, ok := in.(*ssa.UnOp)
			if !ok || recv.Op != token.ARROW || !recv.CommaOk || !syncop.InLoop(b) {
				continue
			}
			ch := frame.AccessPath(recv.X)
			branch, ok := syncop.Terminator(b).(*ssa.If)
			if !ok || ch.Node() == "" || !isOk(branch.Cond, recv) {
				continue
			}
			pos := sendIn(frame, b, ch)
			closed := p.closedBySurprise(ch.Node())
			if !pos.IsValid() || closed == nil {
				continue
			}
			p.r.Report(lockfacts.Finding{
				Check: checks.SendClosed, Pos: pos,
				Message: fmt.Sprintf("sends to the channel that the loop receives from: after %s has closed it, what is left in it is still received, and the program dies here", closed.Parent().Name()),
			}, []lockgraph.EdgeKey{{Func: f.Name, Class: ch.Class()}})
		}
	}
}

// isOk reports whether a condition is that a receive got a value.
func isOk(cond ssa.Value, recv *ssa.UnOp) bool {
	ex, ok := cond.(*ssa.Extract)
	return ok && ex.Tuple == ssa.Value(recv) && ex.Index == 1
}

// sendIn is where the body of the loop sends to the channel that its head, a block,
// receives from.
func sendIn(frame *syncop.Frame, head *ssa.BasicBlock, ch syncop.AccessPath) token.Pos {
	found := token.NoPos
	seen := map[*ssa.BasicBlock]bool{head: true}
	work := []*ssa.BasicBlock{head.Succs[0]}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		for _, in := range b.Instrs {
			if pos := sendTo(frame, in, ch); pos.IsValid() && !found.IsValid() {
				found = pos
			}
		}
		work = append(work, b.Succs...)
	}
	return found
}

// sendTo is where an instruction sends to a channel.
func sendTo(frame *syncop.Frame, in ssa.Instruction, ch syncop.AccessPath) token.Pos {
	switch in := in.(type) {
	case *ssa.Send:
		if frame.AccessPath(in.Chan).Same(ch) {
			return in.Pos()
		}
	case *ssa.Select:
		for _, st := range in.States {
			if st.Send != nil && frame.AccessPath(st.Chan).Same(ch) {
				return st.Pos
			}
		}
	}
	return token.NoPos
}

// closedBySurprise is the close of a channel by an exported function that does
// nothing before that tells of it.
func (p *program) closedBySurprise(node string) ssa.Instruction {
	for _, f := range p.r.Facts.Funcs {
		if obj := f.Fn.Object(); obj == nil || !obj.Exported() {
			continue
		}
		frame := p.r.Facts.Frame(f.Fn)
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				call, ok := in.(*ssa.Call)
				if ok && isClose(call) && frame.AccessPath(call.Call.Args[0]).Node() == node && syncop.Before(call, tellsNobody) {
					return call
				}
			}
		}
	}
	return nil
}

// tellsNobody reports whether an instruction has no effect that others see.
func tellsNobody(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.Store:
		_, local := in.Addr.(*ssa.Alloc)
		return local
	case *ssa.MapUpdate, *ssa.Send, *ssa.Select, ssa.CallInstruction:
		return false
	case *ssa.UnOp:
		return in.Op != token.ARROW
	}
	return true
}
