package interleaving

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A loop is a natural loop.
type loop struct {
	body   map[*ssa.BasicBlock]bool
	tested bool // it ends at a test in its head, or before the way back to it
}

// loops are those of a function, by their heads.
func (s *slice) loops(fn *ssa.Function) map[*ssa.BasicBlock]*loop {
	if l, ok := s.loopsOf[fn]; ok {
		return l
	}
	all := map[*ssa.BasicBlock]*loop{}
	for _, b := range fn.Blocks {
		for _, head := range b.Succs {
			if head.Dominates(b) {
				if all[head] == nil {
					all[head] = &loop{body: map[*ssa.BasicBlock]bool{head: true}}
				}
				all[head].add(b)
			}
		}
	}
	for head, l := range all {
		for b := range l.body {
			if exit := l.exit(b); exit >= 0 && (b == head || b.Succs[1-exit] == head) {
				l.tested = true
			}
		}
	}
	s.loopsOf[fn] = all
	return all
}

// add adds the blocks from which control comes to a block of the loop.
func (l *loop) add(b *ssa.BasicBlock) {
	if l.body[b] {
		return
	}
	l.body[b] = true
	for _, p := range b.Preds {
		l.add(p)
	}
}

// exit is which successor of a block leaves the loop while the other stays, or -1.
func (l *loop) exit(b *ssa.BasicBlock) int {
	if len(b.Succs) != 2 || l.body[b.Succs[0]] == l.body[b.Succs[1]] {
		return -1
	}
	if l.body[b.Succs[0]] {
		return 1
	}
	return 0
}

// exit is which successor of a block ends the turns of a loop, and how many turns are over, or -1.
func (f *frame) exit(b *ssa.BasicBlock) (exit, done int) {
	loops := f.loops(f.fn)
	if l := loops[b]; l != nil {
		if exit = l.exit(b); exit >= 0 {
			return exit, f.turns[b] - 1
		}
	}
	for _, head := range b.Succs {
		if l := loops[head]; l != nil && l.body[b] {
			if exit = l.exit(b); exit >= 0 {
				return exit, f.turns[head]
			}
		}
	}
	return -1, 0
}

// skip is the block at which all ways after a branch meet, when nothing on these ways matters to the objects.
// Variables that the ways change are unknown then.
func (f *frame) skip(b *ssa.BasicBlock) *ssa.BasicBlock {
	to := f.meets(f.fn)[b]
	if to == nil {
		return nil
	}
	between := ways(b, to)
	for x := range between {
		for _, in := range x.Instrs {
			if !f.quiet(in, between) {
				return nil
			}
		}
	}
	if f.picks(b, to, between) {
		return nil
	}
	f.blur(b, between)
	f.forget(to, between)
	return to
}

// ways are the blocks on the ways from a branch to the block at which they meet.
func ways(b, to *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	between := map[*ssa.BasicBlock]bool{}
	var visit func(*ssa.BasicBlock)
	visit = func(x *ssa.BasicBlock) {
		if x == to || between[x] {
			return
		}
		between[x] = true
		for _, n := range x.Succs {
			visit(n)
		}
	}
	for _, n := range b.Succs {
		visit(n)
	}
	return between
}

// picks reports whether the way that is taken decides which object, or which channel, a variable has after the ways.
func (f *frame) picks(b, to *ssa.BasicBlock, between map[*ssa.BasicBlock]bool) bool {
	at := []*ssa.BasicBlock{to}
	for x := range between {
		if x.Dominates(to) {
			at = append(at, x)
		}
	}
	for _, x := range at {
		for _, in := range x.Instrs {
			phi, ok := in.(*ssa.Phi)
			if !ok {
				break
			}
			if _, channel := phi.Type().Underlying().(*types.Chan); channel || f.leadsTo(phi, b, between) {
				return true
			}
		}
	}
	return false
}

// leadsTo reports whether a phi may get an object on one of the ways after a branch.
func (f *frame) leadsTo(phi *ssa.Phi, b *ssa.BasicBlock, between map[*ssa.BasicBlock]bool) bool {
	for i, pred := range phi.Block().Preds {
		if (pred == b || between[pred]) && tracked(f.origin(phi.Edges[i], between)) {
			return true
		}
	}
	return false
}

// forget makes values unknown that another turn on the ways may change.
func (f *frame) forget(to *ssa.BasicBlock, between map[*ssa.BasicBlock]bool) {
	for x := range between {
		for _, in := range x.Instrs {
			if v, ok := in.(ssa.Value); ok && x.Dominates(to) && !tracked(f.env[v]) {
				delete(f.env, v)
			}
		}
	}
}

