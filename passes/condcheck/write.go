package condcheck

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/passes/lockfacts"
)

// A write is a place where a shared variable changes.
type write struct {
	in    ssa.Instruction
	class string
	path  syncop.AccessPath
	value ssa.Value // nil when it is not simply stored
}

// writesOf returns what a function changes.
func (m *model) writesOf(f *lockfacts.Func) []write {
	list, ok := m.writes[f]
	if ok {
		return list
	}
	frame := m.r.Facts.Frame(f.Fn)
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			if w, ok := writeOf(frame, in); ok {
				list = append(list, w)
			}
		}
	}
	m.writes[f] = list
	return list
}

// findUnsteady fills in which variables change after they were set up.
func (m *model) findUnsteady() {
	constant := map[string]string{}
	for _, f := range m.r.Facts.Funcs {
		for _, w := range m.writesOf(f) {
			if isNew(w) {
				continue
			}
			k, isConst := w.value.(*ssa.Const)
			if !isConst || constant[w.class] != "" && constant[w.class] != k.Name() {
				m.unsteady[w.class] = true
				continue
			}
			constant[w.class] = k.Name()
		}
	}
}

// isNew reports whether a write sets up an object that the function made.
func isNew(w write) bool {
	st, ok := w.in.(*ssa.Store)
	if !ok {
		return false
	}
	if cell, ok := st.Addr.(*ssa.Alloc); ok {
		return st.Block() == cell.Block()
	}
	for addr := st.Addr; ; {
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			addr = a.X
		case *ssa.Alloc:
			return true
		default:
			return false
		}
	}
}

// writeOf returns what an instruction changes: a store, a change of a map, or
// a method called on a variable.
func writeOf(frame *syncop.Frame, in ssa.Instruction) (write, bool) {
	var addr, value ssa.Value
	switch in := in.(type) {
	case *ssa.Store:
		addr, value = in.Addr, in.Val
		if el, ok := addr.(*ssa.IndexAddr); ok {
			addr, value = loadedFrom(el.X), nil
		}
	case *ssa.MapUpdate:
		addr = loadedFrom(in.Map)
	case *ssa.Call:
		addr, value = changed(&in.Call)
	}
	switch addr.(type) {
	case *ssa.FieldAddr, *ssa.Global, *ssa.FreeVar, *ssa.Alloc:
	default:
		return write{}, false
	}
	path := frame.AccessPath(addr)
	return write{in, path.Class(), path, value}, path.Class() != ""
}

// changed returns the variable that a call changes. Methods that only look, as
// far as the name tells, change nothing.
func changed(call *ssa.CallCommon) (addr, value ssa.Value) {
	if b, ok := call.Value.(*ssa.Builtin); ok {
		if b.Name() == "delete" || b.Name() == "clear" {
			return loadedFrom(call.Args[0]), nil
		}
		return nil, nil
	}
	if _, ok := syncop.OpOf(call); ok {
		return nil, nil
	}
	if call.IsInvoke() {
		return looksOnly(call.Method.Name(), loadedFrom(call.Value)), nil
	}
	fn := call.StaticCallee()
	if fn == nil || len(call.Args) == 0 {
		return nil, nil
	}
	if isAtomic(fn) {
		if !strings.HasPrefix(fn.Name(), "Store") {
			return looksOnly(fn.Name(), call.Args[0]), nil
		}
		return call.Args[0], call.Args[len(call.Args)-1]
	}
	if fn.Signature.Recv() == nil {
		return nil, nil
	}
	return looksOnly(fn.Name(), loadedFrom(call.Args[0])), nil
}

func looksOnly(method string, v ssa.Value) ssa.Value {
	for _, prefix := range []string{"Load", "Len", "Is", "Has", "Get", "Front", "Back", "Peek", "String", "Err", "Contains", "Empty", "Size", "Count", "Wait", "Now", "Since", "Until", "After"} {
		if strings.HasPrefix(method, prefix) {
			return nil
		}
	}
	return v
}

func isAtomic(fn *ssa.Function) bool {
	key := syncop.Key(fn)
	return strings.HasPrefix(key, "sync/atomic.") || strings.HasPrefix(key, "(*sync/atomic.")
}

// writtenBy returns the classes that a function changes, or those that it
// calls; for a function that changes nothing, those that its callers change.
func (m *model) writtenBy(f *lockfacts.Func) []string {
	list := m.writtenIn(f, 2)
	if len(list) > 0 || token.IsExported(f.Fn.Name()) {
		return list
	}
	m.callsOf(f, func(g *lockfacts.Func, _ ssa.CallInstruction) {
		list = append(list, m.writtenIn(g, 2)...)
	})
	return list
}

func (m *model) writtenIn(f *lockfacts.Func, depth int) []string {
	var list []string
	for _, w := range m.writesOf(f) {
		list = append(list, w.class)
	}
	if depth > 0 {
		calls(f.Fn, func(call ssa.CallInstruction) {
			if g := m.callee(call); g != nil && g != f {
				list = append(list, m.writtenIn(g, depth-1)...)
			}
		})
	}
	return list
}

// changes reports whether an instruction changes one of the variables.
func (m *model) changes(f *lockfacts.Func, in ssa.Instruction, fields []string) bool {
	if w, ok := writeOf(m.r.Facts.Frame(f.Fn), in); ok && slices.Contains(fields, w.class) {
		return true
	}
	call, ok := in.(*ssa.Call)
	if !ok {
		return false
	}
	g := m.callee(call)
	return g != nil && intersect(m.writtenIn(g, 1), fields)
}

func intersect(a, b []string) bool {
	return slices.ContainsFunc(a, func(x string) bool { return slices.Contains(b, x) })
}
