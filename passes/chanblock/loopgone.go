package chanblock

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// An object often has a goroutine that serves it until it is stopped:
//
//	func (n *node) run() {
//		for {
//			select {
//			case c := <-n.status: c <- n.state
//			case <-n.stop: close(n.done); return
//			}
//		}
//	}
//
// Who sends to n.status and does not look at n.done as well waits for ever after that.

// loopGone reports a send to the channel of a field when the one goroutine that receives has been told to end.
func (c *fieldChannel) loopGone() {
	if c.made == 0 || c.unsure || c.room || c.taken {
		return
	}
	var loop *ssa.Function
	end := token.NoPos
	for _, o := range c.ops {
		switch {
		case o.kind == trace.OpClose:
			return // who still sends then dies
		case o.kind == trace.OpRecv && (o.alone || loop != nil && o.fn != loop || !c.p.started(o.fn) || !syncop.InLoop(o.instr.Block())):
			return
		case o.kind == trace.OpRecv:
			loop = o.fn
			if pos := c.p.endedByCase(o); pos.IsValid() {
				end = pos
			}
		}
	}
	if !end.IsValid() {
		return
	}
	for _, o := range c.own {
		if o.kind == trace.OpSend && o.alone && o.fn != loop && !c.p.standsIn(o.pos) && !isMain(o.fn) && !recovers(o.fn) && !asked(o.instr) {
			c.report(o, fmt.Sprintf("blocks for ever when the goroutine that receives has returned in line %d, where it is told to end: send in a select that ends then as well", c.p.r.Pass.Fset.Position(end).Line))
			return
		}
	}
}

// endedByCase is where a function returns by another case of the select in which it receives.
func (p *program) endedByCase(recv op) token.Pos {
	sel, ok := recv.instr.(*ssa.Select)
	if !ok || !sel.Blocking {
		return token.NoPos
	}
	avoid := and(p.dead(sel.Parent()), map[*ssa.BasicBlock]bool{sel.Block(): true})
	for i, st := range sel.States {
		if st.Dir != types.RecvOnly || i == recv.which || !p.isEnded(recv.fn, st.Chan) {
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

// isEnded reports whether a channel tells the end of a context, or a goroutine in the package sends to it or closes it
// and does not wait for a WaitGroup: it may wait for the senders.
func (p *program) isEnded(fn *ssa.Function, ch ssa.Value) bool {
	if call, ok := ch.(*ssa.Call); ok {
		return call.Call.IsInvoke() && syncop.ObjectKey(call.Call.Method) == "(context.Context).Done"
	}
	told := false
	node := p.r.Facts.Frame(fn).AccessPath(ch).Node()
	for _, b := range p.r.Facts.On(node) {
		f := p.r.Facts.Func(b.Func)
		if node == "" || b.Op == trace.OpRecv || f == nil {
			continue
		}
		if slices.ContainsFunc(f.Events, func(ev lockfacts.Event) bool { return ev.Op == trace.OpWGWait }) {
			return false
		}
		told = true
	}
	return told
}

// asked reports whether control comes to an instruction only by the value of a field or call, which may tell whether
// the goroutine is still there.
func asked(in ssa.Instruction) bool {
	return slices.ContainsFunc(syncop.ControlDependence(in.Block(), func(*ssa.BasicBlock) bool { return false }), func(d syncop.Branch) bool {
		_, isRange := d.If.Cond.(*ssa.Extract)
		return !isRange
	})
}
