package missingunlock

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// A function may return a new object that has the lock's owner in it, and a method that releases the lock:
//
//	func (f *File) Reader() (*Reader, error) { f.mu.RLock(); …; return &Reader{file: f}, nil }
//	func (r *Reader) Close() { r.file.mu.RUnlock() }
//
// So it is with a new object that has in it what the call returned by which the lock was taken:
//
//	h, err := f.file.Open() // returns with a lock, until h.Close()
//	…
//	return &Handle{h}, nil

// returnsReleaser reports whether a return gives the caller an object by a method of which a lock is released.
func returnsReleaser(r *lockfacts.Reporter, f *lockfacts.Func, e *lockfacts.Exit, h lockfacts.HeldLock) bool {
	for _, b := range f.Fn.Blocks {
		ret, ok := syncop.Terminator(b).(*ssa.Return)
		if !ok || ret.Pos() != e.Pos {
			continue
		}
		for _, v := range ret.Results {
			if made := newObject(v); made != nil && (releasedIn(r, f, made, h) || hasResult(r, f, made, h)) {
				return true
			}
		}
	}
	return false
}

// newObject is the object that a function has made and returns, perhaps as an interface, or nil.
func newObject(v ssa.Value) *ssa.Alloc {
	if x, ok := v.(*ssa.MakeInterface); ok {
		v = x.X
	}
	made, _ := v.(*ssa.Alloc)
	return made
}

// releasedIn reports whether a new object has something in a field of which a method of the object releases the lock.
func releasedIn(r *lockfacts.Reporter, f *lockfacts.Func, made *ssa.Alloc, h lockfacts.HeldLock) bool {
	frame := r.Facts.Frame(f.Fn)
	whole, lock := frame.AccessPath(made).String(), h.Lock.String()
	for _, ref := range *made.Referrers() {
		field, ok := ref.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		for _, st := range *field.Referrers() {
			store, ok := st.(*ssa.Store)
			if !ok || store.Addr != field {
				continue
			}
			rest, below := strings.CutPrefix(lock, frame.AccessPath(store.Val).String())
			way, inside := strings.CutPrefix(syncop.LoadOf(frame.AccessPath(field), store.Val.Type()).String(), whole)
			if below && inside && rest != "" && methodReleases(r, made, way+rest, h.Read) {
				return true
			}
		}
	}
	return false
}

// hasResult reports whether a new object has a result of the call in it by which the lock was taken.
func hasResult(r *lockfacts.Reporter, f *lockfacts.Func, made *ssa.Alloc, h lockfacts.HeldLock) bool {
	if len(h.Via) == 0 {
		return false
	}
	for _, ref := range *made.Referrers() {
		field, ok := ref.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		for _, st := range *field.Referrers() {
			if store, ok := st.(*ssa.Store); ok && store.Addr == field {
				if call := callOf(store.Val); call != nil && r.SiteOf(f, call.Pos()).Pos == h.Via[0].Pos {
					return true
				}
			}
		}
	}
	return false
}

// callOf is the call of which a value is a result, or nil.
func callOf(v ssa.Value) *ssa.Call {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.Extract:
			v = x.Tuple
		case *ssa.Call:
			return x
		default:
			return nil
		}
	}
}

// methodReleases reports whether a method of an object releases the lock that a way leads to from it.
func methodReleases(r *lockfacts.Reporter, made *ssa.Alloc, way string, read bool) bool {
	return slices.ContainsFunc(r.Facts.Funcs, func(g *lockfacts.Func) bool {
		recv := g.Fn.Signature.Recv()
		if recv == nil || syncop.Elem(recv.Type()).String() != syncop.Elem(made.Type()).String() {
			return false
		}
		return slices.ContainsFunc(g.Exits, func(e lockfacts.Exit) bool {
			return slices.ContainsFunc(e.Released, func(u lockfacts.Released) bool { return u.Read == read && u.Lock.String() == "P0"+way })
		})
	})
}
