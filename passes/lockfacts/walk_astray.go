package lockfacts

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// Who asks whether an object that leads to another one is led to by that one, and finds that it is not, has some other object
// there than owners (see content.owned) would have it:
//
//	if p := u.parent; p.conn != u { p.mu.Lock() } // not the parent whose conn u is

// astray forgets the place of what is taken in an object that was seen not to lead back.
func (w *walker) astray(ev *Event) syncop.Place {
	if !ev.IsAcquire() || ev.at == nil || !ev.Obj.Outer() || strings.Count(ev.Obj.Path, "->") == 0 {
		return ev.Obj
	}
	for b := ev.at.Block(); b.Idom() != nil; b = b.Idom() {
		branch, ok := syncop.LastOf(b.Idom()).(*ssa.If)
		if !ok || len(b.Preds) != 1 {
			continue
		}
		if way := w.notBack(branch.Cond, b == b.Idom().Succs[0]); way != "" && strings.HasPrefix(ev.Obj.String(), way) {
			return ev.Obj.Forget()
		}
	}
	return ev.Obj
}

// notBack is the place of an object that was reached from another one, and of which a condition says that a field does not hold
// that one, or "".
func (w *walker) notBack(cond ssa.Value, truth bool) string {
	cmp, ok := cond.(*ssa.BinOp)
	if !ok || cmp.Op != token.NEQ && cmp.Op != token.EQL || (cmp.Op == token.NEQ) != truth {
		return ""
	}
	for _, pair := range [2][2]ssa.Value{{cmp.X, cmp.Y}, {cmp.Y, cmp.X}} {
		load, ok := pair[0].(*ssa.UnOp)
		if !ok {
			continue
		}
		field, ok := load.X.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		way, from := w.frame.Place(field.X), w.frame.Place(pair[1])
		if from.Known() && way.Below(from) {
			return way.String()
		}
	}
	return ""
}
