package lockfacts

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/deadlocklint/deadlocklint/internal/syncop"
	"github.com/deadlocklint/deadlocklint/internal/trace"
)

// writers returns the nodes of the locks that a function locks exclusively, and of an RWMutex whose address goes where
// its operations are not followed: into a container or a field, an interface, or a method value.
func (a *analyzer) writers(f *Func) []string {
	var list []string
	for i := range f.Events {
		if ev := &f.Events[i]; ev.Op == trace.OpLock {
			list = addNode(list, ev.Obj.Node())
		}
	}
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			if v := escapesIn(in); v != nil && isRWMutex(v.Type()) {
				list = addNode(list, a.frame(f.Fn).Place(v).Node())
				list = addNode(list, a.partPlace(v).Node()) // as others see it
			}
		}
	}
	return list
}

// escapesIn is the value whose operations are not followed behind an instruction, or nil.
func escapesIn(in ssa.Instruction) ssa.Value {
	switch in := in.(type) {
	case *ssa.Store:
		if _, local := in.Addr.(*ssa.Alloc); !local {
			return in.Val
		}
	case *ssa.MapUpdate:
		return in.Value
	case *ssa.Send:
		return in.X
	case *ssa.MakeInterface:
		return in.X
	case *ssa.MakeClosure:
		if fn := in.Fn.(*ssa.Function); fn.Parent() == nil && fn.Object() != nil && fn.Object().Name() == "Lock" {
			return in.Bindings[0]
		}
	}
	return nil
}

func isRWMutex(t types.Type) bool {
	p, ok := t.Underlying().(*types.Pointer)
	return ok && isOfSync(p.Elem(), "RWMutex")
}

// partPlace is the place that an address points to, as a part of some object of its type.
func (a *analyzer) partPlace(v ssa.Value) syncop.Place {
	if fa, ok := v.(*ssa.FieldAddr); ok {
		return syncop.FieldOf(a.partPlace(fa.X), syncop.Elem(fa.X.Type()), fa.Field)
	}
	return a.typePlace(syncop.Elem(v.Type()))
}
