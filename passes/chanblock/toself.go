package chanblock

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// toItself reports a loop that sends, itself or through a call, to a channel from which it alone
// receives: no other goroutine can make room. Where the channel has room for one, another goroutine must
// have sent before.
//
//	for { select { case <-t.C: p.render(); case <-p.done: return } } // render sends to p.done
//
// Several goroutines may run the function, of which one receives while another one sends: unless it is started
// once, nothing but a sign may go through the channel.
func (p *program) toItself(f *lockfacts.Func) {
	for i := range f.Events {
		ev := &f.Events[i]
		node := ev.Obj.Node()
		if ev.Op != trace.OpSend || ev.Escapes || ev.Async != "" || len(ev.Conds) > 0 || node == "" || !ev.Obj.Known() {
			continue
		}
		like := likeIt(f.Fn, instructionAt(f.Fn, ev))
		at := slices.IndexFunc(like, func(at ssa.Instruction) bool { return p.receivesAlone(f, at, ev.Obj) })
		if at < 0 || handedOn(f.Fn, ev.Obj) {
			continue
		}
		when := ""
		if size := p.sizeOf(node); size == 1 {
			if when = p.alsoSends(f, ev, node); when == "" {
				continue
			}
		} else if size != 0 {
			continue
		}
		class := ev.Obj.Class()
		p.r.Report(lockfacts.Finding{
			Check: checks.BlocksForever, Pos: like[at].Pos(),
			Message: fmt.Sprintf("%s waits for itself%s: it sends to %s, from which it alone receives (%s)", f.Fn.Name(), when, lockfacts.ShortClass(class), lockfacts.Chain(nil, ev.Site)),
			Sides:   []lockfacts.Side{{Steps: []lockfacts.Step{{Op: "send", Class: class, Site: ev.Site, Via: ev.Via}}}},
		}, []lockgraph.EdgeKey{{Func: f.Name, Class: class}})
	}
}

// likeIt returns an instruction, and the other calls of the function that it calls: one event stands for
// all of them.
func likeIt(fn *ssa.Function, at ssa.Instruction) []ssa.Instruction {
	if at == nil {
		return nil
	}
	list := []ssa.Instruction{at}
	call, ok := at.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil {
		return list
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok && c != call && c.Call.StaticCallee() == call.Call.StaticCallee() {
				list = append(list, c)
			}
		}
	}
	return list
}

// receivesAlone reports whether a function receives from a channel in the loop in which an instruction
// sends to it, and no other goroutine receives. That of another object of the type is another one.
func (p *program) receivesAlone(f *lockfacts.Func, at ssa.Instruction, sent syncop.AccessPath) bool {
	node := sent.Node()
	for _, a := range p.r.Facts.On(node) {
		if a.Op == trace.OpRecv && (a.Site.Func != f.Name || !p.r.Facts.Alone(a) && !p.isSignal(node)) {
			return false
		}
	}
	frame := p.r.Facts.Frame(f.Fn)
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			if slices.ContainsFunc(channelsOf(in), func(ch ssa.Value) bool { return frame.AccessPath(ch).Same(sent) }) &&
				syncop.Reaches(b, at.Block()) && syncop.Reaches(at.Block(), b) {
				return true
			}
		}
	}
	return false
}

// channelsOf returns the channels that an instruction receives from.
func channelsOf(in ssa.Instruction) []ssa.Value {
	var list []ssa.Value
	switch in := in.(type) {
	case *ssa.UnOp:
		if in.Op == token.ARROW {
			list = append(list, in.X)
		}
	case *ssa.Select:
		for _, st := range in.States {
			if st.Dir == types.RecvOnly {
				list = append(list, st.Chan)
			}
		}
	}
	return list
}

// alsoSends tells who else sends to a channel with room for one, besides what the function comes to.
func (p *program) alsoSends(f *lockfacts.Func, ev *lockfacts.Event, node string) string {
	for _, a := range p.r.Facts.On(node) {
		if a.Op == trace.OpSend && a.Site.Func != ev.Site.Func && a.Func != f.Name {
			return " when " + lockfacts.Chain(nil, a.Site) + " has sent before"
		}
	}
	return ""
}

// made returns what makes the channels of a node in the package.
func (p *program) made(node string) []*ssa.MakeChan {
	var list []*ssa.MakeChan
	for _, f := range p.r.Facts.Funcs {
		frame := p.r.Facts.Frame(f.Fn)
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				if st, ok := in.(*ssa.Store); ok {
					if mc, ok := st.Val.(*ssa.MakeChan); ok && frame.AccessPath(st.Addr).Node() == node {
						list = append(list, mc)
					}
				}
			}
		}
	}
	return list
}

// sizeOf is the room that all channels of a node have, or unknownSize.
func (p *program) sizeOf(node string) int64 {
	size := int64(unknownSize)
	for i, mc := range p.made(node) {
		k, ok := mc.Size.(*ssa.Const)
		if !ok || i > 0 && k.Int64() != size {
			return unknownSize
		}
		size = k.Int64()
	}
	return size
}

// isSignal reports whether nothing but a sign goes through the channels of a node.
func (p *program) isSignal(node string) bool {
	return !slices.ContainsFunc(p.made(node), func(mc *ssa.MakeChan) bool {
		ch, ok := mc.Type().Underlying().(*types.Chan)
		if !ok {
			return true // a type parameter
		}
		elem := ch.Elem().Underlying()
		st, empty := elem.(*types.Struct)
		basic, ok := elem.(*types.Basic)
		return !(empty && st.NumFields() == 0) && !(ok && basic.Kind() == types.Bool)
	})
}
