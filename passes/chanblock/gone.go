package chanblock

import (
	"go/token"
	"go/types"
	"maps"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// receiversGone reports a send to goroutines that may all have returned by then: because
// their context has ended, for which the sender does not wait, or, where it sends in a
// loop, because they stop at the first error.
func (p *program) receiversGone(c *channel) {
	receives := c.of(trace.OpRecv)
	if c.size != 0 || len(receives) == 0 || c.closedBySomebodyElse() {
		return
	}
	for _, send := range c.of(trace.OpSend) {
		if !send.alone || send.defers || recovers(send.fn) {
			continue
		}
		why, pos := p.allLeave(send, receives, sendsOn(send))
		if !pos.IsValid() {
			continue
		}
		p.forever(c, send, "blocks for ever when the goroutine that receives has returned in line %d, because %s: send in a select that ends then as well", p.r.Pass.Fset.Position(pos).Line, why)
		return
	}
}

// closedBySomebodyElse reports whether one closes the channel who does not send to it: who
// still sends then dies, and does not wait.
func (c *channel) closedBySomebodyElse() bool {
	for _, o := range c.of(trace.OpClose) {
		sends := false
		for _, s := range c.of(trace.OpSend) {
			sends = sends || s.fn == o.fn
		}
		if !sends {
			return true
		}
	}
	return false
}

// sendsOn reports whether a function sends again without having waited for any goroutine in
// between who could have told it not to.
func sendsOn(send *op) bool {
	return syncop.InLoop(send.instr.Block()) && syncop.CanReachAvoiding(send.instr, send.instr, func(in ssa.Instruction) bool {
		_, call := in.(*ssa.Call)
		return in != send.instr && !call && mayWait(in)
	})
}

// allLeave reports why all goroutines that receive may have returned when another goroutine
// sends, and where one of them does.
func (p *program) allLeave(send *op, receives []*op, loops bool) (why string, pos token.Pos) {
	byFn := map[*ssa.Function][]*op{}
	for _, o := range receives {
		if o.fn == send.fn || o.defers || !p.started(o.fn) {
			return "", token.NoPos
		}
		byFn[o.fn] = append(byFn[o.fn], o)
	}
	for _, list := range byFn {
		reason, at := p.leave(list, loops)
		if !at.IsValid() {
			return "", token.NoPos
		}
		if !pos.IsValid() || at < pos {
			why, pos = reason, at
		}
	}
	return why, pos
}

// leave reports why a goroutine may return although it could receive again, and where.
func (p *program) leave(receives []*op, loops bool) (why string, pos token.Pos) {
	avoid := maps.Clone(p.dead(receives[0].fn))
	for _, o := range receives {
		avoid[o.instr.Block()] = true
	}
	for _, o := range receives {
		if sel, ok := o.instr.(*ssa.Select); ok && sel.Blocking {
			if pos := p.endedWithContext(sel, avoid); pos.IsValid() {
				return "its context has ended", pos
			}
		}
	}
	for _, o := range receives {
		if loops && syncop.InLoop(o.instr.Block()) {
			if pos := endedWithError(o, avoid); pos.IsValid() {
				return "something has failed", pos
			}
		}
	}
	return "", token.NoPos
}

// endedWithContext is where a function returns by the case of a select that waits for the
// end of a context which comes from outside.
func (p *program) endedWithContext(sel *ssa.Select, avoid map[*ssa.BasicBlock]bool) token.Pos {
	for i, st := range sel.States {
		if st.Dir != types.RecvOnly || !p.isDoneOfGiven(st.Chan) {
			continue
		}
		if b, ok := received(&op{instr: sel, which: i}); ok {
			if pos := returnFrom(b, avoid); pos.IsValid() {
				return pos
			}
		}
	}
	return token.NoPos
}

// endedWithError is where a function returns from within the loop in which it receives, behind
// the test of an error that a call has returned. Where the loop comes to its own end it has received as often as it was to.
func endedWithError(o *op, avoid map[*ssa.BasicBlock]bool) token.Pos {
	avoid = maps.Clone(avoid)
	if head := header(o.instr.Block()); head != nil {
		avoid[head] = true
	}
	for _, b := range o.fn.Blocks {
		branch, ok := syncop.Terminator(b).(*ssa.If)
		if !ok || !syncop.Reaches(o.instr.Block(), b) || !syncop.Reaches(b, o.instr.Block()) {
			continue
		}
		cond, ok := branch.Cond.(*ssa.BinOp)
		if !ok || !syncop.IsNil(cond.Y) || !isErrorOfCall(cond.X) {
			continue
		}
		failed := b.Succs[0]
		if cond.Op == token.EQL {
			failed = b.Succs[1]
		}
		if pos := returnFrom(failed, avoid); pos.IsValid() {
			return pos
		}
	}
	return token.NoPos
}

func isErrorOfCall(v ssa.Value) bool {
	if !types.Identical(v.Type(), types.Universe.Lookup("error").Type()) {
		return false
	}
	if ex, ok := v.(*ssa.Extract); ok {
		v = ex.Tuple
	}
	_, ok := v.(*ssa.Call)
	return ok
}

// returnFrom is where control that is at the start of a block may return without passing
// one of those to avoid.
func returnFrom(from *ssa.BasicBlock, avoid map[*ssa.BasicBlock]bool) token.Pos {
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] || avoid[b] || syncop.CallsNoReturn(b) {
			continue
		}
		seen[b] = true
		if ret, ok := syncop.Terminator(b).(*ssa.Return); ok {
			return endOf(ret)
		}
		work = append(work, b.Succs...)
	}
	return token.NoPos
}
