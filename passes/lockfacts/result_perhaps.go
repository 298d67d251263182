package lockfacts

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// Perhaps names the reason for which a held lock may be the lock that an event acquires. It is "" where they are one object, and
// where nothing says that they may be.
//
//   - "element": a loop has locked elements, and the acquisition comes after the loop.
//   - "index": they are elements of one list or map, and the function does not compare the two indexes, which are parameters.
func (h *HeldLock) Perhaps(ev *Event) string {
	p, q := h.Lock, ev.Obj
	switch {
	case p.Node() == "" || p.Node() != q.Node() || p.Same(q) || h.at == nil || ev.at == nil:
		return ""
	case !p.Known() && !mayPrecede(ev.at, h.at):
		return "element"
	case p.Known() && p.Root == q.Root && withoutVersions(p.Path) == p.Path && withoutVersions(q.Path) == q.Path:
		return otherIndex(p.Path, q.Path, ev.at)
	}
	return ""
}

// otherIndex is "index" if two paths differ in one index that is a parameter, and no branch before an instruction compares the two.
func otherIndex(p, q string, at ssa.Instruction) string {
	from, to := strings.Split(p, "["), strings.Split(q, "[")
	if len(from) != len(to) {
		return ""
	}
	x, y := "", ""
	for i := range from {
		if from[i] == to[i] {
			continue
		}
		a, restA, _ := strings.Cut(from[i], "]")
		b, restB, _ := strings.Cut(to[i], "]")
		if x != "" || i == 0 || restA != restB || !strings.HasPrefix(a, "P") || !strings.HasPrefix(b, "P") {
			return ""
		}
		x, y = a, b
	}
	for b := at.Block(); b.Idom() != nil; b = b.Idom() {
		branch, ok := syncop.Terminator(b.Idom()).(*ssa.If)
		if !ok {
			continue
		}
		if test, ok := branch.Cond.(*ssa.BinOp); ok {
			if s, t := syncop.IndexName(test.X), syncop.IndexName(test.Y); s == x && t == y || s == y && t == x {
				return ""
			}
		}
	}
	return "index"
}
