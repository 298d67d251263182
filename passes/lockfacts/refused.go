package lockfacts

import (
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

// selectorOf is the last selector of the place of a field.
func selectorOf(fa *ssa.FieldAddr) string {
	return lastSelector(syncop.FieldOf(syncop.Place{Root: syncop.Unknown}, syncop.Elem(fa.X.Type()), fa.Field).Path)
}

// clear notes whether a lock of the caller has been released where a field becomes nil.
func (w *walker) clear(s *state, field *ssa.FieldAddr) {
	sel := selectorOf(field)
	if w.info.clears == nil {
		w.info.clears = map[string]bool{}
	}
	behind, known := w.info.clears[sel]
	w.info.clears[sel] = len(s.freed) > 0 && (behind || !known)
}

// noteClears keeps what a walk has found out about the fields that a function makes nil.
func (a *analyzer) noteClears(f *Func) {
	for sel, behind := range f.clears {
		a.noteClear(sel, f.Key, behind)
	}
}

// refuses reports whether a condition says that a lock has been released before.
func (a *analyzer) refuses(c Cond) bool {
	if c.Kind != CondNil || !c.Val || !c.outer() {
		return false
	}
	clears := a.clears[lastSelector(withoutVersions(c.Place))]
	for _, behind := range clears {
		if !behind {
			return false
		}
	}
	return len(clears) > 0
}
