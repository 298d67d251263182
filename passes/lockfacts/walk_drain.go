package lockfacts

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// drain accounts for a loop that releases the locks which another loop has taken: where
// that one has run, this one runs as well, so that no lock of theirs is held after it,
// also on the path that has never entered it.
func (w *walker) drain(from, to *ssa.BasicBlock, s *state) {
	if len(s.held) == 0 || !isHeader(from) || syncop.Reaches(to, from) {
		return
	}
	s.held = slices.DeleteFunc(slices.Clone(s.held), func(h HeldLock) bool {
		return !h.Lock.Known() && h.at != nil && !inLoop(h.at.Block(), from) && slices.Contains(w.drains(from), h.Lock.Node()+mode(h.Read))
	})
}

// inLoop reports whether a block is part of the loop that begins with a header.
func inLoop(b, header *ssa.BasicBlock) bool {
	return header.Dominates(b) && (b == header || syncop.Reaches(b, header))
}

// isHeader reports whether a loop begins with a block.
func isHeader(b *ssa.BasicBlock) bool {
	return slices.ContainsFunc(b.Preds, func(p *ssa.BasicBlock) bool { return b.Dominates(p) })
}

// drains returns the nodes and modes of the locks of which a loop releases another one in
// each turn.
func (w *walker) drains(header *ssa.BasicBlock) []string {
	if known, ok := w.drained[header]; ok {
		return known
	}
	var list []string
	for _, b := range w.fn.Blocks {
		if !inLoop(b, header) {
			continue
		}
		for _, in := range b.Instrs {
			call, ok := in.(*ssa.Call)
			if !ok {
				continue
			}
			sc, ok := syncop.OpOf(&call.Call)
			if !ok || sc.Op != trace.OpUnlock && sc.Op != trace.OpRUnlock {
				continue
			}
			if p := w.frame.AccessPath(sc.Recv); w.repeats(p, header) {
				list = addNode(list, p.Node()+mode(sc.Op == trace.OpRUnlock))
			}
		}
	}
	w.drained[header] = list
	return list
}
