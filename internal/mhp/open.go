package mhp

import (
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/load"
)

// UnknownCallers is a reason for which a function may be called from where the SSA
// form shows no call. The zero value is that of a function that is not open.
type UnknownCallers uint8

// The openings.
const (
	CallersKnown UnknownCallers = iota
	ByValue                     // its value is taken: a callback, a method value, a variable
	ByInterface                 // a method of a type whose values are in interfaces
	ByGeneric                   // a method of a type argument of a function without a body
	ByImporter                  // exported by a package that others may import
	ByTesting                   // a test, benchmark, example or fuzz target
	ByLinkname                  // linked by name, or in a package with assembly or C
)

func (o UnknownCallers) String() string {
	return [...]string{
		"all its callers are known",
		"its value is taken, so that its callers are not known",
		"it can be called through an interface or by reflection",
		"a generic function of another module can call it",
		"other packages can call it",
		"package testing calls it, perhaps in parallel with other tests",
		"other code can call it by its linker symbol",
	}[o]
}

// opens notes that a function is open. The first reason stays.
func (p *Program) opens(fn *ssa.Function, why UnknownCallers) {
	if p.open[fn] == CallersKnown {
		p.open[fn] = why
	}
}

// indexOpen finds the functions that are open by their kind, or by their types.
func (p *Program) indexOpen() {
	p.runtime = p.prog.RuntimeTypes()
	p.opensMethods(p.runtime, ByInterface)
	args := p.genericArguments()
	p.opensMethods(args, ByGeneric)
	p.runtime = append(p.runtime, args...)
	symbols, foreign := p.symbols()
	p.linked = symbols
	for _, fn := range p.funcs {
		pkg := packageOf(fn)
		switch {
		case pkg == nil:
		case foreign[pkg.Path()] || symbols[originOf(fn).Name()]:
			p.opens(fn, ByLinkname)
		case p.isTest(fn):
			p.opens(fn, ByTesting)
		case p.isExported(fn):
			p.opens(fn, ByImporter)
		}
	}
}

// opensMethods notes that all methods of some types are open.
func (p *Program) opensMethods(list []types.Type, why UnknownCallers) {
	for _, t := range list {
		if types.IsInterface(t) {
			continue
		}
		for sel := range p.prog.MethodSets.MethodSet(t).Methods() {
			if sel.Obj().(*types.Func).Signature().TypeParams() != nil {
				continue
			}
			if fn := p.prog.MethodValue(sel); fn != nil {
				p.opens(fn, why)
			}
		}
	}
}

// genericArguments returns the types that a function without a body is given as
// type arguments, with all that can be reached from their values.
func (p *Program) genericArguments() []types.Type {
	seen := map[types.Type]bool{}
	var list []types.Type
	for _, fn := range p.funcs {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				for _, op := range in.Operands(nil) {
					if callee, ok := (*op).(*ssa.Function); ok && len(callee.Blocks) == 0 {
						for _, arg := range callee.TypeArgs() {
							reachable(arg, seen, &list)
						}
					}
				}
			}
		}
	}
	return list
}

// reachable collects a type and those below it, with pointers to the named ones.
func reachable(t types.Type, seen map[types.Type]bool, list *[]types.Type) {
	t = types.Unalias(t)
	if seen[t] {
		return
	}
	seen[t] = true
	*list = append(*list, t)
	switch t := t.(type) {
	case *types.Named:
		*list = append(*list, types.NewPointer(t))
		reachable(t.Underlying(), seen, list)
	case *types.Struct:
		for f := range t.Fields() {
			reachable(f.Type(), seen, list)
		}
	case *types.Map:
		reachable(t.Key(), seen, list)
		reachable(t.Elem(), seen, list)
	case *types.Signature:
		reachableTuple(t.Params(), seen, list)
		reachableTuple(t.Results(), seen, list)
	case interface{ Elem() types.Type }:
		reachable(t.Elem(), seen, list)
	}
}

func reachableTuple(t *types.Tuple, seen map[types.Type]bool, list *[]types.Type) {
	for v := range t.Variables() {
		reachable(v.Type(), seen, list)
	}
}

// symbols returns the last parts of the names that directives give to the linker
// and to cgo, and the packages in which code that is not Go may call all functions.
func (p *Program) symbols() (names, foreignPackages map[string]bool) {
	names, foreignPackages = map[string]bool{}, map[string]bool{}
	for _, pkg := range p.pkgs {
		if load.HasForeignCode(pkg) {
			foreignPackages[pkg.PkgPath] = true
		}
		for _, file := range pkg.Syntax {
			for _, group := range file.Comments {
				for _, c := range group.List {
					directive(c.Text, names)
				}
			}
		}
	}
	return names, foreignPackages
}

// directive adds the functions that a comment names to the linker or to C.
func directive(text string, names map[string]bool) {
	fields := strings.Fields(text)
	if len(fields) < 2 || fields[0] != "//go:linkname" && fields[0] != "//export" {
		return
	}
	for _, symbol := range fields[1:] {
		names[symbol[strings.LastIndexByte(symbol, '.')+1:]] = true
	}
}

// packageOf is the package in which a function is declared.
func packageOf(fn *ssa.Function) *types.Package {
	fn = originOf(fn)
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	switch {
	case fn.Pkg != nil:
		return fn.Pkg.Pkg
	case fn.Object() != nil:
		return fn.Object().Pkg()
	}
	return nil
}

// originOf is the function that an instance of a generic one was made from, or itself.
func originOf(fn *ssa.Function) *ssa.Function {
	if o := fn.Origin(); o != nil {
		return o
	}
	return fn
}

// isTest reports whether package testing calls a function.
func (p *Program) isTest(fn *ssa.Function) bool {
	if fn.Parent() != nil || fn.Signature.Recv() != nil || !p.inTestFile(fn.Pos()) {
		return false
	}
	for _, prefix := range []string{"Test", "Benchmark", "Fuzz", "Example"} {
		if rest, ok := strings.CutPrefix(fn.Name(), prefix); ok {
			first, _ := utf8.DecodeRuneInString(rest)
			return rest == "" || !unicode.IsLower(first)
		}
	}
	return false
}

func (p *Program) inTestFile(pos token.Pos) bool {
	return pos.IsValid() && strings.HasSuffix(filepath.Base(p.fset.File(pos).Name()), "_test.go")
}

// isExported reports whether packages that are not seen may call a function.
func (p *Program) isExported(fn *ssa.Function) bool {
	origin := originOf(fn)
	obj, ok := origin.Object().(*types.Func)
	if !ok || fn.Parent() != nil || !obj.Exported() {
		return false
	}
	pkg := packageOf(fn)
	if p.behind[pkg.Path()] {
		return true
	}
	return (p.alone || p.library && pkg.Name() != "main") && !p.inTestFile(origin.Pos())
}
