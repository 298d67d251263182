package chanblock

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// forever reports an operation that no goroutine answers.
func (p *program) forever(c *channel, o *op, format string, args ...any) {
	p.foreverFix(c, o, nil, format, args...)
}

// foreverFix is the same with fixes.
func (p *program) foreverFix(c *channel, o *op, fixes []analysis.SuggestedFix, format string, args ...any) {
	p.r.Report(lockfacts.Finding{
		Check: checks.BlocksForever, Pos: o.pos, Message: fmt.Sprintf(format, args...), Fixes: fixes,
	}, []lockgraph.EdgeKey{{Func: syncop.RuntimeName(o.fn), Class: c.class()}})
}

// nobody reports channels that nobody sends to, receives from, or closes. A
// program whose main waits so waits on purpose.
func (p *program) nobody(f *lockfacts.Func, c *channel) {
	sends, receives := c.of(trace.OpSend), c.of(trace.OpRecv)
	closed := len(c.of(trace.OpClose)) > 0
	for _, o := range receives {
		switch {
		case !o.alone || closed || isMain(o.fn) || !namedIn(p.r, o.instr.Pos()) || p.awaitsEnd(o.instr):
		case len(sends) == 0:
			p.forever(c, o, "blocks for ever: no goroutine sends to this channel or closes it")
			return
		case p.onlyClose(o) && !isMain(f.Fn) && !isService(c, sends):
			p.forever(c, o, "the loop never ends: no goroutine closes the channel that it receives from")
			return
		}
	}
	for _, o := range sends {
		if o.alone && c.size == 0 && len(receives) == 0 && !p.isStub(o.fn) && !p.awaitsEnd(o.instr) {
			p.forever(c, o, "blocks for ever: no goroutine receives from this channel")
			return
		}
	}
}

// onlyClose reports whether a receive is that of a loop which ends only when
// the channel is closed.
func (p *program) onlyClose(o *op) bool {
	recv, ok := o.instr.(*ssa.UnOp)
	if !ok || !recv.CommaOk {
		return false
	}
	branch, ok := syncop.Terminator(recv.Block()).(*ssa.If)
	if !ok {
		return false
	}
	if ex, ok := branch.Cond.(*ssa.Extract); !ok || ex.Tuple != ssa.Value(recv) || ex.Index != 1 {
		return false
	}
	body, again := recv.Block().Succs[0], false
	ends := leaves(body, func(b *ssa.BasicBlock) bool {
		again = again || b == recv.Block()
		return b == recv.Block()
	})
	return again && !ends
}

// leaves reports whether control that is at the start of a block may leave the
// function without passing one of those to avoid.
func leaves(from *ssa.BasicBlock, avoid func(*ssa.BasicBlock) bool) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] || avoid(b) {
			continue
		}
		seen[b] = true
		if len(b.Succs) == 0 || syncop.CallsNoReturn(b) {
			return true
		}
		work = append(work, b.Succs...)
	}
	return false
}

// neverMade reports operations on a variable that no channel is ever assigned to.
func (p *program) neverMade(f *lockfacts.Func) {
	if isMain(f.Fn) {
		return
	}
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			var ch ssa.Value
			switch in := in.(type) {
			case *ssa.Send:
				ch = in.Chan
			case *ssa.UnOp:
				if in.Op == token.ARROW {
					ch = in.X
				}
			}
			if ch == nil || !isNil(ch) || !namedIn(p.r, in.Pos()) || p.awaitsEnd(in) {
				continue
			}
			p.r.Report(lockfacts.Finding{
				Check: checks.BlocksForever, Pos: in.Pos(), Message: "blocks for ever: no channel is assigned to this variable, it is nil",
			}, []lockgraph.EdgeKey{{Func: f.Name, Class: "nil"}})
		}
	}
}
