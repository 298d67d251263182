package chanblock

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

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
		if !syncop.CanReach(all[0], recv.instr) {
			continue // not before this one
		}
		sent := map[*ssa.BasicBlock]bool{}
		for _, o := range answers {
			sent[o.instr.Block()] = true
		}
		pos := p.returnsWithout(goroutine, sent)
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
