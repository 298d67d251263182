package chanblock

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// An amount is how many values may be sent. It is at most endless, which no buffer holds.
type amount int64

const endless amount = 1 << 40

// amount is how many values the thread contexts of sends may send to one channel. Sends and spawn sites of one function on different
// paths do not add up. Spawn sites that do not come before a leaving do not count.
func (x *contexts) amount(before func(ssa.Instruction) bool) amount {
	weights := map[*ssa.Function]weight{}
	add := func(fn *ssa.Function, b *ssa.BasicBlock, n amount) {
		if weights[fn] == nil {
			weights[fn] = weight{}
		}
		weights[fn][b] += n
	}
	for _, r := range x.threads {
		if len(r.spawns) == 0 {
			for b, n := range x.weigh(r.fn, map[*ssa.Function]bool{}) {
				add(r.fn, b, n)
			}
		}
		for _, in := range r.spawns {
			if !before(in) {
				continue
			}
			each := x.most(r.fn, map[*ssa.Function]bool{})
			if x.c.again(in) {
				each = x.turns(in, each)
			}
			if each >= endless || x.c.calledAgain(in.Parent(), map[*ssa.Function]bool{}) {
				return endless
			}
			add(in.Parent(), in.Block(), each)
		}
	}
	total := amount(0)
	for fn, w := range weights {
		total += w.heaviest(fn.Blocks[0], map[*ssa.BasicBlock]amount{})
	}
	return min(total, endless)
}

// again reports whether an instruction may run twice for one channel.
func (c *flow) again(in ssa.Instruction) bool {
	var made ssa.Instruction = c.made
	if c.call != nil {
		made = c.call
	}
	twice := false
	syncop.After(in, func(next ssa.Instruction) bool {
		twice = twice || next == in
		return next != made && !twice
	})
	return twice
}

// calledAgain reports whether the package calls a function several times for one channel.
func (c *flow) calledAgain(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if fn == c.home || seen[fn] {
		return false
	}
	seen[fn] = true
	return slices.ContainsFunc(c.p.usersOf(fn), func(in ssa.Instruction) bool {
		call, ok := in.(ssa.CallInstruction)
		return ok && call.Common().StaticCallee() == fn && (c.again(in) || c.calledAgain(in.Parent(), seen))
	})
}

// most is how many values one run of a function may send.
func (x *contexts) most(fn *ssa.Function, busy map[*ssa.Function]bool) amount {
	if busy[fn] {
		return endless
	}
	busy[fn] = true
	defer delete(busy, fn)
	return min(x.weigh(fn, busy).heaviest(fn.Blocks[0], map[*ssa.BasicBlock]amount{}), endless)
}

// A weight is how many values the blocks of a function send.
type weight map[*ssa.BasicBlock]amount

func (x *contexts) weigh(fn *ssa.Function, busy map[*ssa.Function]bool) weight {
	w := weight{}
	for in, p := range x.points[fn] {
		one := amount(1)
		if p.callee != nil {
			one = x.most(p.callee, busy)
		}
		if syncop.InLoop(in.Block()) && !x.remade(in) {
			one = x.turns(in, one)
		}
		w[in.Block()] += one
	}
	return w
}

// remade reports whether a loop makes the channel in each turn.
func (x *contexts) remade(in ssa.Instruction) bool {
	return x.c.home == in.Parent() && !x.c.again(in)
}

// turns is how many values a loop sends that sends some in each turn. Its bound may be a constant, and then no other loop is around it.
func (x *contexts) turns(in ssa.Instruction, each amount) amount {
	if head := header(in.Block()); head == nil || header(head) != nil {
		return endless
	}
	for n := int64(1); n <= maxTurns; n++ {
		if !turnsMore(in, n) {
			return amount(n) * each
		}
	}
	return endless
}

// maxTurns bounds the turns of a loop that are told from endless ones.
const maxTurns = 64

// heaviest is the largest sum on a path from a block that passes no block twice.
func (w weight) heaviest(b *ssa.BasicBlock, known map[*ssa.BasicBlock]amount) amount {
	if n, ok := known[b]; ok {
		return n
	}
	known[b] = 0 // on the path: a back edge adds nothing
	most := amount(0)
	for _, s := range b.Succs {
		most = max(most, w.heaviest(s, known))
	}
	known[b] = most + w[b]
	return known[b]
}

// sendsOn reports whether a sender sends again without having waited for another goroutine in between. A look at a channel without
// waiting is a wait if so asked.
func (x *contexts) sendsOn(looks bool) bool {
	for _, points := range x.points {
		for in := range points {
			if x.sendsNext(in, points, looks) {
				return true
			}
		}
	}
	return false
}

// sendsNext reports whether a send follows one without a wait for another goroutine.
func (x *contexts) sendsNext(in ssa.Instruction, points map[ssa.Instruction]*point, looks bool) bool {
	for other := range points {
		if syncop.CanReachAvoiding(in, other, func(o ssa.Instruction) bool {
			if call, ok := o.(*ssa.Call); ok {
				return o != in && o != other && x.c.p.waitsIn(call.Call.StaticCallee())
			}
			sel, isSelect := o.(*ssa.Select)
			return o != in && o != other && mayWait(o) && (looks || !isSelect || sel.Blocking)
		}) {
			return true
		}
	}
	return false
}

// waitsIn reports whether a function of the package waits for another goroutine.
func (p *program) waitsIn(fn *ssa.Function) bool {
	f := p.byFn[fn]
	return f != nil && slices.ContainsFunc(f.Events, func(ev lockfacts.Event) bool {
		return ev.Async == "" && (ev.Op == trace.OpWGWait || ev.Op == trace.OpRecv || ev.Op == trace.OpWait)
	})
}

// turnsMore reports whether a loop around an instruction may go round more often than that: it does not count up to a
// constant within it.
func turnsMore(in ssa.Instruction, room int64) bool {
	head := header(in.Block())
	if head == nil && slices.Contains(in.Block().Succs, in.Block()) {
		head = in.Block() // the whole loop
	}
	if head == nil {
		return true
	}
	branch, ok := syncop.Terminator(head).(*ssa.If)
	if !ok {
		return true
	}
	cond, ok := branch.Cond.(*ssa.BinOp)
	if !ok || cond.Op != token.LSS && cond.Op != token.LEQ {
		return true
	}
	n, ok := boundOf(cond.Y)
	return !ok || n > room
}

// boundOf is the number to which a loop counts: a constant, or the length of a list that is written out.
func boundOf(v ssa.Value) (int64, bool) {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.Int {
			return v.Int64(), true
		}
	case *ssa.Call:
		b, ok := v.Call.Value.(*ssa.Builtin)
		if !ok || b.Name() != "len" {
			return 0, false
		}
		list, ok := v.Call.Args[0].(*ssa.Slice)
		if !ok || list.Low != nil || list.High != nil {
			return 0, false
		}
		if array, ok := deref(list.X.Type()).Underlying().(*types.Array); ok {
			return array.Len(), true
		}
	}
	return 0, false
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}
