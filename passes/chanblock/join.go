package chanblock

import (
	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// joinedFirst reports a function that waits for goroutines by a WaitGroup, and
// receives what they send only after that: they cannot end before it receives.
func (p *program) joinedFirst(f *lockfacts.Func, c *channel) {
	send, start := p.sender(f, c)
	if send == nil {
		return
	}
	for _, wait := range waitsIn(f.Fn) {
		wg := p.r.Facts.Frame(f.Fn).AccessPath(wait.Call.Args[0]).Node()
		if wg == "" || !syncop.CanReach(start, wait) || !p.doneAfter(send, start, wg) {
			continue
		}
		late := true
		for _, o := range c.of(trace.OpRecv, trace.OpClose) {
			late = late && o.fn == f.Fn && !o.defers && syncop.CanReach(wait, o.instr) && !syncop.CanReach(o.instr, wait) && !without(start, o.instr, wait)
		}
		if late {
			line := p.r.Pass.Fset.Position(c.of(trace.OpRecv)[0].pos).Line
			wop := &op{kind: trace.OpWGWait, fn: f.Fn, instr: wait, pos: wait.Pos()}
			p.forever(c, wop, "Wait waits for ever: the goroutines send to a channel without a buffer before they call Done, and line %d receives from it only after Wait", line)
			return
		}
	}
}

// waitsIn returns the calls of WaitGroup.Wait in a function.
func waitsIn(fn *ssa.Function) []*ssa.Call {
	var list []*ssa.Call
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(*ssa.Call); ok {
				if sc, ok := syncop.OpOf(&call.Call); ok && sc.Op == trace.OpWGWait {
					list = append(list, call)
				}
			}
		}
	}
	return list
}

// without reports whether control can go from a to b without passing c.
func without(a, b, c ssa.Instruction) bool {
	found := false
	syncop.After(a, func(in ssa.Instruction) bool {
		found = found || in == b
		return !found && in != c
	})
	return found
}

// doneAfter reports whether a goroutine calls Done after it has sent, on all paths
// that send: it defers it, or it was started by WaitGroup.Go.
func (p *program) doneAfter(send *op, start ssa.CallInstruction, wg string) bool {
	if fn := start.Common().StaticCallee(); fn != nil && syncop.Key(fn) == "(*sync.WaitGroup).Go" {
		return p.r.Facts.Frame(start.Parent()).AccessPath(start.Common().Args[0]).Node() == wg
	}
	frame := p.r.Facts.Frame(send.fn)
	before, after := false, false
	isDone := func(in ssa.Instruction) (done, deferred bool) {
		call, ok := in.(ssa.CallInstruction)
		if !ok {
			return false, false
		}
		sc, ok := syncop.OpOf(call.Common())
		_, deferred = in.(*ssa.Defer)
		return ok && sc.Op == trace.OpWGDone && frame.AccessPath(sc.Recv).Node() == wg, deferred
	}
	syncop.Before(send.instr, func(in ssa.Instruction) bool {
		if done, deferred := isDone(in); done {
			before, after = before || !deferred, after || deferred
		}
		return true
	})
	syncop.After(send.instr, func(in ssa.Instruction) bool {
		done, _ := isDone(in)
		after = after || done
		return true
	})
	return after && !before
}
