package lockfacts

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A table of functions in a variable that only the package knows, of which each element is called where it is read, leads
// to them from there and from nowhere else:
//
//	var handlers = []func(*Session, header) error{typeData: (*Session).handleData, …}
//	…
//	err := handlers[h.kind](s, h)

// callers returns the functions that call a function, or those that may call it through such a table. It reports false where
// others may call it, or it is started as a goroutine.
func (r *Result) callers(f *Func) (list []*Func, ok bool) {
	obj := f.Fn.Object()
	if obj == nil || f.Fn.Parent() != nil || ast.IsExported(obj.Name()) || r.uses().invoked[obj.Name()] {
		return nil, false
	}
	for _, in := range r.uses().values[obj] {
		table := tableWith(in)
		if table == nil {
			return nil, false
		}
		through, ok := r.callsOf(table)
		if !ok {
			return nil, false
		}
		list = append(list, through...)
	}
	for _, c := range r.Calls(f) {
		if c.Start {
			return nil, false
		}
		list = append(list, c.From)
	}
	return list, true
}

// A mentions is where functions are used as values, and which methods are called through interfaces, by name.
type mentions struct {
	values  map[types.Object][]ssa.Instruction
	invoked map[string]bool
}

func (r *Result) uses() *mentions {
	if r.named == nil {
		r.named = &mentions{map[types.Object][]ssa.Instruction{}, map[string]bool{}}
		for _, f := range r.Funcs {
			for _, b := range f.Fn.Blocks {
				for _, in := range b.Instrs {
					r.named.note(in)
				}
			}
		}
	}
	return r.named
}

func (m *mentions) note(in ssa.Instruction) {
	call, isCall := in.(ssa.CallInstruction)
	if isCall && call.Common().IsInvoke() {
		m.invoked[call.Common().Method.Name()] = true
	}
	for i, op := range in.Operands(nil) {
		if *op == nil || isCall && i == 0 && !call.Common().IsInvoke() {
			continue
		}
		if fn, ok := (*op).(*ssa.Function); ok && fn.Object() != nil {
			m.values[fn.Object()] = append(m.values[fn.Object()], in)
		}
	}
}

// tableWith is the variable with a table into which an instruction puts a function, or nil.
func tableWith(in ssa.Instruction) *ssa.Global {
	st, ok := in.(*ssa.Store)
	if !ok {
		return nil
	}
	element, ok := st.Addr.(*ssa.IndexAddr)
	if !ok {
		return nil
	}
	array, ok := element.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var table *ssa.Global
	for _, use := range *array.Referrers() {
		slice, ok := use.(*ssa.Slice)
		if !ok {
			continue
		}
		for _, to := range *slice.Referrers() {
			g, isGlobal := storedTo(to)
			if !isGlobal || table != nil {
				return nil
			}
			table = g
		}
	}
	return table
}

func storedTo(in ssa.Instruction) (g *ssa.Global, ok bool) {
	st, ok := in.(*ssa.Store)
	if !ok {
		return nil, false
	}
	g, ok = st.Addr.(*ssa.Global)
	return g, ok
}

// callsOf returns the functions that call the elements of a table. It reports false when anything else is done with it but to
// fill it.
func (r *Result) callsOf(table *ssa.Global) (list []*Func, ok bool) {
	if ast.IsExported(table.Name()) {
		return nil, false
	}
	for _, f := range r.Funcs {
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				if !slices.ContainsFunc(in.Operands(nil), func(op *ssa.Value) bool { return *op == ssa.Value(table) }) {
					continue
				}
				if to, filled := storedTo(in); filled && to == table {
					continue
				}
				if !onlyCalled(in) {
					return nil, false
				}
				list = append(list, f)
			}
		}
	}
	return list, true
}

// onlyCalled reports whether an instruction reads a table, or an element of one, and each element is called where it is read.
func onlyCalled(in ssa.Instruction) bool {
	switch v := in.(type) {
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return false
		}
	case *ssa.IndexAddr, *ssa.DebugRef:
	case *ssa.Call:
		builtin, ok := v.Call.Value.(*ssa.Builtin)
		return ok && builtin.Name() == "len"
	default:
		return false
	}
	v, ok := in.(ssa.Value)
	if !ok {
		return true
	}
	for _, use := range *v.Referrers() {
		if call, ok := use.(*ssa.Call); ok && call.Call.Value == v {
			continue
		}
		if !onlyCalled(use) {
			return false
		}
	}
	return true
}
