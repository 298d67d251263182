package chanblock

import (
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// A leaving is a way in which a thread context comes past its last receive from a channel, although the channel is not
// closed: an edge after which no receive is reachable, or the end after a receive.
type leaving struct {
	reason
	pos  token.Pos       // of the return
	from ssa.Instruction // the branch, or the last receive
	way  bool            // how the branch comes out
	rets []*ssa.Return
	s    *scan
}

// A scan looks for the leavings of one function.
type scan struct {
	x    *contexts
	fn   *ssa.Function
	dead map[*ssa.BasicBlock]bool
	live map[*ssa.BasicBlock]bool // a receive is reachable from the start of the block
	had  map[*ssa.BasicBlock]bool // control comes to the block only with a value received in it or just before
	list []leaving
}

// leave returns the leavings of a function, in the order of their blocks.
func (x *contexts) leave(fn *ssa.Function) []leaving {
	if list, ok := x.leavings[fn]; ok {
		return list
	}
	x.leavings[fn] = nil // of a recursive call nothing is known
	s := &scan{x: x, fn: fn, dead: and(failures(fn), x.c.p.dead(fn)), live: map[*ssa.BasicBlock]bool{}, had: map[*ssa.BasicBlock]bool{}}
	s.findLive()
	s.findReceived()
	for _, b := range fn.Blocks {
		s.edges(b)
	}
	for _, in := range x.of(fn) {
		s.lastReceive(in, x.points[fn][in])
	}
	x.leavings[fn] = s.list
	return s.list
}

func (s *scan) findLive() {
	for _, in := range s.x.of(s.fn) {
		if _, deferred := in.(*ssa.Defer); !deferred {
			s.live[in.Block()] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for _, b := range s.fn.Blocks {
			if !s.live[b] && !s.dead[b] && s.goesOn(b) {
				s.live[b], changed = true, true
			}
		}
	}
}

// goesOn reports whether a receive is reachable after a block.
func (s *scan) goesOn(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(b.Succs, func(o *ssa.BasicBlock) bool { return s.live[o] })
}

func (s *scan) findReceived() {
	for in, p := range s.x.points[s.fn] {
		if p.op == nil {
			s.had[in.Block()] = true
			continue
		}
		if b, ok := received(p.op); ok {
			s.had[b] = true
		}
	}
}

// edges finds the edges that leave the blocks from which a receive is reachable.
func (s *scan) edges(b *ssa.BasicBlock) {
	branch, ok := syncop.Terminator(b).(*ssa.If)
	if !ok || s.dead[b] || !s.goesOn(b) {
		return
	}
	for i, to := range b.Succs {
		if s.live[to] {
			continue
		}
		for _, why := range s.why(branch.Cond, i == 0, b) {
			s.add(why, branch, i == 0, to)
		}
	}
}

// lastReceive finds the ways past a receive after which there is no other one.
func (s *scan) lastReceive(in ssa.Instruction, p *point) {
	if _, deferred := in.(*ssa.Defer); deferred || s.goesOn(in.Block()) || s.after(in) || s.dead[in.Block()] {
		return
	}
	if p.op == nil {
		for _, l := range s.x.leave(p.callee) {
			s.add(l.through(in), in, false, in.Block())
		}
		return
	}
	sel, ok := in.(*ssa.Select)
	if !ok || len(sel.States) == 1 && sel.Blocking {
		if !isRange(p.op) {
			s.add(reason{kind: enough}, in, false, in.Block())
		}
		return
	}
	for i := range sel.States {
		if b, ok := received(&op{instr: sel, which: i}); ok {
			for _, why := range s.whyCase(sel, i) {
				s.add(why, in, false, b)
			}
		}
	}
}

// after reports whether another receive follows in the same block.
func (s *scan) after(in ssa.Instruction) bool {
	list := in.Block().Instrs
	return slices.ContainsFunc(list[slices.Index(list, in)+1:], func(o ssa.Instruction) bool { return s.x.points[s.fn][o] != nil })
}

// add notes a leaving from an instruction to a block, if the function returns from there.
func (s *scan) add(why reason, from ssa.Instruction, way bool, to *ssa.BasicBlock) {
	l := leaving{reason: why, from: from, way: way, rets: s.returns(to), s: s}
	if len(l.rets) == 0 {
		return
	}
	l.pos = endOf(l.rets[0])
	s.list = append(s.list, l)
}

// through is the reason of a caller that leaves because a called function does.
func (l *leaving) through(call ssa.Instruction) reason {
	why := l.reason
	why.via, why.call = l, call
	return why
}

// got reports whether the receiver leaves only with a value received, when the sender is started at some instructions of it, or outside.
func (l *leaving) got(starts []ssa.Instruction) bool {
	if l.kind == enough || l.via != nil && l.via.got(nil) {
		return true
	}
	if len(starts) == 0 {
		starts = []ssa.Instruction{l.s.fn.Blocks[0].Instrs[0]}
	}
	return !slices.ContainsFunc(starts, l.without)
}

// without reports whether there is a path from an instruction to the leaving on which nothing is received.
func (l *leaving) without(from ssa.Instruction) bool {
	p := newPath(l.from)
	had := maps.Clone(l.s.had)
	if l.call != nil {
		delete(had, l.call.Block()) // it has received nothing
	}
	p.passed = maps.Clone(had)
	p.same = func(on *path) bool {
		branch, ok := l.from.(*ssa.If)
		if !ok {
			return true
		}
		truth, known := on.known(branch.Cond)
		return !known || truth == l.way
	}
	b := from.Block()
	list := b.Instrs[slices.Index(b.Instrs, from):]
	if i := slices.Index(list, l.from); i >= 0 {
		return !l.receivesIn(list[:i])
	}
	if l.receivesIn(list) {
		return false
	}
	return !had[l.from.Block()] && p.from(b)
}

// receivesIn reports whether one of some instructions receives for certain: no case of a select, and no call that leaves.
func (l *leaving) receivesIn(list []ssa.Instruction) bool {
	return slices.ContainsFunc(list, func(in ssa.Instruction) bool {
		_, choice := in.(*ssa.Select)
		return !choice && in != l.call && l.s.x.points[l.s.fn][in] != nil
	})
}

// returns are the returns that control comes to from the start of a block.
func (s *scan) returns(from *ssa.BasicBlock) []*ssa.Return {
	var list []*ssa.Return
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{from}
	for len(work) > 0 {
		b := work[0]
		work = work[1:]
		if seen[b] || s.dead[b] || syncop.CallsNoReturn(b) {
			continue
		}
		seen[b] = true
		if ret, ok := syncop.Terminator(b).(*ssa.Return); ok {
			list = append(list, ret)
		}
		work = append(work, b.Succs...)
	}
	return list
}

// gives reports whether a leaving may return with a result that is true or nil, or not, as asked.
func (l *leaving) gives(index int, is func(v ssa.Value) (yes, known bool), want bool) bool {
	return slices.ContainsFunc(l.rets, func(ret *ssa.Return) bool {
		if index >= len(ret.Results) {
			return true
		}
		yes, known := is(ret.Results[index])
		if !known {
			yes, known = testedAt(ret.Block(), ret.Results[index])
		}
		return !known || yes == want
	})
}

// testedAt reports whether a value is true or nil in a block, which its last test there says.
func testedAt(b *ssa.BasicBlock, v ssa.Value) (yes, known bool) {
	for d := b.Idom(); d != nil; b, d = d, d.Idom() {
		branch, ok := syncop.Terminator(d).(*ssa.If)
		if !ok || len(b.Preds) != 1 {
			continue
		}
		truth := d.Succs[0] == b
		if branch.Cond == v {
			return truth, true
		}
		c, ok := branch.Cond.(*ssa.BinOp)
		if !ok || c.X != v || c.Op != token.EQL && c.Op != token.NEQ {
			continue
		}
		if k, ok := c.Y.(*ssa.Const); ok && k.IsNil() {
			return truth == (c.Op == token.EQL), true
		}
	}
	return false, false
}
