package alias

import (
	"fmt"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"sync"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/deadlocklint/deadlocklint/internal/load"
	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/pointer"
)

// MaxFunctions is how many functions with a body a program may have that is asked about. Time and memory grow faster than their number.
const MaxFunctions = 20_000

// A Program answers questions about the locks of a program. The first question brings it into SSA form, which takes as long as
// a compilation. Later questions use the result. Several goroutines may use it.
type Program struct {
	named, all []*packages.Package
	once       sync.Once
	limited    bool
	locks      map[string][]ssa.Value // by place: the locks that are acquired there
	result     *pointer.Result        // nil when nothing is known
}

// New returns a program whose packages are loaded: named and all as load.Program returns them. Those named that are no commands
// may have unknown importers.
func New(named, all []*packages.Package) *Program { return &Program{named: named, all: all} }

// Locks answers for the locks that are acquired at two places, each "import/path/file.go:line".
func (p *Program) Locks(a, b string) Answer {
	p.once.Do(p.analyse)
	if p.result == nil {
		return May
	}
	x, ok := p.at(a)
	y, also := p.at(b)
	if !ok || !also {
		return May
	}
	for _, v := range x {
		for _, w := range y {
			if v.MayAlias(w) {
				return May
			}
		}
	}
	return Never
}

// at returns what the locks at a place can be. It reports false where that is not known, or they are nothing: a way is missing
// then. A package is there twice when it has tests. One of the two may not come to the place.
func (p *Program) at(place string) (list []pointer.Pointer, ok bool) {
	for _, v := range p.locks[place] {
		q, asked := p.result.Queries[v]
		switch {
		case !asked || q.Analysed() && q.PointsTo().Len() == 0:
			return nil, false
		case q.Analysed():
			list = append(list, q)
		}
	}
	return list, len(list) > 0
}

// Limited reports whether the program was too large to be asked about, see MaxFunctions.
func (p *Program) Limited() bool { return p.limited }

// analyse asks package pointer about all locks.
func (p *Program) analyse() {
	if !p.readable() {
		return
	}
	prog := load.SSA(p.all)
	funcs := ssautil.AllFunctions(prog)
	for fn := range funcs {
		if len(fn.Blocks) == 0 {
			delete(funcs, fn)
		}
	}
	if p.limited = len(funcs) > MaxFunctions; p.limited {
		return
	}
	conf := &pointer.Config{Partial: true}
	for _, pkg := range p.all {
		conf.Mains = append(conf.Mains, prog.Package(pkg.Types))
	}
	if !p.open(prog, conf) || lendsInstances(conf) {
		return
	}
	p.locks = map[string][]ssa.Value{}
	for fn := range funcs {
		p.acquisitions(prog.Fset, fn, conf)
	}
	if result, err := pointer.Analyze(conf); err == nil {
		p.result = result
	}
}

// readable reports whether all code of the packages is read: none has C, assembly, or memory without types in it.
func (p *Program) readable() bool {
	for _, pkg := range p.all {
		if pkg.Types == nil || pkg.TypesInfo == nil || len(pkg.Errors) > 0 || pkg.IllTyped || load.HasForeignCode(pkg) || pkg.Imports["unsafe"] != nil {
			return false
		}
	}
	return len(p.all) > 0
}

// open adds the functions and variables that others may use: the tests, and the exports of the named packages. It reports false
// when that cannot be told: instances of generic functions are made by their callers.
func (p *Program) open(prog *ssa.Program, conf *pointer.Config) bool {
	list := p.named
	if slices.ContainsFunc(list, func(pkg *packages.Package) bool { return pkg.Name != "main" }) {
		list = p.all // who imports those may import what they import
	}
	for _, pkg := range list {
		own := prog.Package(pkg.Types)
		for _, m := range own.Members {
			exported := pkg.Name != "main" && token.IsExported(m.Name())
			switch m := m.(type) {
			case *ssa.Function:
				if isTest(m) || exported {
					conf.Roots = append(conf.Roots, m)
				}
				if exported && m.TypeParams().Len() > 0 {
					return false
				}
			case *ssa.Global:
				if exported {
					conf.Open = append(conf.Open, m.Type())
				}
			case *ssa.Type:
				if pkg.Name == "main" {
					continue
				}
				if named, ok := types.Unalias(m.Type()).(*types.Named); ok && named.TypeParams().Len() > 0 {
					if exported {
						return false
					}
					continue
				}
				conf.Roots = append(conf.Roots, methods(prog, m.Type())...)
			}
		}
	}
	return true
}

// isTest reports whether package testing calls a function.
func isTest(fn *ssa.Function) bool {
	params := fn.Signature.Params()
	if params.Len() != 1 {
		return params.Len() == 0 && len(fn.Name()) >= len("Example") && fn.Name()[:len("Example")] == "Example"
	}
	ptr, ok := params.At(0).Type().(*types.Pointer)
	if !ok {
		return false
	}
	named, ok := types.Unalias(ptr.Elem()).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "testing"
}

// methods returns the exported methods of a type and of pointers to it.
func methods(prog *ssa.Program, t types.Type) (list []*ssa.Function) {
	if types.IsInterface(t) {
		return nil
	}
	for m := range prog.MethodSets.MethodSet(types.NewPointer(t)).Methods() {
		if fn := prog.MethodValue(m); fn != nil && m.Obj().Exported() {
			list = append(list, fn)
		}
	}
	return list
}

// acquisitions asks about the locks that a function takes. Locks behind an interface are not known: one of an RWMutex for reading is
// another object than the RWMutex.
func (p *Program) acquisitions(fset *token.FileSet, fn *ssa.Function, conf *pointer.Config) {
	if fn.Package() == nil && fn.Origin() == nil || fn.Synthetic != "" && fn.Origin() == nil {
		return
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			op, ok := syncop.OpOf(call.Common())
			if !ok {
				continue
			}
			at := fset.Position(call.Pos())
			key := fmt.Sprintf("%s:%d", path.Join(syncop.PackagePath(packageOf(fn)), filepath.Base(at.Filename)), at.Line)
			p.locks[key] = append(p.locks[key], op.Recv)
			if isMutex(op.Recv.Type()) {
				conf.AddQuery(op.Recv)
			}
		}
	}
}

func packageOf(fn *ssa.Function) *types.Package {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	return fn.Package().Pkg
}

func isMutex(t types.Type) bool {
	ptr, ok := t.(*types.Pointer)
	if !ok {
		return false
	}
	named, ok := types.Unalias(ptr.Elem()).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != "sync" {
		return false
	}
	return named.Obj().Name() == "Mutex" || named.Obj().Name() == "RWMutex"
}
