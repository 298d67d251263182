package chanblock

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/checks"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/lockgraph"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// A function may owe others an operation on a channel, and return without it where it fails:
//
//	l.places <- struct{}{}; if err := f(); err != nil { return err }; <-l.places
//	g.calls[key] = c; v, err := load(); if err != nil { return err }; close(c.done) // others wait for c.done
//
// In the first one, each failure takes a place of a semaphore for ever. No goroutine but those that take places gives one
// back. In the second one, a new object with a channel is where other goroutines find it, and the function alone answers.

// owed reports the returns of a function that owes an operation on a channel.
func (p *program) owed(f *lockfacts.Func) {
	for _, b := range f.Fn.Blocks {
		for i, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Send:
				p.placeKept(f, in)
			case *ssa.MapUpdate:
				p.leftOpen(f, in.Value, b.Instrs[i:])
			case *ssa.Store:
				p.leftOpen(f, in.Val, b.Instrs[i:])
			}
		}
	}
}

// placeKept reports a return with a place of a semaphore that another path gives back.
func (p *program) placeKept(f *lockfacts.Func, send *ssa.Send) {
	frame := p.r.Facts.Frame(f.Fn)
	ch := frame.AccessPath(send.Chan)
	if !ch.Outer() && ch.Root != "G" || !isOwnField(ch) || !p.isBalanced(ch.Node()) {
		return
	}
	back := blocksOf(f.Fn, func(in ssa.Instruction) bool {
		recv, ok := in.(*ssa.UnOp)
		return ok && recv.Op == token.ARROW && len(*recv.Referrers()) == 0 && frame.AccessPath(recv.X).Same(ch)
	})
	p.owes(f, send, back, ch, "returns with the place of %s that it takes in line %d, which other paths give back: each such return leaves one less, until every sender waits for ever")
}

// isOwnField reports whether a channel is in a field that other packages cannot name.
func isOwnField(ch syncop.AccessPath) bool {
	class := ch.Class()
	name := class[strings.LastIndexByte(class, '.')+1:]
	return ch.Known() && strings.Contains(ch.Path, ".") && name != "" && !token.IsExported(name)
}

// isBalanced reports whether each function that receives from a channel sends to it as well.
func (p *program) isBalanced(node string) bool {
	sends := map[string]bool{}
	for _, o := range p.r.Facts.On(node) {
		sends[o.Site.Func] = sends[o.Site.Func] || o.Op == trace.OpSend
	}
	return node != "" && !p.r.Facts.Unbuffered(node) && !slices.ContainsFunc(p.r.Facts.On(node), func(o *lockfacts.Communication) bool {
		return !sends[o.Site.Func] || o.Op == trace.OpClose
	})
}

// leftOpen reports a return that leaves a channel of a new object open, which a function puts where other goroutines find
// it. The rest of the block comes after that.
func (p *program) leftOpen(f *lockfacts.Func, object ssa.Value, rest []ssa.Instruction) {
	made, ok := object.(*ssa.Alloc)
	if !ok || !made.Heap {
		return
	}
	shown := shownBy(f.Fn, rest)
	if shown == nil || !staysHere(made) {
		return
	}
	frame := p.r.Facts.Frame(f.Fn)
	for _, ref := range *made.Referrers() {
		field, ok := ref.(*ssa.FieldAddr)
		if !ok || !isMadeFor(field) {
			continue
		}
		ch := syncop.LoadOf(frame.AccessPath(field), syncop.Elem(field.Type()))
		node := ch.Node()
		if !isOwnField(ch) || !p.onlyAnswers(f, node) {
			continue
		}
		closes := blocksOf(f.Fn, func(in ssa.Instruction) bool {
			call, ok := in.(ssa.CallInstruction)
			if !ok {
				return false
			}
			b, ok := call.Common().Value.(*ssa.Builtin)
			return ok && b.Name() == "close" && frame.AccessPath(call.Common().Args[0]).Node() == node
		})
		p.owes(f, shown, closes, ch, "returns without the close of %s, which others may wait for since line %d, and which other paths close")
	}
}

