package chanblock

import (
	"fmt"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// closedTwice reports a close that comes after another one of the same channel.
func closedTwice(r *lockfacts.Reporter, f *lockfacts.Func) {
	frame := r.Facts.Frame(f.Fn)
	var closes []ssa.CallInstruction
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(ssa.CallInstruction); ok {
				if bi, ok := call.Common().Value.(*ssa.Builtin); ok && bi.Name() == "close" {
					closes = append(closes, call)
				}
			}
		}
	}
	for i, a := range closes {
		for j, b := range closes {
			if i == j || !mayBeOne(frame, a, b) || !follows(r, frame, a, b) {
				continue
			}
			first, second := a, b
			if _, deferred := a.(*ssa.Defer); deferred {
				first, second = b, a
			}
			report(r, f, first, second)
			return
		}
	}
}

// mayBeOne reports whether two closes may be of one channel. In different blocks the path between them tells of a phi which
// value it has. Within a block no path does: there one way into the block must give both the same value.
func mayBeOne(frame *syncop.Frame, a, b ssa.CallInstruction) bool {
	x, y := a.Common().Args[0], b.Common().Args[0]
	if !isPhi(x) && !isPhi(y) {
		return frame.AccessPath(x).Same(frame.AccessPath(y))
	}
	if x == y || a.Block() != b.Block() {
		return true
	}
	for i := range a.Block().Preds {
		v := on(x, a.Block(), i)
		if _, constant := v.(*ssa.Const); !constant && v == on(y, a.Block(), i) { // a constant is nil
			return true
		}
	}
	return false
}

// on is the value that a value has in a block to which control comes from one of its predecessors.
func on(v ssa.Value, in *ssa.BasicBlock, pred int) ssa.Value {
	if phi, ok := v.(*ssa.Phi); ok && phi.Block() == in {
		return phi.Edges[pred]
	}
	return v
}

func report(r *lockfacts.Reporter, f *lockfacts.Func, first, second ssa.CallInstruction) {
	class := r.Facts.Frame(f.Fn).AccessPath(first.Common().Args[0]).Class()
	line := r.Pass.Fset.Position(first.Pos()).Line
	r.Report(lockfacts.Finding{
		Check: checks.DoubleClose, Pos: second.Pos(),
		Message: fmt.Sprintf("the channel is closed here after it was closed in line %d: the program dies", line),
	}, []lockgraph.EdgeKey{{Func: f.Name, Class: class}})
}

// follows reports whether one close runs after another on some path, of the same
// channel. A deferred close runs at the end of every path that passes its defer
// statement.
func follows(r *lockfacts.Reporter, frame *syncop.Frame, a, b ssa.CallInstruction) bool {
	if syncop.InLoop(a.Block()) || syncop.InLoop(b.Block()) {
		return false
	}
	if _, deferred := b.(*ssa.Defer); deferred {
		return false // then a is the other one, seen the other way round
	}
	if a.Block() == b.Block() {
		return syncop.CanReach(a, b)
	}
	return syncop.CanReach(a, b) && leads(a, b, a.Common().Args[0], b.Common().Args[0], seenClosed(r, frame, a.Common().Args[0]))
}

// sentAfterClose reports a send to a channel that was closed before on the
// same path.
func sentAfterClose(r *lockfacts.Reporter, f *lockfacts.Func) {
	frame := r.Facts.Frame(f.Fn)
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(*ssa.Call)
			if !ok || !isClose(call) {
				continue
			}
			ch := frame.AccessPath(call.Call.Args[0])
			if !ch.Known() {
				continue
			}
			syncop.After(call, func(in ssa.Instruction) bool {
				if send, ok := in.(*ssa.Send); ok && ch.Same(frame.AccessPath(send.Chan)) {
					sentClosed(r, f, send.Pos(), call)
				}
				again := in.Block() != b && in.Block().Dominates(b) // the next round of a loop, about which flags decide
				return !again && !mayReplace(in, ch)
			})
		}
	}
}

func isClose(call ssa.CallInstruction) bool {
	b, ok := call.Common().Value.(*ssa.Builtin)
	return ok && b.Name() == "close"
}

// mayReplace reports whether another channel may be at an access path after an
// instruction: it makes one, goes to the next element, or is a call that may
// assign to a field.
func mayReplace(in ssa.Instruction, ch syncop.AccessPath) bool {
	if v, ok := in.(ssa.Value); ok && v.Name() != "" && ch.Uses(v.Name()) {
		return true
	}
	call, ok := in.(*ssa.Call)
	if !ok || ch.Root[0] == 'L' && !strings.Contains(ch.Path, ".") {
		return false
	}
	_, builtin := call.Call.Value.(*ssa.Builtin)
	_, isSync := syncop.OpOf(&call.Call)
	return !builtin && !isSync
}

func sentClosed(r *lockfacts.Reporter, f *lockfacts.Func, pos token.Pos, closed ssa.Instruction) {
	r.Report(lockfacts.Finding{
		Check: checks.SendClosed, Pos: pos,
		Message: fmt.Sprintf("sends to a channel that was closed in line %d: the program dies", r.Pass.Fset.Position(closed.Pos()).Line),
	}, []lockgraph.EdgeKey{{Func: f.Name, Class: r.Facts.Frame(f.Fn).AccessPath(closed.(*ssa.Call).Call.Args[0]).Class()}})
}

// closedByMany reports a channel that each of several goroutines closes.
func (p *program) closedByMany(f *lockfacts.Func, c *channel) {
	for _, o := range c.of(trace.OpClose) {
		for _, start := range starts(f.Fn, o.fn) {
			again := syncop.InLoop(start.Block()) && !remade(c, start.Block())
			if o.fn == f.Fn || !again || len(syncop.ControlDependence(o.instr.Block(), func(*ssa.BasicBlock) bool { return false })) > 0 {
				continue
			}
			p.r.Report(lockfacts.Finding{
				Check: checks.DoubleClose, Pos: o.pos,
				Message: fmt.Sprintf("each goroutine started in line %d closes this one channel: the second one dies", p.r.Pass.Fset.Position(start.Pos()).Line),
			}, []lockgraph.EdgeKey{{Func: syncop.RuntimeName(o.fn), Class: c.class()}})
		}
	}
}

// remade reports whether the channel is made anew before control comes to a
// block for the second time.
func remade(c *channel, b *ssa.BasicBlock) bool {
	return b == c.made.Block() || syncop.Reaches(b, c.made.Block())
}

// closedWhileSending reports a channel that is closed by the function that started a goroutine
// that sends to it, without waiting for anything in between. A variable may say that it was not started.
func (p *program) closedWhileSending(f *lockfacts.Func, c *channel) {
	for _, o := range c.of(trace.OpClose) {
		for _, s := range c.of(trace.OpSend) {
			if o.fn != f.Fn || o.defers || s.fn == f.Fn {
				continue
			}
			for _, start := range starts(f.Fn, s.fn) {
				if syncop.CanReachAvoiding(start, o.instr, mayWait) && passable(start, o.instr) {
					sentClosed(p.r, p.byFn[s.fn], s.pos, o.instr)
				}
			}
		}
	}
}

// mayWait reports whether an instruction may wait for a goroutine.
func mayWait(in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.UnOp:
		return in.Op == token.ARROW
	case *ssa.Send, *ssa.Select:
		return true
	case *ssa.Call:
		_, builtin := in.Call.Value.(*ssa.Builtin)
		return !builtin
	}
	return false
}
