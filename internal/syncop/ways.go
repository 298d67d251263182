package syncop

import "golang.org/x/tools/go/ssa"

// The ways of a function are its control flow graph without the code after calls that do not return.
type ways struct {
	blocks    []*ssa.BasicBlock
	positions *positions
	length    []int             // by block: how many instructions are before the first call that does not return
	live      []bool            // by block: control comes to it
	level     []int             // by block: how many other blocks dominate it
	lets      []ssa.Instruction // those that let other functions or goroutines in
}

// newWays takes a function that tells whether an instruction lets others in.
func newWays(fn *ssa.Function, positions *positions, letsIn func(ssa.Instruction) bool) *ways {
	n := len(fn.Blocks)
	w := &ways{blocks: fn.Blocks, positions: positions, length: make([]int, n), live: make([]bool, n), level: make([]int, n)}
	for i, b := range fn.Blocks {
		w.length[i] = len(b.Instrs)
		for position, in := range b.Instrs {
			if IsNoReturnCall(in) {
				w.length[i] = position
				break
			}
			if letsIn(in) {
				w.lets = append(w.lets, in)
			}
		}
	}
	w.enliven()
	return w
}

// enliven finds the blocks that control comes to. The block that runs after a recovered panic has no predecessor.
func (w *ways) enliven() {
	var live, tree []*ssa.BasicBlock
	for _, b := range w.blocks {
		if b.Idom() == nil {
			w.live[b.Index] = true
			live, tree = append(live, b), append(tree, b)
		}
	}
	for len(live) > 0 {
		b := live[len(live)-1]
		live = live[:len(live)-1]
		for _, next := range w.succs(b) {
			if !w.live[next.Index] {
				w.live[next.Index] = true
				live = append(live, next)
			}
		}
	}
	for len(tree) > 0 {
		b := tree[len(tree)-1]
		tree = append(tree[:len(tree)-1], b.Dominees()...)
		for _, d := range b.Dominees() {
			w.level[d.Index] = w.level[b.Index] + 1
		}
	}
}

// succs are the blocks to which control goes from a block.
func (w *ways) succs(b *ssa.BasicBlock) []*ssa.BasicBlock {
	if w.length[b.Index] < len(b.Instrs) {
		return nil
	}
	return b.Succs
}

// meetings returns where paths from different blocks of a list meet: their iterated dominance frontier, by the algorithm of
// Sreedhar and Gao (A linear time algorithm for placing phi-nodes, POPL 1995). The blocks with the most dominators are looked
// at first, and each block once.
func (w *ways) meetings(list []*ssa.BasicBlock) (meets []bool) {
	meets = make([]bool, len(w.blocks))
	seen, listed := make([]bool, len(w.blocks)), make([]bool, len(w.blocks))
	var banks [][]*ssa.BasicBlock // by level: those to be looked at
	put := func(b *ssa.BasicBlock) {
		for len(banks) <= w.level[b.Index] {
			banks = append(banks, nil)
		}
		banks[w.level[b.Index]] = append(banks[w.level[b.Index]], b)
	}
	for _, b := range list {
		listed[b.Index] = true
		put(b)
	}
	for level := len(banks) - 1; level >= 0; level-- {
		for len(banks[level]) > 0 {
			root := banks[level][len(banks[level])-1]
			banks[level] = banks[level][:len(banks[level])-1]
			w.frontier(root, seen, func(b *ssa.BasicBlock) {
				if !meets[b.Index] {
					meets[b.Index] = true
					if !listed[b.Index] {
						put(b)
					}
				}
			})
		}
	}
	return meets
}

// frontier visits the blocks that control may come to from a block below a root, and that have no more dominators than the
// root has. Blocks that were seen before are left out.
func (w *ways) frontier(root *ssa.BasicBlock, seen []bool, visit func(*ssa.BasicBlock)) {
	if seen[root.Index] {
		return
	}
	seen[root.Index] = true
	work := []*ssa.BasicBlock{root}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if w.live[b.Index] {
			for _, next := range w.succs(b) {
				if next.Idom() != b && w.level[next.Index] <= w.level[root.Index] {
					visit(next)
				}
			}
		}
		for _, d := range b.Dominees() {
			if !seen[d.Index] {
				seen[d.Index] = true
				work = append(work, d)
			}
		}
	}
}