// shownBy is the instruction after which other goroutines find what a function has put somewhere: the unlock of its lock in
// the same block, or the first one if it has no lock. It is nil where that is not known.
func shownBy(fn *ssa.Function, rest []ssa.Instruction) ssa.Instruction {
	for _, in := range rest {
		if isUnlock(in) {
			return in
		}
	}
	if len(blocksOf(fn, isUnlock)) > 0 {
		return nil
	}
	return rest[0]
}

// isUnlock reports whether an instruction releases a lock, now or at the end of the function.
func isUnlock(in ssa.Instruction) bool {
	call, ok := in.(ssa.CallInstruction)
	if !ok {
		return false
	}
	sc, ok := syncop.OpOf(call.Common())
	return ok && (sc.Op == trace.OpUnlock || sc.Op == trace.OpRUnlock)
}

// staysHere reports whether a new object is given to no call and no literal, and is not returned: others find it only where it
// is put.
func staysHere(made *ssa.Alloc) bool {
	return !slices.ContainsFunc(*made.Referrers(), func(in ssa.Instruction) bool {
		switch in.(type) {
		case *ssa.FieldAddr, *ssa.Store, *ssa.MapUpdate, *ssa.DebugRef:
			return false
		}
		return true
	})
}

// isMadeFor reports whether a field of a new object gets a new channel, which goes nowhere else.
func isMadeFor(field *ssa.FieldAddr) bool {
	return slices.ContainsFunc(*field.Referrers(), func(in ssa.Instruction) bool {
		st, ok := in.(*ssa.Store)
		if !ok || st.Addr != field {
			return false
		}
		ch, ok := st.Val.(*ssa.MakeChan)
		return ok && len(*ch.Referrers()) == 1
	})
}

// onlyAnswers reports whether a function alone closes a channel, to which no goroutine sends, and another one may wait for that with no
// alternative.
func (p *program) onlyAnswers(f *lockfacts.Func, node string) bool {
	waits := false
	for _, o := range p.r.Facts.On(node) {
		switch {
		case o.Op == trace.OpRecv:
			waits = waits || !o.Escapes
		case o.Op != trace.OpClose || o.Site.Func != f.Name:
			return false
		}
	}
	return waits
}

// blocksOf returns the blocks of a function with an instruction of some kind.
func blocksOf(fn *ssa.Function, is func(ssa.Instruction) bool) map[*ssa.BasicBlock]bool {
	blocks := map[*ssa.BasicBlock]bool{}
	for _, b := range fn.Blocks {
		if slices.ContainsFunc(b.Instrs, is) {
			blocks[b] = true
		}
	}
	return blocks
}

// owes reports a return after an instruction by a path without one of some blocks, if there are such blocks. Each of these comes after it on
// every path.
func (p *program) owes(f *lockfacts.Func, from ssa.Instruction, paid map[*ssa.BasicBlock]bool, ch syncop.AccessPath, words string) {
	for b := range paid {
		if b == from.Block() || !from.Block().Dominates(b) {
			return
		}
	}
	pos := token.NoPos
	if len(paid) > 0 {
		pos = leavesWithout(from, and(paid, p.dead(f.Fn)), nil)
	}
	if !pos.IsValid() {
		return
	}
	p.r.Report(lockfacts.Finding{
		Check: checks.BlocksForever, Pos: pos, Message: fmt.Sprintf("%s "+words, f.Fn.Name(), lockfacts.ShortClass(ch.Class()), p.r.Pass.Fset.Position(from.Pos()).Line),
		Sides: []lockfacts.Side{{Steps: []lockfacts.Step{{Op: "return", Class: ch.Class(), Site: p.r.SiteOf(f, pos)}}}},
	}, []lockgraph.EdgeKey{{Func: f.Name, Class: ch.Class()}})
}
