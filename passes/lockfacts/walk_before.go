package lockfacts

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// before fills in which locks may have been acquired before each event that another goroutine
// may wait for, and before each call.
func (w *walker) before() {
	b := w.earlierLocks()
	if b == nil {
		return
	}
	for i := range w.info.Events {
		ev := &w.info.Events[i]
		if !blocksOrWakes(ev.Op) || ev.Async != "" || ev.Counted {
			continue
		}
		own := b.at(w.at[i], i)
		for _, end := range w.also[i] {
			own = addNodes(own, b.at(end, i))
		}
		if k := w.added(i); k >= 0 {
			own = slices.DeleteFunc(slices.Clone(own), func(n string) bool { return !b.between(k, b.number[n], i) })
			ev.Counted = true
		}
		if known := w.madeKnown(ev.Obj); known != nil {
			own = slices.DeleteFunc(slices.Clone(own), func(n string) bool { return !b.after(known, b.number[n], i) })
		}
		ev.Before = addNodes(own, ev.Before)
		if sel, ok := w.at[i].(*ssa.Select); ok && ev.arm > 0 && len(ev.Via) == 0 {
			ev.Instead = b.instead(sel, ev.arm-1)
		}
	}
	for i := range w.info.calls {
		c := &w.info.calls[i]
		c.before = withoutArguments(b.at(c.at, len(w.info.Events)))
	}
	w.deferred()
}

// deferred lets each deferred call have what may have been acquired before at any end
// of the function: it is one call.
func (w *walker) deferred() {
	before := map[string][]string{}
	for again := range 2 {
		for i := range w.info.calls {
			c := &w.info.calls[i]
			if _, ok := c.at.(*ssa.RunDefers); !ok {
				continue
			}
			before[c.callee] = addNodes(before[c.callee], c.before)
			if again > 0 {
				c.before = before[c.callee]
			}
		}
	}
}

// An earlier has the nodes that the events of a function add to the locks acquired before.
// Nodes have numbers, so that sets of them are bits.
type earlier struct {
	w *walker
	numbered
	leaves []int                     // of each event: the number of the node that it adds, or -1
	index  []int                     // of each event: its instruction's place in its block
	events map[*ssa.BasicBlock][]int // those that add something
	in     map[*ssa.BasicBlock]nodes // at the start of a block
}

// earlierLocks goes along the edges of the control flow until nothing is added.
// It returns nil when no event adds anything.
func (w *walker) earlierLocks() *earlier {
	e := &earlier{w: w, numbered: newNumbered(), events: map[*ssa.BasicBlock][]int{}, in: map[*ssa.BasicBlock]nodes{}}
	for i := range w.info.Events {
		e.event(i)
	}
	if slices.ContainsFunc(w.info.Events, func(ev Event) bool { return blocksOrWakes(ev.Op) && ev.Async == "" }) {
		for i := range w.passed {
			e.passed(&w.passed[i])
		}
	}
	if len(e.names) == 0 {
		return nil
	}
	gen := map[*ssa.BasicBlock]nodes{}
	for _, b := range w.fn.Blocks {
		e.in[b], gen[b] = e.none(), e.none()
		for _, i := range e.events[b] {
			gen[b].add(e.leaves[i])
		}
	}
	for again := true; again; {
		again = false
		for _, b := range w.fn.Blocks {
			for _, p := range b.Preds {
				if changed, more := e.in[b].addAll(e.in[p]), e.in[b].addAll(gen[p]); changed || more {
					again = true
				}
			}
		}
	}
	return e
}

// event takes in an event of the function.
func (e *earlier) event(i int) {
	if n := e.w.leaves(i); n != "" {
		e.add(n, e.w.at[i])
		return
	}
	e.leaves, e.index = append(e.leaves, -1), append(e.index, 0)
}

// passed takes in operations that became no events of the function.
func (e *earlier) passed(p *passed) {
	for i := range p.leaves(e.w).all() {
		e.add(e.w.pkg.numbers.names[i], p.at)
	}
}

// add takes in a node that an instruction leaves, under the next number of an event.
func (e *earlier) add(n string, at ssa.Instruction) {
	e.w.at[len(e.leaves)] = at
	leaves := e.of(n)
	b := at.Block()
	e.events[b] = append(e.events[b], len(e.leaves))
	e.leaves, e.index = append(e.leaves, leaves), append(e.index, slices.Index(b.Instrs, at))
}

// at returns what may have been acquired before an instruction: of its own
// events, before the one numbered i. The list is shared.
func (e *earlier) at(in ssa.Instruction, i int) []string {
	b := in.Block()
	all := slices.Clone(e.in[b])
	index := slices.Index(b.Instrs, in)
	for _, j := range e.events[b] {
		if e.index[j] < index || e.index[j] == index && j < i {
			all.add(e.leaves[j])
		}
	}
	return e.list(all)
}

