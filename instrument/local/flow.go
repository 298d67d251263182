package local

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// visit makes the classes of a function, after those of the functions that it calls.
func (a *analysis) visit(f *function) {
	if f.index != 0 {
		return
	}
	a.next++
	f.index, f.low, f.onStack = a.next, a.next, true
	a.stack = append(a.stack, f)
	for _, p := range f.fn.Params {
		f.params = append(f.params, f.class(p))
	}
	for i := range f.fn.Signature.Results().Len() {
		f.results = append(f.results, f.fresh(f.fn.Signature.Results().At(i).Type()))
	}
	for _, inner := range f.fn.AnonFuncs { // they share variables
		a.reach(f, a.funcs[inner])
	}
	for _, b := range f.fn.Blocks {
		for _, instr := range b.Instrs {
			a.functionValues(instr)
			a.flow(f, instr)
		}
	}
	if f.low < f.index {
		return
	}
	for {
		last := a.stack[len(a.stack)-1]
		a.stack = a.stack[:len(a.stack)-1]
		last.onStack = false
		for _, c := range last.classes {
			c.deepen()
		}
		if last == f {
			return
		}
	}
}

// reach visits what a function calls. It reports whether the two call each other.
func (a *analysis) reach(f, g *function) bool {
	if g == nil {
		return false
	}
	if g.index == 0 {
		a.visit(g)
		f.low = min(f.low, g.low)
	}
	if g.onStack {
		f.low = min(f.low, g.low)
	}
	return g.onStack
}

// fresh returns a new class, nil for a type without pointers.
func (f *function) fresh(t types.Type) *class {
	if !points(t) {
		return nil
	}
	c := &class{}
	f.classes = append(f.classes, c)
	return c
}

// class is the class of a value in the function, nil when it points to nothing.
func (f *function) class(v ssa.Value) *class {
	switch v := v.(type) {
	case *ssa.Const, *ssa.Builtin, nil:
		return nil
	case *ssa.Range:
		return f.class(v.X)
	}
	if c, known := f.values[v]; known {
		return c
	}
	c := f.fresh(v.Type())
	if _, ok := v.(*ssa.Global); ok {
		c.escapes = true
	}
	f.values[v] = c
	return c
}

// points reports whether values of a type may lead to an object.
func points(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Kind() == types.UnsafePointer
	case *types.Array:
		return points(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if points(f.Type()) {
				return true
			}
		}
		return false
	case *types.Tuple:
		for v := range t.Variables() {
			if points(v.Type()) {
				return true
			}
		}
		return false
	}
	return true
}

// inside is the class of the objects that a value leads to, nil when it leads to nothing.
func (f *function) inside(v ssa.Value) *class {
	if c := f.class(v); c != nil {
		return c.inside()
	}
	return nil
}

// escape marks a value as given to unknown code.
func (f *function) escape(v ssa.Value) {
	if c := f.class(v); c != nil {
		c.find().escapes = true
		f.classes = append(f.classes, c)
	}
}

// flow takes in an instruction.
func (a *analysis) flow(f *function, instr ssa.Instruction) {
	switch i := instr.(type) {
	case ssa.CallInstruction:
		a.call(f, i)
	case *ssa.Return:
		for n, r := range i.Results {
			union(f.results[n], f.class(r))
		}
	case *ssa.Store:
		union(f.inside(i.Addr), f.class(i.Val))
	case *ssa.MapUpdate:
		union(f.inside(i.Map), f.class(i.Key))
		union(f.inside(i.Map), f.class(i.Value))
	case *ssa.Send:
		union(f.inside(i.Chan), f.class(i.X))
	case *ssa.Panic:
		f.escape(i.X)
	case *ssa.MakeClosure:
		a.closure(f, i)
	case *ssa.Select:
		for _, s := range i.States {
			union(f.inside(s.Chan), f.class(s.Send))
			union(f.class(i), f.inside(s.Chan))
		}
	case ssa.Value:
		f.assign(i)
	}
}

// assign takes in an instruction that makes a value of others.
func (f *function) assign(v ssa.Value) {
	c := f.class(v)
	if c == nil {
		return
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		switch v.Op {
		case token.MUL, token.ARROW:
			union(c, f.inside(v.X))
		}
	case *ssa.Lookup:
		union(c, f.inside(v.X))
	case *ssa.Next:
		union(c, f.inside(v.Iter))
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeChan, *ssa.MakeSlice:
	case *ssa.Extract:
		if _, ok := v.Tuple.(*ssa.Call); !ok { // see call
			union(c, f.class(v.Tuple))
		}
	case *ssa.Convert:
		union(c, f.class(v.X))
		if !points(v.X.Type()) || isUnsafe(v.X.Type()) {
			f.escape(v)
		}
	case *ssa.SliceToArrayPointer: // see carries
		union(c, f.class(v.X))
		f.escape(v)
	default: // the same object under another type, or a part of it
		for _, op := range v.(ssa.Instruction).Operands(nil) {
			if *op != nil {
				union(c, f.class(*op))
			}
		}
	}
}

func isUnsafe(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.UnsafePointer
}

// closure binds the variables of a function literal.
func (a *analysis) closure(f *function, m *ssa.MakeClosure) {
	c := f.class(m)
	inner := a.funcs[m.Fn.(*ssa.Function)]
	for i, b := range m.Bindings {
		union(c.inside(), f.class(b))
		if inner == nil { // a method of the binding, which any code may call
			f.escape(b)
			continue
		}
		union(inner.class(inner.fn.FreeVars[i]), f.class(b))
	}
	for _, ref := range *m.Referrers() {
		if call, ok := ref.(ssa.CallInstruction); !ok || call.Common().Value != m {
			a.isValue(m.Fn.(*ssa.Function))
		}
	}
}

// functionValues notes the functions that an instruction uses otherwise than to call them.
func (a *analysis) functionValues(instr ssa.Instruction) {
	var called ssa.Value
	if call, ok := instr.(ssa.CallInstruction); ok {
		called = call.Common().Value
		for _, arg := range call.Common().Args {
			if arg == called {
				called = nil
			}
		}
	}
	if _, ok := instr.(*ssa.MakeClosure); ok {
		return
	}
	for _, op := range instr.Operands(nil) {
		fn, ok := (*op).(*ssa.Function)
		if !ok {
			continue
		}
		a.typeArgs(fn)
		if fn != called {
			a.isValue(fn)
		}
	}
}

// typeArgs notes types whose methods generic code calls.
func (a *analysis) typeArgs(fn *ssa.Function) {
	for _, t := range fn.TypeArgs() {
		if n, ok := types.Unalias(deref(t)).(*types.Named); ok && n.Obj().Pkg() != nil {
			a.runtime[nameOf(n)] = true
		}
	}
}

// isValue notes that any code may call a function.
func (a *analysis) isValue(fn *ssa.Function) {
	list := a.declared(fn)
	if fn.Object() != nil && len(list) == 0 { // a wrapper of a method
		if method := fn.Prog.FuncValue(fn.Object().(*types.Func).Origin()); method != nil {
			list = a.declared(method)
		}
	}
	for _, f := range list {
		f.dynamic = true
	}
}
