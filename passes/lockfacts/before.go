package lockfacts

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// before fills in which locks may have been acquired before each event that
// somebody may wait for.
func (w *walker) before() {
	gen := map[*ssa.BasicBlock][]string{}
	for i := range w.info.Events {
		if n := w.leaves(i); n != "" {
			b := w.at[i].Block()
			gen[b] = addNode(gen[b], n)
		}
	}
	if len(gen) == 0 {
		return
	}
	in := map[*ssa.BasicBlock][]string{}
	for again := true; again; {
		again = false
		for _, b := range w.fn.Blocks {
			for _, p := range b.Preds {
				for _, n := range append(slices.Clone(in[p]), gen[p]...) {
					if !slices.Contains(in[b], n) {
						in[b] = addNode(in[b], n)
						again = true
					}
				}
			}
		}
	}
	inBlock := map[*ssa.BasicBlock][]int{}
	for i := range w.info.Events {
		if w.leaves(i) != "" {
			inBlock[w.at[i].Block()] = append(inBlock[w.at[i].Block()], i)
		}
	}
	for i := range w.info.Events {
		ev := &w.info.Events[i]
		if !blocksOrWakes(ev.Op) || ev.Async != "" {
			continue
		}
		b := w.at[i].Block()
		all := slices.Clone(in[b])
		for _, j := range inBlock[b] {
			if w.earlier(b, j, i) {
				all = addNode(all, w.leaves(j))
			}
		}
		if k := w.added(i); k >= 0 {
			all = slices.DeleteFunc(slices.Clone(all), func(n string) bool { return !w.between(k, n, i) })
		}
		for _, n := range ev.Before {
			all = addNode(all, n)
		}
		ev.Before = all
	}
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
		if a, b := w.at[k].Block(), w.at[i].Block(); a == b && w.earlier(a, k, i) || a != b && a.Dominates(b) {
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
	return a == b && w.earlier(a, i, j) || a != b && syncop.Reaches(a, b)
}

// leaves is what an event adds to the locks acquired before: a node, or the key
// of an open call.
func (w *walker) leaves(i int) string {
	ev := &w.info.Events[i]
	switch {
	case ev.Async != "" || w.isPrivate(ev):
	case ev.Dyn != nil:
		if ev.Dyn.Key != "F:" {
			return ev.Dyn.Key
		}
	case ev.IsAcquire():
		return ev.Obj.Node()
	}
	return ""
}

// earlier reports whether event j comes before event i in a block. Events of
// one instruction come in the order in which they were recorded.
func (w *walker) earlier(b *ssa.BasicBlock, j, i int) bool {
	pj, pi := slices.Index(b.Instrs, w.at[j]), slices.Index(b.Instrs, w.at[i])
	return pj < pi || pj == pi && j < i
}

func addNode(list []string, node string) []string {
	if node == "" || slices.Contains(list, node) {
		return list
	}
	return append(slices.Clone(list), node)
}
