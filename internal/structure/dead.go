package structure

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/callgraph/rta"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// A Function is a declared function or method.
type Function struct {
	Package string // relative to the module
	Name    string // Func, or Type.Method
	File    string // base name
	Line    int
}

// String returns internal/a.Type.Method for a method of package internal/a.
func (f Function) String() string { return f.Package + "." + f.Name }

// Dead returns the functions that the products never call, of packages that the products
// import. It uses rapid type analysis. The analysis begins at the main functions of the
// products, and at the functions for which keep is true. Dead also returns the kept functions
// that need no entry, since the products reach them.
//
// Source: D. Bacon and P. Sweeney, "Fast static analysis of C++ virtual function
// calls", OOPSLA 1996. As golang.org/x/tools/cmd/deadcode does, it passes over
// generated files and over methods that only mark a type for an interface.
func (p *Program) Dead(keep func(Function) bool) (dead, needless []Function, err error) {
	d, err := p.newDeadSearch()
	if err != nil {
		return nil, nil, err
	}
	roots, reached := d.mains, d.reach(d.mains)
	for i, fn := range d.functions {
		switch {
		case !keep(d.described[i]):
		case reached[d.position(fn)]:
			needless = append(needless, d.described[i])
		default:
			roots = append(roots, fn)
		}
	}
	if len(roots) > len(d.mains) {
		reached = d.reach(roots)
	}
	for i, fn := range d.functions {
		if !reached[d.position(fn)] {
			dead = append(dead, d.described[i])
		}
	}
	slices.SortFunc(dead, compareFunctions)
	slices.SortFunc(needless, compareFunctions)
	return dead, needless, nil
}

func compareFunctions(a, b Function) int {
	return cmp.Or(cmp.Compare(a.Package, b.Package), cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
}

// deadSearch is the SSA form of the products, with the parts of it that can be dead.
type deadSearch struct {
	program   *ssa.Program
	mains     []*ssa.Function
	functions []*ssa.Function
	described []Function // parallel to functions
}

func (p *Program) newDeadSearch() (*deadSearch, error) {
	products := p.products()
	if len(products) == 0 {
		return nil, fmt.Errorf("%s has no command below cmd: name the root of a checkout", p.module.Dir)
	}
	program, mains := ssautil.AllPackages(products, ssa.InstantiateGenerics)
	d := &deadSearch{program: program}
	packages.Visit(products, nil, func(pkg *packages.Package) {
		if rel, ok := p.module.trim(pkg.PkgPath); ok {
			d.addPackage(rel, pkg)
		}
	})
	program.Build()
	for _, main := range mains {
		d.mains = append(d.mains, main.Func("init"), main.Func("main"))
	}
	return d, nil
}

// products returns the loaded packages of the products.
func (p *Program) products() []*packages.Package {
	var list []*packages.Package
	for _, product := range p.module.Products() {
		for _, pkg := range p.loaded {
			if rel, _ := p.module.trim(pkg.PkgPath); rel == product.Path {
				list = append(list, pkg)
			}
		}
	}
	return list
}

// addPackage adds the functions of a package, by position.
func (d *deadSearch) addPackage(rel string, pkg *packages.Package) {
	for _, file := range pkg.Syntax {
		if ast.IsGenerated(file) {
			continue
		}
		for _, decl := range file.Decls {
			if decl, ok := decl.(*ast.FuncDecl); ok && !isMarker(pkg, decl) {
				d.addFunction(rel, pkg, decl)
			}
		}
	}
}

func (d *deadSearch) addFunction(rel string, pkg *packages.Package, decl *ast.FuncDecl) {
	fn := d.program.FuncValue(pkg.TypesInfo.Defs[decl.Name].(*types.Func))
	if fn == nil {
		return // it is named _
	}
	at := d.position(fn)
	d.functions = append(d.functions, fn)
	d.described = append(d.described, Function{rel, declared(decl), filepath.Base(at.Filename), at.Line})
}

// declared returns the name of a function with that of the receiver's type.
func declared(decl *ast.FuncDecl) string {
	if decl.Recv == nil {
		return decl.Name.Name
	}
	recv := decl.Recv.List[0].Type
	for {
		switch t := recv.(type) {
		case *ast.StarExpr:
			recv = t.X
		case *ast.ParenExpr:
			recv = t.X
		case *ast.IndexExpr:
			recv = t.X
		case *ast.IndexListExpr:
			recv = t.X
		case *ast.Ident:
			return t.Name + "." + decl.Name.Name
		default:
			return decl.Name.Name
		}
	}
}

// isMarker reports whether a method only makes its type implement an interface
// of the same package: it is not exported, does nothing, takes and returns nothing.
func isMarker(pkg *packages.Package, decl *ast.FuncDecl) bool {
	fn, ok := pkg.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || decl.Recv == nil || fn.Exported() || decl.Body == nil || len(decl.Body.List) > 0 {
		return false
	}
	sig := fn.Signature()
	if sig.Params().Len() > 0 || sig.Results().Len() > 0 {
		return false
	}
	scope := pkg.Types.Scope()
	return slices.ContainsFunc(scope.Names(), func(name string) bool {
		def, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || !types.IsInterface(def.Type()) {
			return false
		}
		return types.Implements(sig.Recv().Type(), def.Type().Underlying().(*types.Interface))
	})
}

// reach returns the positions of the functions that can run. A position stands
// for a generic function and all its instances.
func (d *deadSearch) reach(roots []*ssa.Function) map[token.Position]bool {
	reached := map[token.Position]bool{}
	for fn := range rta.Analyze(roots, false).Reachable {
		if fn.Pos().IsValid() {
			reached[d.position(fn)] = true
		}
	}
	return reached
}

func (d *deadSearch) position(fn *ssa.Function) token.Position {
	return d.program.Fset.Position(fn.Pos())
}
