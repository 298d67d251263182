package lockfacts

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
)

// A field that gets its value before its object escapes, and never again, points to an object that is older than its
// own:
//
//	func NewCache(base Source) *Cache { return &Cache{base: base} }
//
// Then c.base is older than c. Objects that lead to each other by such fields alone are in the order
// of their ages, and no way leads around in a circle: a cache that wraps a filter, and a filter that wraps
// a cache, are not the same two. A field that becomes nil when the object is closed leads nowhere from then
// on. That holds for fields which only their own package can assign to: that
// other packages cannot name, or of a type that they cannot name.

// olderFields returns the selectors of the fields of this package for which it holds. Tests may
// assign to them: they put in something else to look at.
func (a *analyzer) olderFields() map[string]bool {
	if a.older != nil {
		return a.older
	}
	older := map[string]bool{}
	for _, fn := range a.ssa.Funcs {
		if a.inTestFile(fn) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.FieldAddr:
					sel := a.olderField(fn, in)
					if assigned, ok := a.onlyAtBirth(in); sel != "" && (assigned || !ok) {
						given, known := older[sel]
						older[sel] = ok && (given || !known)
					}
				case *ssa.Store:
					for _, sel := range replaced(in) {
						older[sel] = false
					}
				}
			}
		}
	}
	for sel, ok := range older {
		if !ok {
			delete(older, sel)
		}
	}
	a.older = older
	return older
}

// olderField is the selector of a field that this question is about, or "".
func (a *analyzer) olderField(fn *ssa.Function, fa *ssa.FieldAddr) string {
	if !leadsOn(syncop.Elem(fa.Type())) {
		return ""
	}
	return a.ourField(fn, fa)
}

// ourField is the selector of a field that other packages cannot assign to, or "".
func (a *analyzer) ourField(fn *ssa.Function, fa *ssa.FieldAddr) string {
	owner := syncop.Elem(fa.X.Type())
	t, ok := owner.Underlying().(*types.Struct)
	if !ok || t.Field(fa.Field).Exported() && !isUnexported(owner) {
		return ""
	}
	return lastSelector(a.frame(fn).AccessPath(fa).Path)
}

// isUnexported reports whether other packages cannot name a type.
func isUnexported(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && !n.Obj().Exported()
}

// leadsOn reports whether values of a type lead to another object.
func leadsOn(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Interface, *types.Pointer:
		return true
	}
	return false
}

// onlyAtBirth reports whether an address of a field is used to assign to it. With ok, all its uses are reads, stores of
// nil, and assignments before the object escapes.
func (a *analyzer) onlyAtBirth(fa *ssa.FieldAddr) (assigned, ok bool) {
	ok = true
	for _, in := range *fa.Referrers() {
		switch in := in.(type) {
		case *ssa.Store:
			assigned = true
			ok = ok && in.Addr == fa && (syncop.IsNil(in.Val) || a.isUnborn(fa.X, in))
		case *ssa.UnOp:
			ok = ok && in.Op == token.MUL
		case *ssa.DebugRef:
		default:
			ok = false
		}
	}
	return assigned, ok
}

// replaced returns the selectors of the fields that are assigned to at once with others, because
// a store gives a whole struct a new value.
func replaced(st *ssa.Store) []string {
	t, ok := st.Val.Type().Underlying().(*types.Struct)
	if _, isNew := st.Addr.(*ssa.Alloc); !ok || isNew {
		return nil
	}
	var list []string
	for i := range t.NumFields() {
		if f := t.Field(i); leadsOn(f.Type()) {
			list = append(list, lastSelector(syncop.FieldOf(syncop.AccessPath{Root: syncop.Unknown}, st.Val.Type(), i).Path))
		}
	}
	return list
}

// Older reports whether the object that a lock is a part of is older than that of another one,
// from which fields lead to it.
func (r *Result) Older(lock, than Lock) bool { return r.older.leadsTo(lock.Path, than.Path) }

// An ages is the fields that point to objects older than their own.
type ages map[string]bool

// leadsTo reports whether such fields lead from the object of one lock to that of another.
func (o ages) leadsTo(path, from string) bool {
	if strings.HasSuffix(from, "->") || strings.HasSuffix(path, "->") {
		return false // where the lock is, is not where the object is
	}
	way, ok := strings.CutPrefix(withoutVersions(path), objectOf(withoutVersions(from)))
	return ok && o.isWay(way)
}

// objectOf is the access path of the object that something is a part of: after the last pointer, or the root.
func objectOf(path string) string {
	if i := strings.LastIndex(path, "->"); i >= 0 {
		return path[:i+2]
	}
	root, _, _ := strings.Cut(path, ".")
	return root
}

// isWay reports whether a path from an object to a lock in another one has only such fields. Fields of a struct
// in the object are its own.
func (o ages) isWay(path string) bool {
	fields := strings.Split(path, "->")
	if len(fields) < 2 || path[0] != '.' || strings.Contains(path, "[") {
		return false
	}
	return !slices.ContainsFunc(fields[:len(fields)-1], func(f string) bool { return !o[lastSelector(f)] })
}

// isPart reports whether a lock is part of the first parameter, or of an older object.
func (o ages) isPart(p syncop.AccessPath) bool {
	path := withoutVersions(p.Path)
	return p.Root == "P0" && !strings.Contains(path, "[") && (!strings.Contains(path, "->") || !strings.HasSuffix(path, "->") && o.isWay(path))
}

// ownField reports whether an unresolved call is made on the object in a field of the function's own
// receiver.
func (d *DynamicCall) ownField(fn *ssa.Function) bool {
	path, ok := strings.CutSuffix(withoutVersions(d.Recv.Path), "->")
	switch {
	case !ok || !d.Recv.Outer():
		return false
	case d.Recv.Root[0] == 'F' && capturesReceiver(fn, d.Recv.Index()):
		path = strings.TrimPrefix(path, "->")
	case d.Recv.Root != "P0" || fn.Signature.Recv() == nil:
		return false
	}
	return path != "" && path == lastSelector(path)
}

// isPartOf reports whether a lock that is held is a part of an object of the type that has a field.
func (h *HeldLock) isPartOf(field string) bool {
	_, typ, ok := strings.Cut(field, "'")
	_, of, isField := strings.Cut(lastSelector(h.Lock.Path), "'")
	return ok && isField && typ == of && !strings.HasSuffix(h.Lock.Path, "->")
}

// isAnsweredBySelf reports whether the waiter and the answer are in one activation: the answer stands in
// a literal of the function that waits.
func (w *Communication) isAnsweredBySelf(a *Communication) bool {
	return declaredFunc(w.Site.Func) == declaredFunc(a.Site.Func)
}

// declaredFunc is the function in which a literal stands, by name.
func declaredFunc(name string) string {
	outer, _, _ := strings.Cut(name, ".func")
	return outer
}
