package chanblock

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// Who sends because a queue is no longer empty, and who sends because there is more in it, may take turns: with the
// lock of the queue, one finds in its length that it is not for him to send.
//
//	if q = append(q, v); len(q) == 1 { more <- struct{}{} }
//	<-more; if q = q[1:]; len(q) > 0 { more <- struct{}{} }

// takeTurns reports whether a send and another one happen with a lock that both need for themselves, and depend on the
// length of one variable.
func (p *program) takeTurns(ev *lockfacts.Event, other *lockfacts.Block) bool {
	shared := slices.ContainsFunc(ev.Held, func(h lockfacts.Held) bool {
		return !h.Read && slices.ContainsFunc(other.Held, func(o lockfacts.Held) bool { return !o.Read && o.Lock.Node() == h.Lock.Node() })
	})
	if !shared {
		return false
	}
	lengths := p.lengthsAsked(other.Site)
	return slices.ContainsFunc(p.lengthsAsked(ev.Site), func(n string) bool { return slices.Contains(lengths, n) })
}

// lengthsAsked returns the variables whose length decides whether control comes to a send.
func (p *program) lengthsAsked(site lockfacts.Site) []string {
	f := p.r.Facts.Func(site.Func)
	if f == nil {
		return nil
	}
	var list []string
	for _, b := range f.Fn.Blocks {
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !slices.ContainsFunc(b.Succs, func(s *ssa.BasicBlock) bool { return len(s.Preds) == 1 && leadsToSend(s, site) }) {
			continue
		}
		if v := measured(branch.Cond); v != nil {
			list = append(list, p.r.Facts.Frame(f.Fn).Place(v).Node())
		}
	}
	return slices.DeleteFunc(list, func(n string) bool { return n == "" })
}

// leadsToSend reports whether a block dominates the send of a site.
func leadsToSend(b *ssa.BasicBlock, site lockfacts.Site) bool {
	return slices.ContainsFunc(b.Parent().Blocks, func(d *ssa.BasicBlock) bool {
		return b.Dominates(d) && slices.ContainsFunc(d.Instrs, func(in ssa.Instruction) bool { return in.Pos() == site.Token() && mayWait(in) })
	})
}

// measured is the address of the variable whose length a condition compares, or nil.
func measured(cond ssa.Value) ssa.Value {
	cmp, ok := cond.(*ssa.BinOp)
	if !ok {
		return nil
	}
	for _, v := range []ssa.Value{cmp.X, cmp.Y} {
		call, ok := v.(*ssa.Call)
		if !ok {
			continue
		}
		if b, ok := call.Call.Value.(*ssa.Builtin); !ok || b.Name() != "len" {
			continue
		}
		if load, ok := call.Call.Args[0].(*ssa.UnOp); ok {
			return load.X
		}
	}
	return nil
}
