package load

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/packages"
)

// A package whose import does not type-check may have no errors itself: an expression of an unknown type is not
// an error once more. Such an expression cannot be brought into SSA form, so that the functions around it are left out,
// as if they had no body here, and the initialisers of variables. The rest is checked.

// unknowns returns the positions of expressions of an unknown type in a package that has no errors, sorted.
func unknowns(p *packages.Package) []token.Pos {
	if !p.IllTyped || len(p.Errors) > 0 || p.TypesInfo == nil {
		return nil
	}
	var list []token.Pos
	for e, tv := range p.TypesInfo.Types {
		if !tv.IsBuiltin() && isUnknown(tv.Type, 0) {
			list = append(list, e.Pos())
		}
	}
	for _, objects := range []map[*ast.Ident]types.Object{p.TypesInfo.Defs, p.TypesInfo.Uses} {
		for id, obj := range objects {
			switch obj.(type) {
			case *types.Var, *types.Const, *types.Func, *types.TypeName: // names of packages and labels have no type
				if isUnknown(obj.Type(), 0) {
					list = append(list, id.Pos())
				}
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// maxTypeDepth bounds how deep types are in each other that are looked at.
const maxTypeDepth = 8

// isUnknown reports whether a type is not known, or is made of an unknown type.
func isUnknown(t types.Type, depth int) bool {
	if t == nil || depth > maxTypeDepth {
		return false
	}
	if types.Unalias(t).Underlying() == types.Typ[types.Invalid] {
		return true
	}
	switch t := types.Unalias(t).(type) {
	case *types.Pointer:
		return isUnknown(t.Elem(), depth+1)
	case *types.Map:
		return isUnknown(t.Key(), depth+1) || isUnknown(t.Elem(), depth+1)
	case interface{ Elem() types.Type }: // slices, arrays, channels
		return isUnknown(t.Elem(), depth+1)
	case *types.Tuple:
		for v := range t.Variables() {
			if isUnknown(v.Type(), depth+1) {
				return true
			}
		}
	case *types.Signature:
		return isUnknown(t.Params(), depth+1) || isUnknown(t.Results(), depth+1)
	}
	return false
}

// Unknown says which functions of a package are left out because types in them are not known, or "". root is as in [Problems].
func Unknown(p *packages.Package, root string) string {
	list := unknowns(p)
	funcs, inits := bodies(p, list), initialisers(p, list)
	if len(funcs)+len(inits) == 0 {
		return ""
	}
	return fmt.Sprintf("%s: %d functions and initialisers are not checked: they use what is of an unknown type, since another package does not type-check",
		relative(p.Fset.Position(first(list, funcs, inits)).String(), root), len(funcs)+len(inits))
}

// first is the first of the positions that is in one of these.
func first(list []token.Pos, funcs []*ast.FuncDecl, inits []*types.Initializer) token.Pos {
	for _, pos := range list {
		if slices.ContainsFunc(funcs, func(fn *ast.FuncDecl) bool { return anyIn(fn, []token.Pos{pos}) }) ||
			slices.ContainsFunc(inits, func(i *types.Initializer) bool { return anyIn(i.Rhs, []token.Pos{pos}) }) {
			return pos
		}
	}
	return list[0]
}

// leaveOut takes the functions and initialisers that use what is of an unknown type out of a package.
func leaveOut(p *packages.Package) {
	list := unknowns(p)
	if len(list) == 0 {
		return
	}
	for _, fn := range bodies(p, list) {
		withoutComments(p, fn.Body) // no report is to say that they silence nothing
		fn.Body = nil
	}
	out := initialisers(p, list)
	p.TypesInfo.InitOrder = slices.DeleteFunc(slices.Clone(p.TypesInfo.InitOrder), func(i *types.Initializer) bool { return slices.Contains(out, i) })
}

// withoutComments drops the comments in a body.
func withoutComments(p *packages.Package, body *ast.BlockStmt) {
	for _, file := range p.Syntax {
		file.Comments = slices.DeleteFunc(file.Comments, func(g *ast.CommentGroup) bool { return body.Pos() <= g.Pos() && g.End() <= body.End() })
	}
}

// bodies are the functions in whose declarations one of the positions is.
func bodies(p *packages.Package, list []token.Pos) []*ast.FuncDecl {
	if len(list) == 0 {
		return nil
	}
	var found []*ast.FuncDecl
	for _, file := range p.Syntax {
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil && anyIn(fn, list) {
				found = append(found, fn)
			}
		}
	}
	return found
}

// initialisers are those of variables in which one of the positions is, or whose variables are of an unknown type.
func initialisers(p *packages.Package, list []token.Pos) []*types.Initializer {
	if len(list) == 0 {
		return nil
	}
	var found []*types.Initializer
	for _, i := range p.TypesInfo.InitOrder {
		if anyIn(i.Rhs, list) || slices.ContainsFunc(i.Lhs, func(v *types.Var) bool { return isUnknown(v.Type(), 0) }) {
			found = append(found, i)
		}
	}
	return found
}

// anyIn reports whether one of the sorted positions is in a node.
func anyIn(n ast.Node, list []token.Pos) bool {
	i, _ := slices.BinarySearchFunc(list, n.Pos(), func(p, q token.Pos) int { return cmp.Compare(p, q) })
	return i < len(list) && list[i] < n.End()
}