// instead returns what may be acquired after another case of a select, without
// coming back to it.
func (e *earlier) instead(sel *ssa.Select, arm int) []string {
	seen := map[*ssa.BasicBlock]bool{sel.Block(): true}
	all := e.none()
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		if seen[b] {
			return
		}
		seen[b] = true
		for _, j := range e.events[b] {
			all.add(e.leaves[j])
		}
		for _, s := range b.Succs {
			visit(s)
		}
	}
	for i, b := range Cases(sel) {
		if i != arm {
			visit(b)
		}
	}
	return e.list(all)
}

// Cases returns the blocks in which the cases of a select begin.
func Cases(sel *ssa.Select) map[int]*ssa.BasicBlock {
	blocks := map[int]*ssa.BasicBlock{}
	for _, r := range *sel.Referrers() {
		x, ok := r.(*ssa.Extract)
		if !ok || x.Index != 0 {
			continue
		}
		for _, test := range *x.Referrers() {
			eq, ok := test.(*ssa.BinOp)
			if !ok || eq.Op != token.EQL {
				continue
			}
			k, isConst := eq.Y.(*ssa.Const)
			for _, u := range *eq.Referrers() {
				if branch, ok := u.(*ssa.If); ok && isConst {
					blocks[int(k.Int64())] = branch.Block().Succs[0]
				}
			}
		}
	}
	return blocks
}

// added returns the event that raises the WaitGroup which event i lowers, if it
// comes before in any case, or -1. A goroutine that waits because of that round
// does not wait for goroutines that have not come so far.
func (w *walker) added(i int) int {
	ev := &w.info.Events[i]
	if ev.Op != trace.OpWGDone {
		return -1
	}
	for k := range w.info.Events {
		add := &w.info.Events[k]
		if add.Op != trace.OpWGAdd || add.Async != "" || add.Obj.Node() != ev.Obj.Node() {
			continue
		}
		a, b := w.at[k].Block(), w.at[i].Block()
		if a != b && a.Dominates(b) || (a == b || !w.uncounted[i]) && w.mayFollow(k, i) {
			return k
		}
	}
	return -1
}

// madeKnown returns the instructions that may make an object known to others which the function
// has made, or nil. A goroutine that waits for a part of the object has it from there. If
// it holds a lock, the function's earlier operations on that lock are over.
func (w *walker) madeKnown(obj syncop.AccessPath) []ssa.Instruction {
	name, ok := strings.CutPrefix(obj.Root, "L")
	if !ok {
		return nil
	}
	for _, b := range w.fn.Blocks {
		for _, in := range b.Instrs {
			if v, ok := in.(ssa.Value); ok && v.Name() == name && (w.pkg.isNew(v) || isNewChannel(v)) {
				return append(givenAway(w.pkg.escapesOf(v, 0)), passedTo(v)...)
			}
		}
	}
	return nil
}

func isNewChannel(v ssa.Value) bool {
	_, ok := v.(*ssa.MakeChan)
	return ok
}

// givenAway puts the uses of a function literal in the place of the literal. Before them, no other goroutine has the
// literal or its captured variables.
func givenAway(sharers []ssa.Instruction) []ssa.Instruction {
	var list []ssa.Instruction
	for _, in := range sharers {
		if mc, ok := in.(*ssa.MakeClosure); ok {
			list = append(list, *mc.Referrers()...)
		} else {
			list = append(list, in)
		}
	}
	return slices.DeleteFunc(list, func(in ssa.Instruction) bool {
		_, ok := in.(*ssa.DebugRef)
		return ok
	})
}

// after reports whether a node may be left by an event after one of the instructions and
// before event i.
func (e *earlier) after(known []ssa.Instruction, node int, i int) bool {
	end := e.w.at[i]
	between := func(at ssa.Instruction) bool {
		return (at == end || mayPrecede(at, end)) && slices.ContainsFunc(known, func(in ssa.Instruction) bool { return in == at || mayPrecede(in, at) })
	}
	for j, leaves := range e.leaves {
		if leaves == node && (between(e.w.at[j]) || slices.ContainsFunc(e.w.repeated[j], between)) {
			return true
		}
	}
	return false
}

// between reports whether a node may be left by an event after k and before i.
func (e *earlier) between(k int, node int, i int) bool {
	for j, leaves := range e.leaves {
		if leaves == node && e.w.mayFollow(k, j) && e.w.mayFollow(j, i) {
			return true
		}
	}
	return false
}

// mayFollow reports whether event j may come after event i.
func (w *walker) mayFollow(i, j int) bool {
	a, b := w.at[i].Block(), w.at[j].Block()
	return a == b && follows(a, w.at[i], i, w.at[j], j) || a != b && syncop.Reaches(a, b)
}

// follows reports whether event j comes after event i in a block. Those of one instruction come in the order in which they were
// recorded.
func follows(b *ssa.BasicBlock, first ssa.Instruction, i int, second ssa.Instruction, j int) bool {
	if first == second {
		return i < j
	}
	return slices.Index(b.Instrs, first) < slices.Index(b.Instrs, second)
}