// quiet reports whether an instruction matters to no object, executed or not.
func (f *frame) quiet(in ssa.Instruction, between map[*ssa.BasicBlock]bool) bool {
	switch in := in.(type) {
	case *ssa.Send, *ssa.Select, *ssa.Go, *ssa.Defer, *ssa.RunDefers, *ssa.Return, *ssa.Panic, *ssa.MakeChan:
		return false
	case *ssa.UnOp:
		return in.Op.String() != "<-"
	case *ssa.Alloc:
		return !synchronises(in.Type(), 0)
	case *ssa.Store:
		return !f.modelled(f.origin(in.Addr, between)) && !tracked(f.origin(in.Addr, between)) && !tracked(f.origin(in.Val, between))
	case *ssa.MapUpdate:
		return !tracked(f.origin(in.Value, between))
	case *ssa.Call:
		if ends(&in.Call) && !endsTest(&in.Call) {
			return false
		}
		if fn := in.Call.StaticCallee(); fn != nil && (f.allocates(fn) || f.mayExit(fn, 0) || f.waits(&in.Call)) {
			return false
		}
		for _, v := range in.Operands(nil) {
			if *v != nil && tracked(f.origin(*v, between)) {
				return false
			}
		}
	}
	return true
}

// origin is the values of which another one is a part, as far as they come from before the blocks.
func (f *frame) origin(v ssa.Value, between map[*ssa.BasicBlock]bool) value {
	var list tuple
	seen := map[ssa.Value]bool{}
	var visit func(ssa.Value)
	visit = func(v ssa.Value) {
		if seen[v] {
			return
		}
		seen[v] = true
		list = append(list, f.env[v])
		in, ok := v.(ssa.Instruction)
		if !ok || !between[in.Block()] {
			return
		}
		for _, o := range in.Operands(nil) {
			if *o != nil {
				visit(*o)
			}
		}
	}
	visit(v)
	return list
}

// blur forgets what blocks may have changed.
func (f *frame) blur(b *ssa.BasicBlock, between map[*ssa.BasicBlock]bool) {
	for x := range between {
		for _, in := range x.Instrs {
			switch in := in.(type) {
			case *ssa.Store:
				escape(f.origin(in.Addr, between))
			case *ssa.Call:
				for _, v := range in.Operands(nil) {
					if *v != nil {
						escape(f.origin(*v, between))
					}
				}
			}
		}
	}
}

// meets are the immediate postdominators of blocks that end in a branch, where there are any (Cooper, Harvey and
// Kennedy, 2001, on the reversed graph). It takes time quadratic in the blocks at worst.
func (s *slice) meets(fn *ssa.Function) map[*ssa.BasicBlock]*ssa.BasicBlock {
	if m, ok := s.meetsOf[fn]; ok {
		return m
	}
	p := &postdominators{number: map[*ssa.BasicBlock]int{}, next: map[*ssa.BasicBlock]*ssa.BasicBlock{}}
	p.visit(fn.Blocks[0], map[*ssa.BasicBlock]bool{})
	for changed := true; changed; {
		changed = false
		for _, b := range p.order {
			changed = p.update(b) || changed
		}
	}
	s.meetsOf[fn] = p.next
	return p.next
}

// postdominators are computed over blocks in an order in which successors come first.
type postdominators struct {
	order  []*ssa.BasicBlock
	number map[*ssa.BasicBlock]int
	next   map[*ssa.BasicBlock]*ssa.BasicBlock // nil is the end of the function
	known  map[*ssa.BasicBlock]bool
}

func (p *postdominators) visit(b *ssa.BasicBlock, seen map[*ssa.BasicBlock]bool) {
	seen[b] = true
	for _, n := range b.Succs {
		if !seen[n] {
			p.visit(n, seen)
		}
	}
	p.number[b] = len(p.order)
	p.order = append(p.order, b)
}

// update computes the next postdominator of a block again.
func (p *postdominators) update(b *ssa.BasicBlock) bool {
	if p.known == nil {
		p.known = map[*ssa.BasicBlock]bool{}
	}
	var to *ssa.BasicBlock
	first := true
	for _, n := range b.Succs {
		switch {
		case !p.known[n]:
		case first:
			to, first = n, false
		default:
			to = p.meet(to, n)
		}
	}
	if first && len(b.Succs) > 0 {
		return false // a loop without an end, so far
	}
	changed := !p.known[b] || p.next[b] != to
	p.known[b], p.next[b] = true, to
	return changed
}

// meet is the first block that both come to.
func (p *postdominators) meet(a, b *ssa.BasicBlock) *ssa.BasicBlock {
	for a != b {
		if a == nil || b == nil {
			return nil
		}
		if p.number[a] < p.number[b] {
			b = p.next[b]
		} else {
			a = p.next[a]
		}
	}
	return a
}
