// Package load brings packages into SSA form, once for all passes.
//
// A static check that runs under go vet sees every package of the import closure, the
// standard library included. So SSA form is built lazily, for one package at a time.
// [ScopeOf] says how deep a check looks:
//
//   - It looks into packages of the main module, of the workspace and of replaced
//     directories in depth.
//   - It looks into other modules only as far as they synchronise.
//   - It never looks into the standard library, which package syncop models by hand.
//
// The package analyses nothing and keeps nothing between packages.
package load

import (
	"go/ast"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/stdlib"
)

// A Scope is how much of a package is looked at.
type Scope uint8

// The scopes.
const (
	Modelled   Scope = iota // nothing is looked at
	Summarised              // summaries for its callers, no findings of its own
	Deep                    // everything
)

// ScopeOf returns the scope of the package of a pass. The list widen has prefixes of module
// paths, separated by commas. Packages of these modules are analysed in depth. The prefix "std" is the
// standard library, which is useful only in tests of the analysis.
//
// A driver without modules, such as Bazel's nogo, does not say which packages are the user's
// own. Then all packages are analysed in depth, or those whose paths are in widen.
func ScopeOf(pass *analysis.Pass, widen string) Scope {
	m := pass.Module
	switch {
	case IsStdlib(pass):
		if InScope("std", widen) {
			return Deep
		}
		return Modelled
	case m == nil && (widen == "" || InScope(pass.Pkg.Path(), widen)):
		return Deep
	case m != nil && (m.Version == "" || InScope(m.Path, widen)):
		return Deep
	}
	if !imports(pass.Pkg, "sync") {
		return Modelled
	}
	return Summarised
}

// InScope reports whether a path starts with one of the prefixes in widen.
func InScope(module, widen string) bool {
	for prefix := range strings.SplitSeq(widen, ",") {
		if prefix != "" && strings.HasPrefix(module, prefix) {
			return true
		}
	}
	return false
}

// IsStdlib tells the standard library from a main module without a dot in its path. The
// drivers describe the standard library as a module without a path, or not at all.
func IsStdlib(pass *analysis.Pass) bool {
	if m := pass.Module; m != nil && m.Path != "" {
		return m.Path == "std" || m.Path == "cmd"
	}
	return stdlib.Is(pass.Pkg.Path()) || inSrc(pass)
}

// inSrc reports whether the package lies in a directory src under its own path, as
// a package of the standard library does that a later release has added. nogo names the files
// of a package relative to the root of the workspace.
func inSrc(pass *analysis.Pass) bool {
	first, _, _ := strings.Cut(pass.Pkg.Path(), "/")
	if strings.Contains(first, ".") || len(pass.Files) == 0 {
		return false
	}
	name := pass.Fset.File(pass.Files[0].FileStart).Name()
	return filepath.IsAbs(name) && strings.HasSuffix(filepath.ToSlash(filepath.Dir(name)), "/src/"+pass.Pkg.Path())
}

func imports(p *types.Package, path string) bool {
	for _, imp := range p.Imports() {
		if imp.Path() == path {
			return true
		}
	}
	return false
}

// A Package is a package in SSA form.
type Package struct {
	SSA   *ssa.Package
	Funcs []*ssa.Function // those with a body, function literals after the function they stand in
}

// Build brings the package of a pass into SSA form. Functions of other packages have a name
// and a type only, and only the packages that this one calls have any. For a package at the
// top of a large program, all names below it would cost more than the package itself. Calls
// of the initialisers of other packages are left out. Control does not come after calls of
// functions for which noReturn is true; noReturn may be nil.
func Build(pass *analysis.Pass, noReturn func(*types.Func) bool) *Package {
	prog := ssa.NewProgram(pass.Fset, ssa.BareInits)
	prog.SetNoReturn(noReturn)
	for _, p := range called(pass) {
		prog.CreatePackage(p, nil, nil, true)
	}
	pkg := &Package{SSA: prog.CreatePackage(pass.Pkg, pass.Files, pass.TypesInfo, false)}
	pkg.SSA.Build()
	if init := pkg.SSA.Func("init"); init != nil {
		pkg.add(init) // initialisers of variables, with their literals
	}
	for _, file := range pass.Files {
		for _, d := range file.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if obj, ok := pass.TypesInfo.Defs[fd.Name].(*types.Func); ok {
				pkg.add(prog.FuncValue(obj))
			}
		}
	}
	return pkg
}

// called returns the other packages whose functions and variables the package
// of a pass uses, each once. Methods that are promoted through an embedded field
// may be those of a package that is not imported.
func called(pass *analysis.Pass) []*types.Package {
	seen := map[*types.Package]bool{pass.Pkg: true, nil: true}
	var list []*types.Package
	add := func(obj types.Object) {
		switch obj.(type) {
		case *types.Func, *types.Var:
			if p := obj.Pkg(); !seen[p] {
				seen[p] = true
				list = append(list, p)
			}
		}
	}
	for _, obj := range pass.TypesInfo.Uses {
		add(obj)
	}
	for _, sel := range pass.TypesInfo.Selections {
		add(sel.Obj())
	}
	slices.SortFunc(list, func(p, q *types.Package) int { return strings.Compare(p.Path(), q.Path()) })
	return list
}

func (p *Package) add(fn *ssa.Function) {
	if fn == nil || len(fn.Blocks) == 0 {
		return
	}
	p.Funcs = append(p.Funcs, fn)
	for _, lit := range fn.AnonFuncs {
		p.add(lit)
	}
}
