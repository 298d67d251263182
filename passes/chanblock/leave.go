package chanblock

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// leaver is sender for a channel that no goroutine closes but the sender, in a function
// after whose end the program goes on.
func (p *program) leaver(f *lockfacts.Func, c *channel) (send *op, start ssa.CallInstruction) {
	if isMain(f.Fn) {
		return nil, nil
	}
	send, start = p.sender(f, c)
	if send != nil && slices.ContainsFunc(c.of(trace.OpClose), func(o *op) bool { return o.fn != send.fn }) {
		return nil, nil
	}
	return send, start
}

// sender returns the operation by which the goroutines started at one place of a
// function send to a channel without room, when the function alone receives.
func (p *program) sender(f *lockfacts.Func, c *channel) (send *op, start ssa.CallInstruction) {
	if c.size != 0 {
		return nil, nil
	}
	sends, receives := c.of(trace.OpSend), c.of(trace.OpRecv)
	if len(sends) == 0 || len(receives) == 0 {
		return nil, nil
	}
	for _, o := range receives {
		if o.fn != f.Fn || o.defers {
			return nil, nil
		}
	}
	for _, o := range sends {
		if o.fn == f.Fn || o.fn != sends[0].fn {
			return nil, nil
		}
		if o.alone {
			send = o
		}
	}
	if send == nil {
		return nil, nil
	}
	all := c.startsIn(f.Fn, send.fn)
	if c.call == nil && !p.started(send.fn) {
		return nil, nil
	}
	if len(all) == 1 {
		return send, all[0]
	}
	return nil, nil
}

// leftBehind reports a goroutine that sends when the only receiver may return
// without receiving.
func (p *program) leftBehind(f *lockfacts.Func, c *channel, all []*channel) {
	send, start := p.leaver(f, c)
	if send == nil || syncop.InLoop(send.instr.Block()) || p.waitsForStart(f, send) {
		return
	}
	again := c.repeats(start)
	into, tests := failures(f.Fn), map[*ssa.BasicBlock]bool{}
	choice := false
	for _, o := range alternatives(send.fn, all) {
		b, ok := received(o)
		if !ok || collects(o, all) || c.repeats(o.instr) && (again || o.alone) {
			return
		}
		if test := testOf(o); test != nil && !o.alone && len(b.Preds) > 1 {
			tests[test] = true // of a case with nothing to do: where control goes from there it comes from other cases as well
		} else {
			into[b] = true
		}
		choice = choice || !o.alone
	}
	pos := leavesWithout(start, and(into, p.dead(f.Fn)), tests)
	if !pos.IsValid() {
		return
	}
	if choice && c.call != nil {
		p.foreverFix(c, send, p.fixBuffer(c, send), "the goroutine blocks for ever when %s, which gets this channel in line %d, takes another case of the select that receives from it: make the channel with a buffer of 1", f.Fn.Name(), p.r.Pass.Fset.Position(c.call.Pos()).Line)
		return
	}
	if choice {
		p.foreverFix(c, send, p.fixBuffer(c, send), "the goroutine blocks for ever when the select that receives from this channel takes another case: make the channel with a buffer of 1")
		return
	}
	p.foreverFix(c, send, p.fixBuffer(c, send), "the goroutine blocks for ever when %s returns in line %d, where no goroutine has received: make the channel with a buffer of 1", f.Fn.Name(), p.r.Pass.Fset.Position(pos).Line)
}

// waitsForStart reports whether a goroutine sends only when the function has told it to begin, and may leave before.
func (p *program) waitsForStart(f *lockfacts.Func, send *op) bool {
	return anyInstr(send.fn, func(in ssa.Instruction) bool {
		sel, ok := in.(*ssa.Select)
		if !ok || !sel.Blocking || in == send.instr || !syncop.CanReach(in, send.instr) {
			return false
		}
		return slices.ContainsFunc(sel.States, func(st *ssa.SelectState) bool {
			i := slices.IndexFunc(p.all, func(c *flow) bool { return c.seen[st.Chan] })
			return i >= 0 && st.Dir == types.RecvOnly && slices.ContainsFunc(p.all[i].ops, func(o op) bool {
				return o.fn == f.Fn && (o.kind == trace.OpSend || o.kind == trace.OpClose)
			})
		})
	})
}

// repeats reports whether an instruction may run twice for the channel: it is in a loop, and that loop
// does not make a channel in each turn.
func (c *channel) repeats(in ssa.Instruction) bool {
	var made ssa.Instruction = c.made
	if c.call != nil {
		made = c.call
	}
	twice := false
	syncop.After(in, func(next ssa.Instruction) bool {
		twice = twice || next == in
		return next != made && !twice
	})
	return twice
}

// alternatives returns the receives from the channels that a goroutine sends to:
// who has received from one of them may know that it sends to no other.
func alternatives(goroutine *ssa.Function, all []*channel) []*op {
	var list []*op
	for _, o := range all {
		if slices.ContainsFunc(o.of(trace.OpSend, trace.OpClose), func(s *op) bool { return s.fn == goroutine }) {
			list = append(list, o.of(trace.OpRecv)...)
		}
	}
	return list
}

