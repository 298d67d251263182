package chanblock

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/stdlib"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// Several goroutines may be there to tell a function of an end, of which each tells it only when
// something has failed:
//
//	go func() { if err := a.Serve(); err != nil { end <- true } }()
//	go func() { if err := b.Serve(); err != nil { end <- true } }()
//	<-end // waits for ever when both have ended without an error

// neitherSends is unsent for several goroutines, each started at one place, and for each receive.
func (p *program) neitherSends(f *lockfacts.Func, c *channel) {
	byFn := map[*ssa.Function][]*op{}
	for _, o := range c.of(trace.OpSend, trace.OpClose) {
		if o.fn == f.Fn || o.defers || !o.alone || syncop.InLoop(o.instr.Block()) {
			return
		}
		byFn[o.fn] = append(byFn[o.fn], o)
	}
	for _, recv := range c.of(trace.OpRecv) {
		if recv.fn != f.Fn || !recv.alone || isRange(recv) || syncop.InLoop(recv.instr.Block()) {
			continue
		}
		if pos := p.allEndWithout(recv, byFn); pos.IsValid() {
			p.forever(c, recv, "blocks for ever when each goroutine that sends returns without having sent, as in line %d", p.r.Pass.Fset.Position(pos).Line)
		}
	}
}

// allEndWithout is where one of several goroutines returns without having answered, if all of those may
// that are started before a receive.
func (p *program) allEndWithout(recv *op, byFn map[*ssa.Function][]*op) (found token.Pos) {
	several := 0
	for goroutine, answers := range byFn {
		all := starts(recv.fn, goroutine)
		if len(all) != 1 || syncop.InLoop(all[0].Block()) || goroutine.Parent() != recv.fn {
			return token.NoPos
		}
		if !syncop.Comes(all[0], recv.instr) {
			continue // not before this one
		}
		pos := endsWithout(goroutine, answers)
		if !pos.IsValid() || !comesTo(all[0], recv.instr) || !p.directly(all[0], recv.instr) {
			return token.NoPos
		}
		if several++; !found.IsValid() || pos < found {
			found = pos
		}
	}
	if several < 2 {
		return token.NoPos
	}
	return found
}

// endsWithout is where a goroutine may return without having come to one of some operations.
func endsWithout(goroutine *ssa.Function, answers []*op) token.Pos {
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{goroutine.Blocks[0]}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] || syncop.Dies(b) || slices.ContainsFunc(answers, func(o *op) bool { return o.instr.Block() == b }) {
			continue
		}
		seen[b] = true
		if ret, ok := syncop.LastOf(b).(*ssa.Return); ok {
			return endOf(ret)
		}
		succs := b.Succs
		if branch, ok := syncop.LastOf(b).(*ssa.If); ok {
			if failed, known := failsAlways(branch.Cond); known {
				succs = succs[failed : failed+1]
			}
		}
		work = append(work, succs...)
	}
	return token.NoPos
}

// failsAlways returns which way a branch goes that tests the error of a call that returns with an error
// in any case.
func failsAlways(cond ssa.Value) (succ int, ok bool) {
	test, ok := cond.(*ssa.BinOp)
	if !ok || !syncop.IsNil(test.Y) || test.Op != token.NEQ && test.Op != token.EQL {
		return 0, false
	}
	call, ok := test.X.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil {
		return 0, false
	}
	if stdlib.EffectOf(syncop.Key(call.Call.StaticCallee())).Has(stdlib.Fails) {
		if test.Op == token.NEQ {
			return 0, true
		}
		return 1, true
	}
	return 0, false
}
