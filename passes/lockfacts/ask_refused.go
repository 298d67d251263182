package lockfacts

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// An object that lets go of a lock for its caller, and then of the object that has it, refuses to do so
// again:
//
//	func (tx *Tx) Rollback() error {
//		if tx.db == nil {
//			return ErrClosed
//		}
//		tx.db.mu.Unlock()
//		tx.db = nil
//		return nil
//	}
//
// Who is refused has let go of the lock before: nothing is claimed about it. That holds for fields that become
// nil only where a lock of the caller has been released.

// isClear reports whether an instruction makes a field of an object nil which others may know.
func isClear(in ssa.Instruction) (*ssa.FieldAddr, bool) {
	st, ok := in.(*ssa.Store)
	if !ok {
		return nil, false
	}
	fa, ok := st.Addr.(*ssa.FieldAddr)
	if !ok || !syncop.IsNil(st.Val) {
		return nil, false
	}
	_, isNew := fa.X.(*ssa.Alloc)
	return fa, !isNew
}

// findClears finds the functions that make fields nil. Until one has been walked, it does so without a release.
func (a *analyzer) findClears() {
	for _, fn := range a.ssa.Funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if field, ok := isClear(in); ok {
					a.noteClear(selectorOf(field), a.key(fn), false)
				}
			}
		}
	}
}

func (a *analyzer) noteClear(sel, fn string, behind bool) {
	if a.clears[sel] == nil {
		a.clears[sel] = map[string]bool{}
	}
	a.clears[sel][fn] = behind
}

// selectorOf is the last selector of the access path of a field.
func selectorOf(fa *ssa.FieldAddr) string {
	return lastSelector(syncop.FieldOf(syncop.AccessPath{Root: syncop.Unknown}, syncop.Elem(fa.X.Type()), fa.Field).Path)
}

// clear notes whether a lock of the caller has been released where a field becomes nil.
func (w *walker) clear(s *state, field *ssa.FieldAddr) {
	sel := selectorOf(field)
	if w.info.clears == nil {
		w.info.clears = map[string]bool{}
	}
	behind, known := w.info.clears[sel]
	w.info.clears[sel] = len(s.released) > 0 && (behind || !known)
}

// noteClears keeps what a walk has found out about the fields that a function makes nil.
func (a *analyzer) noteClears(f *Func) {
	for sel, behind := range f.clears {
		a.noteClear(sel, f.Key, behind)
	}
}

// refuses returns the field by which a condition may say that a lock has been released before, or "".
func (w *walker) refuses(c Condition) string {
	if c.Kind != CondNil && c.Kind != CondTrue || !c.Val || !c.outer() {
		return ""
	}
	return w.cleared(lastSelector(withoutVersions(c.Path)))
}

// cleared is the field if it says so, or if the function makes it nil or sets it: then it may turn out to say so when
// all functions have been walked that do.
func (w *walker) cleared(sel string) string {
	if _, own := w.pkg.clears[sel][w.info.Key]; !own && !w.pkg.saysReleased(sel) {
		return ""
	}
	return sel
}

// refuse notes a field by which a path is refused.
func (s *state) refuse(sel string) {
	if sel != "" && !slices.Contains(strings.Fields(s.refused), sel) {
		s.refused += " " + sel
	}
}

// settle decides which outcomes of a function of this package are refusals, as far as is known by now.
func (a *analyzer) settle(sum *Summary) {
	for i := range sum.Outcomes {
		if o := &sum.Outcomes[i]; o.refused != "" {
			o.Refused = slices.ContainsFunc(strings.Fields(o.refused), a.saysReleased)
		}
	}
}

// saysReleased reports whether a field is nil, or true, only where a lock has been released.
func (a *analyzer) saysReleased(sel string) bool {
	clears := a.clears[sel]
	for _, behind := range clears {
		if !behind {
			return false
		}
	}
	return len(clears) > 0
}
