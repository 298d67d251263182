package missingunlock

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// handsOver reports whether the function returns a lock that it holds: then its
// caller is to release it, and is told so by a result that is not nil.
func handsOver(r *lockfacts.Reporter, f *lockfacts.Func, path string) bool {
	seen := map[ssa.Value]bool{}
	for _, b := range f.Fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for _, v := range ret.Results {
			if mayBe(r, f, v, path, seen) {
				return true
			}
		}
	}
	return false
}

// mayBe reports whether a value may be the address of an access path.
func mayBe(r *lockfacts.Reporter, f *lockfacts.Func, v ssa.Value, path string, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Phi:
		for _, e := range v.Edges {
			if mayBe(r, f, e, path, seen) {
				return true
			}
		}
		return false
	case *ssa.MakeInterface:
		return mayBe(r, f, v.X, path, seen)
	case *ssa.UnOp: // of a named result
		if cell, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL {
			for _, ref := range *cell.Referrers() {
				if s, ok := ref.(*ssa.Store); ok && s.Addr == cell && mayBe(r, f, s.Val, path, seen) {
					return true
				}
			}
		}
	case *ssa.FieldAddr, *ssa.Parameter, *ssa.Global:
		return r.Facts.Frame(f.Fn).AccessPath(v).String() == path
	}
	return false
}
