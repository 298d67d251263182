package pointer

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A partial program has packages of which only the types are known. Their code is taken for reflection that may call
// everything:
//
//   - It may write its arguments, and the objects behind them, as far as reflection may, with objects that were not seen. It is given
//     the arguments of calls without a body, and of those of interface methods and function values, which may lead to it.
//   - Such calls return objects that were not seen, besides what their known targets return.
//   - It may call every function that is used as a value, with objects that were not seen. So it may call every method of a
//     type that is converted to an interface, and every exported method of a type that reflection reaches from there.
//   - It may be given the parameters and results of the roots, by their callers.
//   - Its variables hold objects that were not seen, and it is given the objects that are assigned to them.
//
// So what a program keeps in fields that other packages cannot name stays known. Such code
// can copy a whole struct over another one, though: see overwrite.go. Generic functions that only packages outside
// instantiate are not read: the caller may not make roots of a package that exports some.
type partial struct {
	types   []types.Type
	has     map[types.Type]bool
	entries map[*ssa.Function]bool // that code without a body may call
	done    int                    // the types reached by reflection whose methods were noted
}

func newPartial(roots []*ssa.Function) *partial {
	p := &partial{has: map[types.Type]bool{}, entries: map[*ssa.Function]bool{}}
	for _, fn := range roots {
		sig := fn.Signature
		for _, list := range []*types.Tuple{sig.Params(), sig.Results()} {
			for v := range list.Variables() {
				p.give(v.Type())
			}
		}
		if recv := sig.Recv(); recv != nil {
			p.give(recv.Type())
		}
	}
	return p
}

// out is the types of the values that get out.
func (p *partial) out() []types.Type {
	if p == nil {
		return nil
	}
	return p.types
}

func (p *partial) give(t types.Type) {
	if !p.has[t] {
		p.has[t] = true
		p.types = append(p.types, t)
	}
}

// function notes a function that is used as a value.
func (p *partial) function(w *world, fn *ssa.Function) {
	if p != nil && w.analysed(fn) {
		p.entries[fn] = true
	}
}

// note notes what an instruction gives to code without a body.
func (p *partial) note(w *world, instr ssa.Instruction) {
	if p == nil {
		return
	}
	p.globals(instr)
	switch i := instr.(type) {
	case *ssa.MakeInterface:
		p.methods(w, i.X.Type(), i.Parent().Prog)
	case ssa.CallInstruction:
		p.call(w, i)
	}
}

// globals gives away the types of variables of packages without bodies: the instruction may put objects there.
func (p *partial) globals(instr ssa.Instruction) {
	var space [8]*ssa.Value
	for _, op := range instr.Operands(space[:0]) {
		if g, ok := (*op).(*ssa.Global); ok && foreign(g) {
			p.give(g.Type())
		}
	}
}

func (p *partial) methods(w *world, t types.Type, prog *ssa.Program) {
	if types.IsInterface(t) {
		return
	}
	for m := range prog.MethodSets.MethodSet(t).Methods() {
		if fn := prog.MethodValue(m); fn != nil {
			w.reach(fn)
			p.function(w, fn)
		}
	}
}

// nested notes the exported methods of the types that reflection reaches. Package json calls those of elements and fields. It can take the address of an element or field, so methods of pointers count.
func (p *partial) nested(w *world, reached []types.Type) {
	if p == nil || len(w.functions) == 0 {
		return
	}
	sets := &w.functions[0].Prog.MethodSets
	for ; p.done < len(reached); p.done++ {
		t := reached[p.done]
		if types.IsInterface(t) {
			continue
		}
		if _, ok := t.Underlying().(*types.Pointer); !ok {
			p.exported(w, sets.MethodSet(types.NewPointer(t)))
		}
		p.exported(w, sets.MethodSet(t))
	}
}

func (p *partial) exported(w *world, set *types.MethodSet) {
	for m := range set.Methods() {
		if !m.Obj().Exported() {
			continue
		}
		if fn := w.functions[0].Prog.MethodValue(m); fn != nil {
			w.reach(fn)
			p.function(w, fn)
		}
	}
}

func (p *partial) call(w *world, call ssa.CallInstruction) {
	common := call.Common()
	if _, ok := common.Value.(*ssa.Builtin); ok {
		return
	}
	if fn := common.StaticCallee(); fn != nil && (w.analysed(fn) || fn.Object() != nil && models[w.name(fn)] != nil || keepsNothing(fn)) {
		return
	}
	for _, arg := range common.Args {
		p.give(arg.Type())
	}
	if common.IsInvoke() {
		p.give(common.Value.Type())
	}
}

// keepsNothing reports whether a function is one of package sync, which does nothing with the object around a lock, a Cond or a WaitGroup.
func keepsNothing(fn *ssa.Function) bool {
	if packagePath(fn) != "sync" || fn.Signature.Recv() == nil {
		return false
	}
	recv, ok := types.Unalias(fn.Signature.Recv().Type()).(*types.Pointer)
	if !ok {
		return false
	}
	named, ok := types.Unalias(recv.Elem()).(*types.Named)
	if !ok {
		return false
	}
	switch named.Obj().Name() {
	case "Mutex", "RWMutex", "WaitGroup", "Cond":
		return true
	}
	return false
}

// mayCall reports whether code without a body may call a function.
func (p *partial) mayCall(fn *ssa.Function) bool { return p != nil && p.entries[fn] }
