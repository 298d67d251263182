package load

import (
	"go/types"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// SSA builds the SSA form of packages: with bodies where there is syntax, by type alone
// for everything below. Generic functions have an instance for each use.
func SSA(pkgs []*packages.Package) *ssa.Program {
	prog := ssa.NewProgram(pkgs[0].Fset, ssa.InstantiateGenerics|ssa.BareInits)
	made := map[*types.Package]bool{}
	for _, pkg := range pkgs {
		made[pkg.Types] = true
		prog.CreatePackage(pkg.Types, pkg.Syntax, pkg.TypesInfo, true)
	}
	var below func(list []*types.Package)
	below = func(list []*types.Package) {
		for _, t := range list {
			if !made[t] {
				made[t] = true
				prog.CreatePackage(t, nil, nil, true)
				below(t.Imports())
			}
		}
	}
	for _, pkg := range pkgs {
		below(pkg.Types.Imports())
		for _, imp := range pkg.Imports {
			if imp.Types != nil {
				below([]*types.Package{imp.Types})
			}
		}
	}
	prog.Build()
	return prog
}

// HasForeignCode reports whether a package has code that is not Go: it may call any function.
func HasForeignCode(pkg *packages.Package) bool {
	written := map[string]bool{}
	for _, name := range pkg.GoFiles {
		written[name] = true
	}
	for _, name := range pkg.CompiledGoFiles {
		if !written[name] {
			return true // made by cgo
		}
	}
	return len(pkg.OtherFiles) > 0 || pkg.Imports["C"] != nil
}
