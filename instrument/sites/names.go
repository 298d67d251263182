package sites

import (
	"go/ast"
	"go/token"
	"go/types"
)

// nameOf writes a type as it is named at a place of the file, or returns "" when it
// has no name there: its package is not imported, or another object has the name.
func (w *walker) nameOf(t types.Type, at token.Pos) string {
	n := &naming{w: w, at: at, scope: w.pkg.Types.Scope().Innermost(at), ok: true}
	if n.scope == nil {
		return ""
	}
	text := types.TypeString(t, n.qualifier)
	if n.check(t); !n.ok {
		return ""
	}
	return text
}

// naming is one question of nameOf.
type naming struct {
	w     *walker
	at    token.Pos
	scope *types.Scope
	ok    bool
}

// qualifier is the name of a package at the place.
func (n *naming) qualifier(p *types.Package) string {
	if p == n.w.pkg.Types {
		return ""
	}
	for _, f := range n.w.pkg.Syntax {
		if !(f.FileStart <= n.at && n.at < f.FileEnd) {
			continue
		}
		if name := importName(f, n.w.pkg.TypesInfo, p); name != "" {
			_, obj := n.scope.LookupParent(name, n.at)
			if pkg, ok := obj.(*types.PkgName); ok && pkg.Imported() == p {
				return name
			}
		}
	}
	n.ok = false
	return p.Name()
}

// importName is the name by which a file imports a package, or "".
func importName(f *ast.File, info *types.Info, p *types.Package) string {
	for _, spec := range f.Imports {
		if name := info.PkgNameOf(spec); name != nil && name.Imported() == p && name.Name() != "." && name.Name() != "_" {
			return name.Name()
		}
	}
	return ""
}

// check looks at the names of a type's own package and at type parameters. A type without a
// name, as a struct, is no type of an object.
func (n *naming) check(t types.Type) {
	switch t := t.(type) {
	case *types.Pointer:
		n.check(t.Elem())
	case *types.Slice:
		n.check(t.Elem())
	case *types.Array:
		n.check(t.Elem())
	case *types.Map:
		n.check(t.Key())
		n.check(t.Elem())
	case *types.Basic:
		n.resolves(t.Name(), types.Universe.Lookup(t.Name()))
	case *types.TypeParam:
		n.resolves(t.Obj().Name(), t.Obj())
	case *types.Alias:
		n.named(t.Obj(), t.TypeArgs())
	case *types.Named:
		n.named(t.Obj(), t.TypeArgs())
	default:
		n.ok = false
	}
}

func (n *naming) named(obj *types.TypeName, args *types.TypeList) {
	if obj.Pkg() == nil || obj.Pkg() == n.w.pkg.Types {
		n.resolves(obj.Name(), obj)
	} else if !obj.Exported() {
		n.ok = false
	}
	for arg := range args.Types() {
		n.check(arg)
	}
}

// resolves notes whether a name means an object at the place.
func (n *naming) resolves(name string, obj types.Object) {
	_, found := n.scope.LookupParent(name, n.at)
	n.ok = n.ok && obj != nil && found == obj
}
