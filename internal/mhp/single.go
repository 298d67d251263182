package mhp

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A Unit is one package as a driver of static checks has it: parsed, with its imports
// type-checked.
type Unit struct {
	Fset  *token.FileSet
	Files []*ast.File
	Types *types.Package // its path, name, imports and version
	Sizes types.Sizes
	Other bool // it has files that are not Go
}

// Single is [Load] for one package, from which others are known by their types. Exported
// functions may be called by others, those of a command by the tests outside of it.
//
// The package is type-checked anew, since a driver may have forgotten the types of its
// expressions. That takes about as long as the compiler does; ask only where there is a candidate.
func Single(u Unit) (*Program, error) {
	pkg := &packages.Package{
		PkgPath: u.Types.Path(), Name: u.Types.Name(), Fset: u.Fset, Syntax: u.Files, Imports: map[string]*packages.Package{},
		TypesInfo: &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
			Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{},
			Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
		},
	}
	if u.Other {
		pkg.OtherFiles = []string{pkg.PkgPath}
	}
	known := importer{}
	for _, imp := range u.Types.Imports() {
		known[imp.Path()] = imp
		pkg.Imports[imp.Path()] = &packages.Package{PkgPath: imp.Path(), Types: imp}
	}
	conf := types.Config{Importer: known, Sizes: u.Sizes, GoVersion: u.Types.GoVersion()}
	var err error
	if pkg.Types, err = conf.Check(pkg.PkgPath, u.Fset, u.Files, pkg.TypesInfo); err != nil {
		return nil, fmt.Errorf("%s does not type-check again: %w; go vet shows more", pkg.PkgPath, err)
	}
	list := []*packages.Package{pkg}
	return build(list, list, nil, true)
}

// An importer has the packages that are imported, by path as the compiler knows them.
type importer map[string]*types.Package

func (im importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if p := im[path]; p != nil {
		return p, nil
	}
	for known, p := range im { // a vendored package has a longer path
		if strings.HasSuffix(known, "/vendor/"+path) {
			return p, nil
		}
	}
	return nil, fmt.Errorf("package %s is not known", path)
}
