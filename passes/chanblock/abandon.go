package chanblock

import (
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// abandoned reports a send in a loop to the function that has made the channel and receives in a
// loop, from within which it returns: at the end of a context, or at the first error of a call.
// No goroutine receives what is sent then. That it returns because of what it has received is left
// alone: who has sent that may know it.
func (p *program) abandoned(f *lockfacts.Func, c *channel) {
	receives := c.of(trace.OpRecv)
	if c.size == unknownSize || len(receives) != 1 || receives[0].fn != f.Fn || !c.repeats(receives[0].instr) || isMain(f.Fn) {
		return
	}
	why, pos := p.leavesLoop(receives[0])
	if !pos.IsValid() || c.closedWhenLeft() {
		return
	}
	for _, send := range c.of(trace.OpSend) {
		if send.alone && !send.defers && !recovers(send.fn) && p.inGoroutine(send.fn, f.Fn) && sendsOn(send) && sendsMore(send, c.size) {
			p.forever(c, send, "blocks for ever when %s, which receives in a loop, returns in line %d, because %s: send in a select that ends then as well", f.Fn.Name(), p.r.Pass.Fset.Position(pos).Line, why)
			return
		}
	}
}

// leavesLoop is where a function returns from within the loop in which it receives, and why.
func (p *program) leavesLoop(recv *op) (why string, pos token.Pos) {
	avoid := and(failures(recv.fn), p.dead(recv.fn))
	avoid[recv.instr.Block()] = true
	for _, b := range recv.fn.Blocks {
		if !syncop.Reaches(b, recv.instr.Block()) || !syncop.Reaches(recv.instr.Block(), b) {
			continue
		}
		for _, in := range b.Instrs {
			if sel, ok := in.(*ssa.Select); ok {
				if pos := p.endedWithContext(sel, avoid); pos.IsValid() {
					return "its context has ended", pos
				}
			}
		}
	}
	return "something has failed", endedWithError(recv, avoid)
}

// closedWhenLeft reports whether who receives closes the channel: who still sends then dies, and does
// not wait.
func (c *channel) closedWhenLeft() bool {
	for _, o := range c.of(trace.OpClose) {
		if o.fn == c.made.Parent() {
			return true
		}
	}
	return false
}

// inGoroutine reports whether a function runs only in goroutines: it is started as one, or called by what is.
// Who has made the channel does not call it.
func (p *program) inGoroutine(fn, maker *ssa.Function) bool {
	if fn == maker {
		return false
	}
	called := false
	for caller := range p.byFn {
		if caller == fn || !calls(caller, fn) {
			continue
		}
		if caller == maker || !p.started(caller) {
			return false
		}
		called = true
	}
	return called || p.started(fn)
}

// calls reports whether a function calls another one and waits for it to return.
func calls(fn, callee *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(*ssa.Call); ok && call.Call.StaticCallee() == callee {
				return true
			}
		}
	}
	return false
}

// sendsMore reports whether a loop may send more than there is room for: it does not count up to a
// constant within it.
func sendsMore(send *op, room int64) bool {
	if room == 0 {
		return true
	}
	head := header(send.instr.Block())
	if head == nil {
		return true
	}
	branch, ok := syncop.Terminator(head).(*ssa.If)
	if !ok {
		return true
	}
	cond, ok := branch.Cond.(*ssa.BinOp)
	if !ok || cond.Op != token.LSS && cond.Op != token.LEQ {
		return true
	}
	bound, ok := cond.Y.(*ssa.Const)
	if !ok || bound.Value == nil || bound.Value.Kind() != constant.Int {
		return true
	}
	return bound.Int64() > room
}
