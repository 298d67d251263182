package mhp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/deadlocklint/deadlocklint/internal/load"
)

// A Program is a program in SSA form, with the known callers of each function.
type Program struct {
	fset *token.FileSet
	prog *ssa.Program
	pkgs []*packages.Package

	library bool                    // a package is named that others may import
	alone   bool                    // the tests outside of a command, which import it, are not looked at
	behind  map[string]bool         // import paths of packages that code without syntax may call
	unsafe  map[*types.Package]bool // those that import unsafe, or are not all Go

	funcs    []*ssa.Function // with a body
	callers  map[*ssa.Function][]edge
	closures map[*ssa.Function][]*ssa.MakeClosure
	globals  map[*ssa.Global][]ssa.Instruction // that mention one
	runtime  []types.Type                      // of values that reflection can reach
	open     map[*ssa.Function]UnknownCallers
	sent     []sent
	linked   map[string]bool // names that the linker or C may use
	origins  map[*ssa.Parameter]*origin
	gates    map[key]*lockUse
}

// Load brings the program that the options name into SSA form. It is closed, so
// that all callers are known, when only packages main are named, with or without
// their tests. Otherwise exported functions have callers that are not known.
//
// It fails when a package does not type-check: then callers would be missing.
func Load(ctx context.Context, opt load.Options) (*Program, error) {
	opt.Lists = cmp.Or(opt.Lists, new(load.Lists))
	named, all, err := load.Program(ctx, opt)
	if err != nil {
		return nil, err
	}
	others, err := load.Dependencies(ctx, opt)
	if err != nil {
		return nil, err
	}
	return New(named, all, others)
}

// New is Load for packages that are loaded already: named and all as
// load.Program returns them, others as load.Dependencies does.
func New(named, all []*packages.Package, others []load.Dependency) (*Program, error) {
	return build(named, all, others, false)
}

func build(named, all []*packages.Package, others []load.Dependency, alone bool) (*Program, error) {
	if len(all) == 0 {
		return nil, errors.New("there are no packages to look at; name some, such as ./... for all of the module")
	}
	p := &Program{pkgs: all, fset: all[0].Fset, behind: called(all, others), unsafe: map[*types.Package]bool{}, origins: map[*ssa.Parameter]*origin{}, alone: alone}
	for _, pkg := range all {
		if len(pkg.Errors) > 0 || pkg.Types == nil || pkg.TypesInfo == nil || pkg.IllTyped {
			return nil, fmt.Errorf("%s does not type-check, so that callers are not known; go vet %[1]s shows why", pkg.PkgPath)
		}
		p.unsafe[pkg.Types] = pkg.Imports["unsafe"] != nil || load.HasForeignCode(pkg)
	}
	for _, pkg := range named {
		p.library = p.library || pkg.Name != "main" && !isExternalTest(pkg)
	}
	p.prog = load.SSA(all)
	p.collect()
	p.indexCalls()
	p.indexOpen()
	return p, nil
}

// called returns the packages with syntax that packages without may call.
func called(all []*packages.Package, others []load.Dependency) map[string]bool {
	have := map[string]bool{}
	for _, pkg := range all {
		have[pkg.PkgPath] = true
	}
	behind := map[string]bool{}
	for _, d := range others {
		for path := range d.Uses {
			if have[path] && !have[d.Path] {
				behind[path] = true
			}
		}
	}
	return behind
}

// isExternalTest reports whether a package is the tests outside of another one,
// which nothing can import.
func isExternalTest(pkg *packages.Package) bool {
	return pkg.ForTest != "" && pkg.PkgPath == pkg.ForTest+"_test"
}

// collect finds the functions with a body: those that are reached, and those that
// only importers reach.
func (p *Program) collect() {
	seen := map[*ssa.Function]bool{}
	var add func(fn *ssa.Function)
	add = func(fn *ssa.Function) {
		if fn == nil || seen[fn] || len(fn.Blocks) == 0 {
			return
		}
		seen[fn] = true
		p.funcs = append(p.funcs, fn)
		for _, literal := range fn.AnonFuncs {
			add(literal)
		}
	}
	for fn := range ssautil.AllFunctions(p.prog) {
		add(fn)
	}
	for _, pkg := range p.pkgs {
		for _, obj := range pkg.TypesInfo.Defs {
			if fn, ok := obj.(*types.Func); ok { // methods of generic types are reached by their instances only
				add(p.prog.FuncValue(fn))
			}
		}
	}
	slices.SortFunc(p.funcs, byPosition)
}
