package halves

import (
	"go/ast"
	"go/types"
	"slices"
)

// A unification says which variables of a test are those of another one.
type unification struct {
	of     map[*types.Var]*types.Var
	blanks map[*ast.Ident]*types.Var // results that the other test does not keep, and that get a variable
}

// unify finds for variables of the second test those of the first test that take their place. They have one type. The results of one
// function come first, and then a variable of the same name, and an operand of the first call. Objects that one statement makes are kept together.
func unify(a, b *site) unification {
	u := unification{map[*types.Var]*types.Var{}, map[*ast.Ident]*types.Var{}}
	from, to := scopeOf(b), scopeOf(a)
	used := map[*types.Var]bool{}
	for _, m := range from.made {
		if k := slices.IndexFunc(to.made, func(o *ast.AssignStmt) bool { return o != nil && sameMaker(a, b, o, m) }); k >= 0 {
			u.results(a, b, to.made[k], m, used)
			to.made[k] = nil
		}
	}
	mine := append(append([]*types.Var{}, to.before...), to.rows...)
	for _, suits := range []func(v, o *types.Var) bool{
		func(v, o *types.Var) bool { return v.Name() == o.Name() },
		func(_, o *types.Var) bool { return a.mentions(o) },
		func(_, _ *types.Var) bool { return true },
	} {
		u.alike(from.before, mine, used, suits)
	}
	u.together(b, from)
	return u
}

// alike takes variables of one type that suit each other.
func (u *unification) alike(from, to []*types.Var, used map[*types.Var]bool, suits func(v, o *types.Var) bool) {
	for _, v := range from {
		if u.of[v] != nil || !isObject(v.Type()) {
			continue
		}
		for _, o := range to {
			if !used[o] && types.Identical(o.Type(), v.Type()) && suits(v, o) {
				u.of[v], used[o] = o, true
				break
			}
		}
	}
}

// sameMaker reports whether two statements take the results of one function.
func sameMaker(a, b *site, o, m *ast.AssignStmt) bool {
	if len(o.Rhs) != 1 || len(m.Rhs) != 1 || len(o.Lhs) != len(m.Lhs) {
		return false
	}
	f, g := a.pkg.callee(o.Rhs[0]), b.pkg.callee(m.Rhs[0])
	return f != nil && f == g
}

// callee is the function of a call, or nil.
func (p *Package) callee(e ast.Expr) types.Object {
	c, ok := e.(*ast.CallExpr)
	if !ok {
		return nil
	}
	switch f := ast.Unparen(c.Fun).(type) {
	case *ast.Ident:
		return p.Info.Uses[f]
	case *ast.SelectorExpr:
		return p.Info.Uses[f.Sel]
	}
	return nil
}

// results takes the results of one statement for those of another one.
func (u *unification) results(a, b *site, o, m *ast.AssignStmt, used map[*types.Var]bool) {
	for i, e := range m.Lhs {
		vars := varsOf(b.pkg.Info, e)
		id, ok := o.Lhs[i].(*ast.Ident)
		if len(vars) == 0 || !ok || !isObject(vars[0].Type()) {
			continue
		}
		v, _ := a.pkg.Info.Defs[id].(*types.Var)
		if id.Name == "_" {
			if v = u.blanks[id]; v == nil {
				v = types.NewVar(id.Pos(), a.pkg.Types, vars[0].Name(), vars[0].Type())
				u.blanks[id] = v
			}
		}
		if v != nil && types.Identical(v.Type(), vars[0].Type()) {
			u.of[vars[0]], used[v] = v, true
		}
	}
}

// together takes back what was found for a part of the objects that one statement makes.
func (u *unification) together(b *site, from *scope) {
	for _, m := range from.made {
		vars := varsOf(b.pkg.Info, m.Lhs...)
		if len(m.Rhs) == 1 && slices.ContainsFunc(vars, func(v *types.Var) bool { return isObject(v.Type()) && u.of[v] == nil }) {
			for _, v := range vars {
				delete(u.of, v)
			}
		}
	}
}
