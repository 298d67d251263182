package lockfacts

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// before fills in which locks may have been acquired before each event that
// somebody may wait for, and before each call.
func (w *walker) before() {
	b := w.earlierLocks()
	if b == nil {
		return
	}
	for i := range w.info.Events {
		ev := &w.info.Events[i]
		if !blocksOrWakes(ev.Op) || ev.Async != "" {
			continue
		}
		own := b.at(w.at[i], i)
		if k := w.added(i); k >= 0 {
			own = slices.DeleteFunc(own, func(n string) bool { return !w.between(k, n, i) })
		}
		ev.Before = addNodes(own, ev.Before)
		if sel, ok := w.at[i].(*ssa.Select); ok && ev.arm > 0 && len(ev.Via) == 0 {
			ev.Instead = b.instead(sel, ev.arm-1)
		}
	}
	for i := range w.info.calls {
		c := &w.info.calls[i]
		c.before = b.at(c.at, len(w.info.Events))
	}
}

// An earlier is what the events of a function add to the locks acquired before.
type earlier struct {
	w      *walker
	in     map[*ssa.BasicBlock][]string // at the start of a block
	events map[*ssa.BasicBlock][]int    // those that add something
}

// earlierLocks goes along the edges of the control flow until nothing is added.
// It returns nil when no event adds anything.
func (w *walker) earlierLocks() *earlier {
	gen := map[*ssa.BasicBlock][]string{}
	e := &earlier{w: w, in: map[*ssa.BasicBlock][]string{}, events: map[*ssa.BasicBlock][]int{}}
	for i := range w.info.Events {
		if n := w.leaves(i); n != "" {
			b := w.at[i].Block()
			gen[b] = addNode(gen[b], n)
			e.events[b] = append(e.events[b], i)
		}
	}
	if len(gen) == 0 {
		return nil
	}
	for again := true; again; {
		again = false
		for _, b := range w.fn.Blocks {
			n := len(e.in[b])
			for _, p := range b.Preds {
				e.in[b] = addNodes(addNodes(e.in[b], e.in[p]), gen[p])
			}
			again = again || len(e.in[b]) > n
		}
	}
	return e
}

// at returns what may have been acquired before an instruction: of its own
// events, before the one numbered i.
func (e *earlier) at(in ssa.Instruction, i int) []string {
	b := in.Block()
	all := slices.Clone(e.in[b])
	for _, j := range e.events[b] {
		if follows(b, e.w.at[j], j, in, i) {
			all = addNode(all, e.w.leaves(j))
		}
	}
	return all
}

// instead returns what may be acquired after another case of a select, without
// coming back to it.
func (e *earlier) instead(sel *ssa.Select, arm int) []string {
	seen := map[*ssa.BasicBlock]bool{sel.Block(): true}
	var nodes []string
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		if seen[b] {
			return
		}
		seen[b] = true
		for _, j := range e.events[b] {
			nodes = addNode(nodes, e.w.leaves(j))
		}
		for _, s := range b.Succs {
			visit(s)
		}
	}
	for i, b := range cases(sel) {
		if i != arm {
			visit(b)
		}
	}
	return nodes
}

// cases returns the blocks in which the cases of a select begin.
func cases(sel *ssa.Select) map[int]*ssa.BasicBlock {
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
// comes before in any case, or -1. Whoever waits because of that round waits for
// nobody who has not come so far.
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
		if a, b := w.at[k].Block(), w.at[i].Block(); a != b && a.Dominates(b) || a == b && w.mayFollow(k, i) {
			return k
		}
	}
	return -1
}

// between reports whether a node may be left by an event after k and before i.
func (w *walker) between(k int, node string, i int) bool {
	for j := range w.info.Events {
		if w.leaves(j) == node && w.mayFollow(k, j) && w.mayFollow(j, i) {
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

// leaves is leaves for an event of the function, of which it is known whether
// anybody else has the object.
func (w *walker) leaves(i int) string {
	if ev := &w.info.Events[i]; !w.isPrivate(ev) {
		return leaves(ev)
	}
	return ""
}

// leaves is what an event adds to the locks acquired before: a node, or the key
// of an open call.
func leaves(ev *Event) string {
	switch {
	case ev.Async != "":
	case ev.Dyn != nil:
		if ev.Dyn.Key != "F:" {
			return ev.Dyn.Key
		}
	case ev.IsAcquire():
		return ev.Obj.Node()
	}
	return ""
}

func addNode(list []string, node string) []string {
	if node == "" || slices.Contains(list, node) {
		return list
	}
	return append(slices.Clone(list), node)
}

func addNodes(list, nodes []string) []string {
	for _, n := range nodes {
		list = addNode(list, n)
	}
	return list
}
