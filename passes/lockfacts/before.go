package lockfacts

import (
	"slices"

	"golang.org/x/tools/go/ssa"
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
		ev.Before = addNodes(b.at(w.at[i], i), ev.Before)
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
		if n := leaves(&w.info.Events[i]); n != "" {
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
	at := slices.Index(b.Instrs, in)
	for _, j := range e.events[b] {
		other := e.w.at[j]
		if other == in && j < i || other != in && slices.Index(b.Instrs, other) < at {
			all = addNode(all, leaves(&e.w.info.Events[j]))
		}
	}
	return all
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
