package pointer

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/callgraph"
	"golang.org/x/tools/go/ssa"
)

// A world is the part of the program that can run: the functions that the
// roots reach over calls, and over uses as a value.
type world struct {
	graph     *callgraph.Graph
	partial   *partial               // nil when all packages have bodies
	functions []*ssa.Function        // with a body that is analysed
	scanned   int                    // of them, those whose calls were followed
	reached   map[*ssa.Function]bool // those
	callers   map[*ssa.Function]bool // those that have a call site among them
	escaped   map[*ssa.Function]bool // those given to code that is not analysed
	verdicts  map[*ssa.Function]bool // of analysed
	names     map[*ssa.Function]string
	sites     map[*ssa.Function]targets
}

func newWorld(graph *callgraph.Graph, roots []*ssa.Function, partial *partial) *world {
	w := &world{
		graph:   graph,
		partial: partial,
		reached: map[*ssa.Function]bool{},
		callers: map[*ssa.Function]bool{},
		escaped: map[*ssa.Function]bool{},

		verdicts: map[*ssa.Function]bool{},
		names:    map[*ssa.Function]string{},
		sites:    map[*ssa.Function]targets{},
	}
	for _, fn := range roots {
		w.reach(fn)
	}
	w.close()
	return w
}

// close reaches all that the functions reached by now can reach.
func (w *world) close() {
	for ; w.scanned < len(w.functions); w.scanned++ {
		w.scan(w.functions[w.scanned])
	}
}

func (w *world) reach(fn *ssa.Function) {
	if fn != nil && !w.reached[fn] && w.analysed(fn) {
		w.reached[fn] = true
		w.functions = append(w.functions, fn)
	}
}

// analysed is the function of that name, remembered.
func (w *world) analysed(fn *ssa.Function) bool {
	yes, ok := w.verdicts[fn]
	if !ok {
		yes = analysed(fn)
		w.verdicts[fn] = yes
	}
	return yes
}

// name is fn.String(), remembered: it is long in the making.
func (w *world) name(fn *ssa.Function) string {
	s, ok := w.names[fn]
	if !ok {
		s = fn.String()
		w.names[fn] = s
	}
	return s
}

// analysed reports whether we read the body of a function.
func analysed(fn *ssa.Function) bool {
	return fn != nil && len(fn.Blocks) > 0 && !opaque(fn) && len(fn.TypeArgs()) == fn.TypeParams().Len() &&
		!isGenericBody(fn)
}

// isGenericBody reports whether the function is part of a generic function that is
// not instantiated.
func isGenericBody(fn *ssa.Function) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if recv := fn.Signature.Recv(); recv != nil && fn.Origin() == nil {
		return fn.Signature.RecvTypeParams().Len() > 0
	}
	return fn.TypeParams().Len() > 0 && len(fn.TypeArgs()) == 0
}

// opaquePackages are those whose bodies work on memory without types. What
// their functions return is unknown.
var opaquePackages = []string{"reflect", "internal/reflectlite", "internal/abi", "runtime", "internal/runtime", "syscall"}

func opaque(fn *ssa.Function) bool {
	path := packagePath(fn)
	for _, p := range opaquePackages {
		if path == p || strings.HasPrefix(path, p+"/") {
			return true
		}
	}
	return false
}

// packagePath returns the path of the package that declares a function.
func packagePath(fn *ssa.Function) string {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	switch {
	case fn.Pkg != nil:
		return fn.Pkg.Pkg.Path()
	case fn.Object() != nil && fn.Object().Pkg() != nil:
		return fn.Object().Pkg().Path()
	}
	return ""
}

// scan reaches what a function calls or uses as a value.
func (w *world) scan(fn *ssa.Function) {
	targets := w.targets(fn)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			w.scanValues(instr)
			w.partial.note(w, instr)
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			for _, callee := range targets.of(call) {
				w.reach(callee)
				w.callers[callee] = true
				if !w.analysed(callee) {
					w.escape(call)
				}
			}
		}
	}
}

// scanValues reaches the functions that an instruction uses as values.
func (w *world) scanValues(instr ssa.Instruction) {
	var called *ssa.Value
	if call, ok := instr.(ssa.CallInstruction); ok && !call.Common().IsInvoke() {
		called = &call.Common().Value
	}
	var space [8]*ssa.Value
	for _, op := range instr.Operands(space[:0]) {
		if fn, ok := (*op).(*ssa.Function); ok && op != called {
			w.reach(fn)
			w.partial.function(w, fn)
		}
	}
}

// escape notes the functions that a call hands to code that is not analysed: it
// may call them with any arguments.
func (w *world) escape(call ssa.CallInstruction) {
	for _, arg := range call.Common().Args {
		if fn := functionOf(arg); fn != nil {
			w.escaped[fn] = true
		}
	}
}

// functionOf returns the function that a value is, as far as can be seen
// without following variables.
func functionOf(v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.Function:
		return v
	case *ssa.MakeClosure:
		return v.Fn.(*ssa.Function)
	case *ssa.MakeInterface:
		return functionOf(v.X)
	case *ssa.ChangeType:
		return functionOf(v.X)
	}
	return nil
}

// targets are the callees of the calls of one function.
type targets map[ssa.CallInstruction][]*ssa.Function

func (w *world) targets(fn *ssa.Function) targets {
	if t, ok := w.sites[fn]; ok {
		return t
	}
	t := w.findTargets(fn)
	w.sites[fn] = t
	return t
}

func (w *world) findTargets(fn *ssa.Function) targets {
	n := w.graph.Nodes[fn]
	if n == nil {
		return nil
	}
	t := targets{}
	for _, e := range n.Out {
		if e.Site != nil && e.Site.Common().StaticCallee() == nil && !slices.Contains(t[e.Site], e.Callee.Func) {
			t[e.Site] = append(t[e.Site], e.Callee.Func)
		}
	}
	for _, fns := range t {
		slices.SortFunc(fns, func(a, b *ssa.Function) int { return strings.Compare(w.name(a), w.name(b)) })
	}
	return t
}

// of returns the functions that a call can call, without builtins.
func (t targets) of(call ssa.CallInstruction) []*ssa.Function {
	if fn := call.Common().StaticCallee(); fn != nil {
		return []*ssa.Function{fn}
	}
	return t[call]
}

// survey tells the layouts which structs are converted into each other and of
// which fields the address is used for more than to load and store.
func (w *world) survey(l *layouts) {
	var exposed []*ssa.FieldAddr
	for _, fn := range w.functions {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case *ssa.ChangeType:
					l.convert(instr.X.Type(), instr.Type())
				case *ssa.FieldAddr:
					if w.isExposed(instr) {
						exposed = append(exposed, instr)
					}
				}
			}
		}
	}
	for _, f := range exposed {
		l.exposed[fieldKey{l.shape(deref(f.X.Type())), f.Field}] = true
	}
}

// isExposed reports whether the address of a field gets somewhere.
func (w *world) isExposed(f *ssa.FieldAddr) bool {
	for _, user := range *f.Referrers() {
		switch user := user.(type) {
		case *ssa.UnOp, *ssa.DebugRef, *ssa.FieldAddr:
		case *ssa.Store:
			if user.Val == f {
				return true
			}
		case *ssa.Call:
			callee := user.Call.StaticCallee()
			if callee == nil || models[w.name(callee)] == nil || user.Call.Args[0] != f {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// deref returns what a pointer points to.
func deref(t types.Type) types.Type {
	return t.Underlying().(*types.Pointer).Elem()
}
