package halves

import (
	"go/ast"
	"go/token"
	"go/types"
)

// A scope has the variables that a test has defined when it comes to the call.
type scope struct {
	before []*types.Var      // by statements around the call, in order
	made   []*ast.AssignStmt // those of them that define variables
	rows   []*types.Var      // by loops and the like around it
	params []*types.Var      // the *testing.T of the test and its subtests
}

// scopeOf walks to the call of a site.
func scopeOf(s *site) *scope {
	c := &scope{}
	info := s.pkg.Info
	c.param(info, s.pkg.paramT(s.test.Type))
	for _, n := range around(s.test.Body, s.call) {
		switch n := n.(type) {
		case *ast.BlockStmt:
			c.list(info, n.List, s.call)
		case *ast.CaseClause:
			c.list(info, n.Body, s.call)
		case *ast.CommClause:
			c.list(info, n.Body, s.call)
		case *ast.FuncLit:
			c.param(info, s.pkg.paramT(n.Type))
		case *ast.RangeStmt:
			if within(s.call, n.Body) && n.Tok == token.DEFINE {
				c.rows = append(c.rows, varsOf(info, n.Key, n.Value)...)
			}
		}
	}
	return c
}

func (c *scope) param(info *types.Info, id *ast.Ident) {
	if id == nil {
		return
	}
	if v, ok := info.Defs[id].(*types.Var); ok {
		c.params = append(c.params, v)
	}
}

// list adds the variables of the statements before the one with the call.
func (c *scope) list(info *types.Info, list []ast.Stmt, call ast.Node) {
	for _, s := range list {
		if within(call, s) {
			return
		}
		c.before = append(c.before, defined(info, s)...)
		if a, ok := s.(*ast.AssignStmt); ok && a.Tok == token.DEFINE {
			c.made = append(c.made, a)
		}
	}
}

// defined are the variables that a statement of a block defines.
func defined(info *types.Info, s ast.Stmt) (list []*types.Var) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE {
			return varsOf(info, s.Lhs...)
		}
	case *ast.DeclStmt:
		d, ok := s.Decl.(*ast.GenDecl)
		if !ok || d.Tok != token.VAR {
			return nil
		}
		for _, spec := range d.Specs {
			for _, id := range spec.(*ast.ValueSpec).Names {
				list = append(list, varsOf(info, id)...)
			}
		}
	}
	return list
}

// varsOf are the variables that identifiers define.
func varsOf(info *types.Info, list ...ast.Expr) (vars []*types.Var) {
	for _, e := range list {
		if id, ok := e.(*ast.Ident); ok {
			if v, ok := info.Defs[id].(*types.Var); ok && v.Name() != "_" {
				vars = append(vars, v)
			}
		}
	}
	return vars
}

// isObject reports whether a value may have a lock, or lead to one.
func isObject(t types.Type) bool {
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Pointer:
		return types.TypeString(t, nil) != "*testing.T" && types.TypeString(t, nil) != "*testing.B"
	case *types.Struct, *types.Map, *types.Chan:
		return true
	case *types.Interface:
		_, named := types.Unalias(t).(*types.Named)
		text := types.TypeString(t, nil)
		return named && text != "error" && text != "context.Context" && text != "testing.TB"
	case *types.Slice:
		return isObject(u.Elem())
	case *types.Array:
		return isObject(u.Elem())
	}
	return false
}