// received returns the block to which control comes by a receive, and by nothing else if that case has something to do.
func received(o *op) (*ssa.BasicBlock, bool) {
	if _, ok := o.instr.(*ssa.Select); !ok || o.alone {
		return o.instr.Block(), true
	}
	if test := testOf(o); test != nil {
		return test.Succs[0], true
	}
	return nil, false
}

// testOf is the block that asks whether a select has taken the case of an operation, or nil.
func testOf(o *op) *ssa.BasicBlock {
	sel, ok := o.instr.(*ssa.Select)
	if !ok {
		return nil
	}
	for _, ref := range *sel.Referrers() {
		ex, ok := ref.(*ssa.Extract)
		if !ok || ex.Index != 0 {
			continue
		}
		for _, r := range *ex.Referrers() {
			eq, ok := r.(*ssa.BinOp)
			if !ok || eq.Op != token.EQL {
				continue
			}
			k, isConst := eq.Y.(*ssa.Const)
			branch, isIf := syncop.Terminator(eq.Block()).(*ssa.If)
			if isConst && isIf && branch.Cond == ssa.Value(eq) && k.Int64() == int64(o.which) {
				return eq.Block()
			}
		}
	}
	return nil
}

// returnWithout finds a return that is reached from an instruction without
// passing the blocks.
func returnWithout(from ssa.Instruction, avoid map[*ssa.BasicBlock]bool) token.Pos {
	found := token.NoPos
	syncop.After(from, func(in ssa.Instruction) bool {
		b := in.Block()
		if avoid[b] {
			return false
		}
		if ret, ok := in.(*ssa.Return); ok && !found.IsValid() {
			found = endOf(ret)
		}
		return true
	})
	return found
}

// endOf is where a function returns: at its end, when no statement says so.
func endOf(ret *ssa.Return) token.Pos {
	if pos := ret.Pos(); pos.IsValid() {
		return pos
	}
	return ret.Parent().Syntax().End() - 1
}

// header is the test of the innermost loop around a block, at its head or, where
// a loop counts up to a number, at its end. It is nil when there is none, or the
// block is the test itself.
func header(b *ssa.BasicBlock) *ssa.BasicBlock {
	for h := b; h != nil; h = h.Idom() {
		for _, pred := range h.Preds {
			if !h.Dominates(pred) || !(pred == b || syncop.Reaches(b, pred)) {
				continue
			}
			for _, test := range []*ssa.BasicBlock{h, pred} {
				if test != b && endsLoop(test, h) {
					return test
				}
			}
			return nil
		}
	}
	return nil
}

// endsLoop reports whether a block decides whether the loop with that head goes on.
func endsLoop(test, head *ssa.BasicBlock) bool {
	if _, ok := syncop.Terminator(test).(*ssa.If); !ok {
		return false
	}
	return test == head || slices.Contains(test.Succs, head) && slices.ContainsFunc(test.Succs, func(s *ssa.BasicBlock) bool {
		return s != head && !syncop.Reaches(s, head)
	})
}

// unsent reports a receive when the only goroutine that sends may return
// without having sent or closed the channel.
func (p *program) unsent(f *lockfacts.Func, c *channel) {
	answers := c.of(trace.OpSend, trace.OpClose)
	receives := c.of(trace.OpRecv)
	if len(answers) == 0 || len(receives) != 1 || !receives[0].alone || receives[0].fn != f.Fn || isRange(receives[0]) {
		return
	}
	goroutine := answers[0].fn
	sent := map[*ssa.BasicBlock]bool{}
	for _, o := range answers {
		if o.fn != goroutine || o.defers || syncop.InLoop(o.instr.Block()) {
			return // in a loop, it may count
		}
		sent[o.instr.Block()] = true
	}
	all := starts(f.Fn, goroutine)
	if goroutine == f.Fn || len(all) != 1 || syncop.InLoop(all[0].Block()) {
		return
	}
	if !comesTo(all[0], receives[0].instr) || !p.directly(all[0], receives[0].instr) {
		return // it may not receive either
	}
	pos := p.returnsWithout(goroutine, sent)
	if !pos.IsValid() {
		return
	}
	p.forever(c, receives[0], "blocks for ever when the goroutine that sends returns in line %d, where it has neither sent nor closed the channel", p.r.Pass.Fset.Position(pos).Line)
}

func isRange(o *op) bool {
	recv, ok := o.instr.(*ssa.UnOp)
	return ok && recv.CommaOk
}

// comesTo reports whether control that is at a always comes to b.
func comesTo(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		return true
	}
	return !syncop.CallsNoReturn(a.Block()) && !slices.ContainsFunc(a.Block().Succs, func(s *ssa.BasicBlock) bool {
		return leaves(s, func(o *ssa.BasicBlock) bool { return o == b.Block() })
	})
}

// directly reports whether nothing that may tell a function not to receive comes
// in between: another channel, or, in a test, a call that may end the test.
func (p *program) directly(start, recv ssa.Instruction) bool {
	test := p.mayEnd(recv.Parent())
	return syncop.CanReachAvoiding(start, recv, func(in ssa.Instruction) bool {
		_, call := in.(*ssa.Call)
		return mayWait(in) && (!call || test)
	})
}
