package lockfacts

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// sameObject reports whether two access paths are one object at an instruction: they are equal,
// or differ in indexes that are known to be equal there.
//
//	if level == 0 { lock(s.levels[level], s.levels[0]) }
//	if from == to { lock(s.rows[from], s.rows[to]) }
func (w *walker) sameObject(p, q syncop.AccessPath, at ssa.Instruction) bool {
	if p.Same(q) {
		return true
	}
	if n := strings.Count(p.Path, "["); n == 0 || n != strings.Count(q.Path, "[") || p.Root != q.Root || !p.Known() {
		return false
	}
	known := func(index string) string { return w.indexAt(index, at) }
	return p.Reindex(known).Same(q.Reindex(known))
}

// indexAt is the name of an index where control comes to an instruction: the constant that it equals, or the lesser name
// of two indexes that are equal.
func (w *walker) indexAt(index string, at ssa.Instruction) string {
	for b := at.Block(); b.Idom() != nil; b = b.Idom() {
		test, ok := syncop.Terminator(b.Idom()).(*ssa.If)
		if !ok || len(b.Preds) != 1 {
			continue
		}
		eq, ok := test.Cond.(*ssa.BinOp)
		if !ok || eq.Op != token.EQL && eq.Op != token.NEQ || (eq.Op == token.EQL) != (b.Idom().Succs[0] == b) {
			continue
		}
		x, y := syncop.IndexName(eq.X), syncop.IndexName(eq.Y)
		switch k, isConst := eq.Y.(*ssa.Const); {
		case x != index && y != index:
		case !isConst:
			return min(x, y)
		case x == index:
			return syncop.ConstIndex(k.Name())
		}
	}
	return index
}
