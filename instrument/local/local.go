package local

import (
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// Calls are the calls that are known.
type Calls struct {
	receivers map[token.Pos][]*class // by the position of the call's left parenthesis
}

// Local reports whether every receiver of the call at a left parenthesis can be
// reached by one goroutine alone.
func (c *Calls) Local(lparen token.Pos) bool {
	list := c.receivers[lparen]
	for _, r := range list {
		if r.find().reached {
			return false
		}
	}
	return len(list) > 0
}

// Analyze analyses packages that one or more calls of packages.Load have loaded. They have
// syntax and types, in one file set. exposed reports whether packages outside of these import
// a path.
func Analyze(exposed func(path string) bool, loads ...[]*packages.Package) *Calls {
	a := &analysis{exposed: exposed, funcs: map[*ssa.Function]*function{}, byName: map[string][]*function{}, receivers: map[token.Pos][]*class{}}
	for _, pkgs := range loads {
		a.build(pkgs)
	}
	for _, f := range a.order {
		a.visit(f)
	}
	var roots []*class
	for _, f := range a.order {
		if f.called == 0 || f.dynamic || a.open(f.fn) {
			roots = append(append(roots, f.params...), f.results...)
		}
		for _, c := range f.classes {
			if c.find().escapes {
				roots = append(roots, c)
			}
		}
	}
	spread(slices.DeleteFunc(roots, func(c *class) bool { return c == nil }))
	return &Calls{a.receivers}
}

// An analysis is the state of one Analyze.
type analysis struct {
	exposed   func(path string) bool
	funcs     map[*ssa.Function]*function
	byName    map[string][]*function // declared ones
	order     []*function            // deterministic
	stack     []*function            // Tarjan's, of functions that call each other
	next      int
	receivers map[token.Pos][]*class
	runtime   map[string]bool // types that may be behind an interface, by name
}

// A function is a function with a body, and the knowledge about it.
type function struct {
	fn      *ssa.Function
	values  map[ssa.Value]*class
	classes []*class
	params  []*class // nil for those that point to nothing
	results []*class
	dynamic bool // used as a value: any code may call it
	called  int  // known calls
	index   int  // Tarjan's, 0 before the visit
	low     int
	onStack bool
}

// build makes the SSA form of packages.
func (a *analysis) build(pkgs []*packages.Package) {
	prog, built := ssautil.Packages(pkgs, 0)
	if a.runtime == nil {
		a.runtime = map[string]bool{}
	}
	for _, p := range built {
		if p != nil {
			p.Build()
		}
	}
	for _, t := range prog.RuntimeTypes() {
		if n, ok := types.Unalias(deref(t)).(*types.Named); ok && n.Obj().Pkg() != nil {
			a.runtime[nameOf(n)] = true
		}
	}
	for _, p := range built {
		if p != nil {
			a.members(p)
		}
	}
}

// members finds the functions of a package, function literals in them included.
func (a *analysis) members(p *ssa.Package) {
	var add func(fn *ssa.Function)
	add = func(fn *ssa.Function) {
		if fn == nil || len(fn.Blocks) == 0 || a.funcs[fn] != nil {
			return
		}
		f := &function{fn: fn, values: map[ssa.Value]*class{}}
		a.funcs[fn] = f
		a.order = append(a.order, f)
		if fn.Parent() == nil {
			a.byName[fn.String()] = append(a.byName[fn.String()], f)
		}
		for _, inner := range fn.AnonFuncs {
			add(inner)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.Members)) {
		switch m := p.Members[name].(type) {
		case *ssa.Function:
			add(m)
		case *ssa.Type:
			if n, ok := m.Type().(*types.Named); ok {
				for m := range n.Methods() {
					add(p.Prog.FuncValue(m))
				}
			}
		}
	}
}

// open reports whether code that was not looked at may call a function.
func (a *analysis) open(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	if !ok { // a function literal: see function.dynamic
		return false
	}
	if obj.Pkg() != nil && a.exposed(obj.Pkg().Path()) && obj.Exported() {
		return true
	}
	recv := obj.Signature().Recv()
	if recv == nil {
		return false
	}
	n, ok := types.Unalias(deref(recv.Type())).(*types.Named)
	return !ok || n.TypeParams().Len() > 0 || a.runtime[nameOf(n)]
}

// nameOf is the same for a type and its instances, and in every load.
func nameOf(n *types.Named) string { return n.Origin().Obj().Pkg().Path() + "." + n.Obj().Name() }

func deref(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// declared returns the functions that a called one stands for: itself, its generic
// origin, or, when it was loaded by another load, those of its name.
func (a *analysis) declared(fn *ssa.Function) []*function {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if f := a.funcs[fn]; f != nil {
		return []*function{f}
	}
	if fn.Parent() != nil || fn.Synthetic != fromTypes {
		return nil
	}
	return a.byName[fn.String()]
}

// fromTypes is the knowledge of package ssa about functions that it has no source of.
const fromTypes = "from type information"
