package lockfacts

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// exhausted reports whether a test compares a value with the last of all constants of its type, after those with
// the others: then it has no other value. That holds for types which only their own package can name.
//
//	switch mode {
//	case fromMemory: ...
//	case fromStore: ...
//	}
func exhausted(test *ssa.If) bool {
	v, last := comparedWith(test)
	if v == nil {
		return false
	}
	n, ok := types.Unalias(v.Type()).(*types.Named)
	if pkg := test.Parent().Pkg; !ok || n.Obj().Exported() || pkg == nil || n.Obj().Pkg() != pkg.Pkg {
		return false
	}
	asked := map[string]bool{last: true}
	for b := test.Block(); len(b.Preds) == 1; b = b.Preds[0] {
		before, ok := b.Preds[0].Instrs[len(b.Preds[0].Instrs)-1].(*ssa.If)
		if !ok || before.Block().Succs[1] != b {
			break
		}
		x, k := comparedWith(before)
		if x != v {
			break
		}
		asked[k] = true
	}
	return len(asked) > 1 && coversAll(n, asked)
}

// isExhausted is exhausted, which is asked in many states, and looks at all names of the package.
func (a *analyzer) isExhausted(test *ssa.If) bool {
	known, ok := a.exhausts[test]
	if !ok {
		known = exhausted(test)
		a.exhausts[test] = known
	}
	return known
}

// comparedWith is the value that a test compares with a constant, and the constant, or nil.
func comparedWith(test *ssa.If) (v ssa.Value, constant string) {
	eq, ok := test.Cond.(*ssa.BinOp)
	if !ok || eq.Op != token.EQL {
		return nil, ""
	}
	k, ok := eq.Y.(*ssa.Const)
	if !ok || k.Value == nil {
		return nil, ""
	}
	return eq.X, k.Value.ExactString()
}

// coversAll reports whether a type has constants, all of which are in the set.
func coversAll(t *types.Named, asked map[string]bool) bool {
	scope, found := t.Obj().Pkg().Scope(), false
	for _, name := range scope.Names() {
		k, ok := scope.Lookup(name).(*types.Const)
		if !ok || !types.Identical(k.Type(), t) {
			continue
		}
		if !asked[k.Val().ExactString()] {
			return false
		}
		found = true
	}
	return found
}
