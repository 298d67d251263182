package halves

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// A cutter copies the statements of a test up to its call. Those around the call stay, and a hole is in its place.
type cutter struct {
	*copied
	s       *site
	n       *naming
	call    ast.Node // in the copy
	dropped map[*types.Var]*types.Var
	skip    map[string]bool // statements by their text
	added   map[string]bool // the same, of those that stay
}

// hole is the text in the place of the call.
const hole = "deadlocklintHole"

// cut is the text of a test up to its call. Definitions of dropped variables are left out, and so are calls that skip has.
func (n *naming) cut(s *site, dropped map[*types.Var]*types.Var, skip map[string]bool) (text string, calls map[string]bool) {
	body, c := copyOf(s.test.Body)
	n.apply(s, c)
	k := &cutter{c, s, n, c.to[s.call], dropped, skip, map[string]bool{}}
	return printed(s, k.list(body.List)), k.added
}

// list cuts the statements of a block.
func (k *cutter) list(list []ast.Stmt) (kept []ast.Stmt) {
	for _, s := range list {
		if within(k.call, s) {
			return append(kept, k.around(s)...)
		}
		if s = k.before(s); s != nil {
			kept = append(kept, s)
			kept = append(kept, k.blanks(k.from[s])...)
		}
	}
	return kept
}

// around cuts the statement that has the call.
func (k *cutter) around(s ast.Stmt) []ast.Stmt {
	in := func(n ast.Node) bool { return within(k.call, n) }
	switch s := s.(type) {
	case *ast.BlockStmt:
		s.List = k.list(s.List)
		return []ast.Stmt{s}
	case *ast.IfStmt:
		if in(s.Body) {
			s.Body.List, s.Else = k.list(s.Body.List), nil
			return []ast.Stmt{s}
		}
		if s.Else != nil && in(s.Else) {
			s.Else = &ast.BlockStmt{List: k.around(s.Else)}
			return []ast.Stmt{s}
		}
	case *ast.ForStmt:
		if in(s.Body) {
			s.Body.List = k.list(s.Body.List)
			return []ast.Stmt{s}
		}
	case *ast.RangeStmt:
		if in(s.Body) {
			s.Body.List = append(k.rows(s), k.list(s.Body.List)...)
			return []ast.Stmt{s}
		}
	case *ast.SwitchStmt:
		if in(s.Body) {
			k.clauses(s.Body.List)
			return []ast.Stmt{s}
		}
	case *ast.ExprStmt:
		if lit := k.s.pkg.subtest(k.from[s].(*ast.ExprStmt)); lit != nil && in(lit.Body) {
			own := k.to[lit].(*ast.FuncLit)
			return []ast.Stmt{&ast.BlockStmt{List: k.list(own.Body.List)}}
		}
	}
	return []ast.Stmt{&ast.ExprStmt{X: ast.NewIdent(hole)}}
}

func (k *cutter) clauses(list []ast.Stmt) {
	for _, s := range list {
		if c, ok := s.(*ast.CaseClause); ok && within(k.call, c) {
			c.Body = k.list(c.Body)
		}
	}
}

// before is a statement before the call, or nil where it is left out.
func (k *cutter) before(s ast.Stmt) ast.Stmt {
	switch s := s.(type) {
	case *ast.AssignStmt:
		return k.assigned(s)
	case *ast.DeclStmt:
		return k.declared(s)
	case *ast.ExprStmt:
		text := printed(k.s, s)
		if strings.HasSuffix(text, "t.Parallel()") || k.skip[text] {
			return nil
		}
		k.added[text] = true
	}
	return s
}

// assigned leaves dropped variables out of an assignment.
func (k *cutter) assigned(s *ast.AssignStmt) ast.Stmt {
	var kept, begun int
	for i, e := range s.Lhs {
		id, ok := k.from[e].(*ast.Ident)
		v, _ := k.object(id, ok).(*types.Var)
		switch {
		case v != nil && k.dropped[v] != nil:
			s.Lhs[i] = ast.NewIdent("_")
		case ok && id.Name == "_":
		default:
			kept++
			if ok && k.s.pkg.Info.Defs[id] != nil {
				begun++
			}
		}
	}
	if kept == 0 {
		return nil
	}
	if s.Tok == token.DEFINE && begun == 0 {
		s.Tok = token.ASSIGN
	}
	return s
}

func (k *cutter) object(id *ast.Ident, ok bool) types.Object {
	if !ok {
		return nil
	}
	return k.s.pkg.Info.ObjectOf(id)
}

// declared leaves dropped variables out of a declaration.
func (k *cutter) declared(s *ast.DeclStmt) ast.Stmt {
	d, ok := s.Decl.(*ast.GenDecl)
	if !ok || d.Tok != token.VAR {
		return s
	}
	var kept []ast.Spec
	for _, spec := range d.Specs {
		any := false
		for _, id := range spec.(*ast.ValueSpec).Names {
			v, _ := k.s.pkg.Info.Defs[k.from[id].(*ast.Ident)].(*types.Var)
			if v != nil && k.dropped[v] != nil {
				id.Name = "_"
			} else {
				any = true
			}
		}
		if any {
			kept = append(kept, spec)
		}
	}
	if d.Specs = kept; len(kept) == 0 {
		return nil
	}
	return s
}

// blanks uses the variables that a statement defines.
func (k *cutter) blanks(of ast.Node) (list []ast.Stmt) {
	s, ok := of.(ast.Stmt)
	if !ok {
		return nil
	}
	for _, v := range defined(k.s.pkg.Info, s) {
		if k.dropped[v] == nil {
			list = append(list, k.blank(v)...)
		}
	}
	return list
}

// rows uses the variables of a loop.
func (k *cutter) rows(s *ast.RangeStmt) (list []ast.Stmt) {
	if of := k.from[s].(*ast.RangeStmt); of.Tok == token.DEFINE {
		for _, v := range varsOf(k.s.pkg.Info, of.Key, of.Value) {
			list = append(list, k.blank(v)...)
		}
	}
	return list
}

// blank uses a variable that nothing before the call reads.
func (k *cutter) blank(v *types.Var) []ast.Stmt {
	if k.s.reads(v) {
		return nil
	}
	return []ast.Stmt{&ast.AssignStmt{Lhs: []ast.Expr{ast.NewIdent("_")}, Tok: token.ASSIGN, Rhs: []ast.Expr{ast.NewIdent(k.n.names[v])}}}
}

// reads reports whether the call of a site reads a variable.
func (s *site) reads(v *types.Var) bool { return s.mentions(v) }
